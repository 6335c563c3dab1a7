import { flowEvidenceEndpoints } from '@hopscope/contract';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useServices } from '../../../lib/services.ts';

const { bundleFlowDocument } = flowEvidenceEndpoints;
/** A bundle of 2,000 transactions is gathered and packed. */
const timeoutMs = 180_000;

/** Has the evidence of a document gathered, and offers it as a file that `npm run verify-bundle` checks. */
export function useEvidenceBundle(organizationId: string) {
  const { api } = useServices();
  return useMutation({
    mutationFn: async (documentId: string) => {
      const params = { id: organizationId, documentId };
      const file = await api(bundleFlowDocument, { params, body: {} }, { organizationId, timeoutMs });
      if (!(file instanceof Blob)) throw new Error('The bundle did not come as a file.');
      saveFile(`evidence-${documentId}.zip`, new Uint8Array(await file.arrayBuffer()), 'application/zip');
    },
  });
}
