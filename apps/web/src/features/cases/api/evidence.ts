import { caseEndpoints } from '@hopscope/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useServices } from '../../../lib/services.ts';
import { useKeepCase } from './cases.ts';

const { addCaseEvidence, getCaseEvidence } = caseEndpoints;
/** Timeout in milliseconds: twenty megabytes over a slow connection. */
const timeoutMs = 600_000;

/** Uploads a file; `progress` is the uploaded fraction, from 0 to 1. */
export function useAddEvidence(organizationId: string, id: string) {
  const { api } = useServices();
  const keep = useKeepCase(organizationId);
  const [progress, setProgress] = useState<number>();
  const mutation = useMutation({
    mutationFn: async (file: File) => {
      setProgress(0);
      const input = { params: { id }, query: { name: file.name } };
      const options = { organizationId, timeoutMs, file, onProgress: setProgress };
      return (await api(addCaseEvidence, input, options)).data;
    },
    onSuccess: keep,
    onSettled: () => setProgress(undefined),
  });
  return { ...mutation, progress };
}

/** Downloads a file under its name. */
export function useTakeEvidence(organizationId: string, id: string) {
  const { api } = useServices();
  return useMutation({
    mutationFn: async ({ _id: evidenceId, name }: { _id: string; name: string }) => {
      const file = await api(getCaseEvidence, { params: { id, evidenceId } }, { organizationId, timeoutMs });
      if (!(file instanceof Blob)) throw new Error('The file did not come as a file.');
      saveFile(name, new Uint8Array(await file.arrayBuffer()), 'application/octet-stream');
    },
  });
}
