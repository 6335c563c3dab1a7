import { makeReport, makeReportFile } from '@hopscope/contract';
import { useMutation } from '@tanstack/react-query';
import { useOrganizationId } from '../../../lib/organizations/use-organization-id.ts';
import { useRiskAsset } from '../../../lib/risk/risk-asset.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useServices } from '../../../lib/services.ts';

export type ReportFormat = 'pdf' | 'json';

/** Creates a risk report of an address, sealed with its hash, and downloads it. */
export function useReport(address: string) {
  const { api } = useServices();
  const { id: organizationId } = useOrganizationId();
  const asset = useRiskAsset();
  return useMutation({
    mutationFn: async (format: ReportFormat) => {
      const input = { body: { address, ...asset } };
      const name = `risk-report-${address}.${format}`;
      if (format === 'json') {
        const { data } = await api(makeReport, input, { organizationId });
        return saveFile(name, `${JSON.stringify(data, null, 2)}\n`, 'application/json');
      }
      const file = await api(makeReportFile, input, { organizationId });
      if (!(file instanceof Blob)) throw new Error('The server did not send a file.');
      saveFile(name, new Uint8Array(await file.arrayBuffer()), 'application/pdf');
    },
  });
}
