import { caseEndpoints } from '@hopscope/contract';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useServices } from '../../../lib/services.ts';

/** Timeout in milliseconds: a gigabyte of evidence over a slow connection. */
const timeoutMs = 1_800_000;

const kinds = {
  report: { call: caseEndpoints.getCaseReport, type: 'application/pdf', ending: 'pdf' },
  data: { call: caseEndpoints.getCaseData, type: 'application/zip', ending: 'zip' },
} as const;
export type CaseFile = keyof typeof kinds;

/** Creates the report or the export of a case, and downloads it. */
export function useCaseFile(organizationId: string) {
  const { api } = useServices();
  return useMutation({
    mutationFn: async ({ id, number, kind }: { id: string; number: number; kind: CaseFile }) => {
      const { call, type, ending } = kinds[kind];
      const file = await api(call, { params: { id } }, { organizationId, timeoutMs });
      if (!(file instanceof Blob)) throw new Error('It did not come as a file.');
      saveFile(`case-${String(number)}.${ending}`, file, type);
    },
  });
}
