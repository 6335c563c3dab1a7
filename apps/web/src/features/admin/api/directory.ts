import {
  addDirectoryEditor,
  cancelDirectoryJob,
  type DirectoryJob,
  getEntity,
  jobHistoryLength,
  listDirectoryEditors,
  listDirectoryFeeds,
  listDirectoryJobs,
  listEntities,
  putDirectoryFeed,
  removeDirectoryEditor,
  removeDirectoryFeed,
  startDirectoryJob,
} from '@hopscope/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

/** Polling interval of a running job in milliseconds. */
const everyMs = 1_000;
export const editorPageSize = 20;

const running = (jobs: readonly DirectoryJob[] | undefined): DirectoryJob | undefined =>
  jobs?.find(({ state }) => state === 'running');

/** Reads the newest jobs; polls a running one until it ends and then calls `onEnd`. */
export function useDirectoryJobs(onEnd: (job: DirectoryJob) => void) {
  const { api } = useServices();
  const queries = useQueryClient();
  const query = useQuery<DirectoryJob[]>({
    queryKey: [listDirectoryJobs.id],
    staleTime: 0,
    refetchInterval: ({ state }) => (running(state.data) ? everyMs : false),
    queryFn: async ({ signal }) =>
      (await api(listDirectoryJobs, { query: { limit: jobHistoryLength } }, { signal })).data,
  });
  const jobs = query.data;
  /** Jobs whose end is known; those that ended before the page was opened aren't reported. */
  const known = useRef<Set<string>>(undefined);
  const onEndRef = useRef(onEnd);
  onEndRef.current = onEnd;
  useEffect(() => {
    if (!jobs) return;
    const ended = jobs.filter(({ state }) => state !== 'running');
    known.current ??= new Set(ended.map(({ _id }) => _id));
    const [news] = ended.filter(({ _id }) => !known.current?.has(_id));
    if (!news) return;
    for (const { _id } of ended) known.current.add(_id);
    void queries.invalidateQueries({ queryKey: [listEntities.id] });
    void queries.invalidateQueries({ queryKey: [getEntity.id] });
    onEndRef.current(news);
  }, [jobs, queries]);
  return { ...query, job: running(jobs) };
}

export function useStartJob() {
  return useCall(startDirectoryJob, { changes: [listDirectoryJobs] });
}

export function useCancelJob() {
  return useCall(cancelDirectoryJob, { changes: [listDirectoryJobs] });
}

/** Reads the lists that update the directory, and the folder of their files. */
export function useFeeds() {
  const { api } = useServices();
  return useQuery({
    queryKey: [listDirectoryFeeds.id],
    staleTime: 0,
    queryFn: ({ signal }) => api(listDirectoryFeeds, {}, { signal }),
  });
}

export function usePutFeed() {
  return useCall(putDirectoryFeed, { changes: [listDirectoryFeeds] });
}

export function useRemoveFeed() {
  return useCall(removeDirectoryFeed, { changes: [listDirectoryFeeds] });
}

export function useDirectoryEditors(page: number) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listDirectoryEditors.id, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api(listDirectoryEditors, { query: { page, limit: editorPageSize } }, { signal }),
  });
}

export function useAddEditor() {
  return useCall(addDirectoryEditor, { changes: [listDirectoryEditors, getEntity] });
}

export function useRemoveEditor() {
  return useCall(removeDirectoryEditor, { changes: [listDirectoryEditors, getEntity] });
}
