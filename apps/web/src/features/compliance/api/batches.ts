import {
  type ScreeningBatch,
  screeningBatchEndpoints,
  type ScreeningBatchKind,
  type ScreeningBatchResult,
  screeningBatchResult,
} from '@hopscope/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const { createScreeningBatch, deleteScreeningBatch, listScreeningBatches, readScreeningBatch } =
  screeningBatchEndpoints;
/** Maximum number of listed batches, the newest. */
export const shownBatches = 200;
/** Interval in milliseconds at which the progress of running batches is read. */
const readEveryMs = 2_000;
/** Timeout in milliseconds: a large file over a slow connection. */
const timeoutMs = 600_000;

/** Reads the newest batches, again and again while one of them runs. */
export function useBatches(organizationId: string) {
  const { api } = useServices();
  return useQuery<{ batches: ScreeningBatch[]; hasMore: boolean }>({
    queryKey: [listScreeningBatches.id, organizationId],
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.batches.some((batch) => batch.state === 'running') ? readEveryMs : false,
    queryFn: async ({ signal }) => {
      const query = { limit: shownBatches };
      const { data, next } = await api(listScreeningBatches, { query }, { signal, organizationId });
      return { batches: data, hasMore: next !== null };
    },
  });
}

/** Uploads a file; `progress` is the uploaded fraction, from 0 to 1. */
export function useCreateBatch(organizationId: string) {
  const { api } = useServices();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const mutation = useMutation({
    mutationFn: async (given: { file: Blob; name: string; direction: 'in' | 'out' }) => {
      setProgress(0);
      const { file, ...query } = given;
      const options = { organizationId, timeoutMs, file, onProgress: setProgress };
      return (await api(createScreeningBatch, { query }, options)).data;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [listScreeningBatches.id] }),
    onSettled: () => setProgress(undefined),
  });
  return { ...mutation, progress };
}

export const useDeleteBatch = (organizationId: string) =>
  useCall(deleteScreeningBatch, { changes: [listScreeningBatches], organizationId });

/** The first decided lines of a kind; read again when more lines are decided. */
export function useBatchResults(
  organizationId: string,
  asked: { id: string; done: number; kind: ScreeningBatchKind; limit: number },
) {
  const { api } = useServices();
  const { id, done, kind, limit } = asked;
  return useQuery({
    queryKey: [readScreeningBatch.id, organizationId, id, kind, done],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ScreeningBatchResult[]> => {
      const query = { only: kind, limit, wait: 'false' as const };
      const text = await api(readScreeningBatch, { params: { id }, query }, { signal, organizationId });
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => screeningBatchResult.parse(JSON.parse(line)));
    },
  });
}

/** Downloads the decided lines as CSV: all, or those of a kind. */
export function useBatchFile(organizationId: string) {
  const { api } = useServices();
  return useMutation({
    mutationFn: async ({ id, name, kind }: { id: string; name: string; kind?: ScreeningBatchKind }) => {
      const query = { format: 'csv' as const, wait: 'false' as const, ...(kind && { only: kind }) };
      const options = { organizationId, timeoutMs };
      const text = await api(readScreeningBatch, { params: { id }, query }, options);
      // The browser strips the byte order mark from text; spreadsheets need it.
      saveFile(`${name}-${kind ?? 'decisions'}.csv`, `\uFEFF${text}`, 'text/csv');
    },
  });
}
