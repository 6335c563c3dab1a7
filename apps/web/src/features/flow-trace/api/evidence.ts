import { flowEvidenceEndpoints } from '@hopscope/contract';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useServices } from '../../../lib/services.ts';

const { bundleFlowDocument } = flowEvidenceEndpoints;
/** Time to collect and pack a bundle of 2,000 transactions. */
const timeoutMs = 180_000;

/** Downloads the evidence bundle of a document, which `npm run verify-bundle` verifies. */
export function useEvidenceBundle(organizationId: string) {
  const { api } = useServices();
  return useMutation({
    mutationFn: async (documentId: string) => {
      const params = { id: organizationId, documentId };
      const file = await api(bundleFlowDocument, { params, body: {} }, { organizationId, timeoutMs });
      if (!(file instanceof Blob)) throw new Error('The server did not send a file.');
      saveFile(`evidence-${documentId}.zip`, new Uint8Array(await file.arrayBuffer()), 'application/zip');
    },
  });
}
