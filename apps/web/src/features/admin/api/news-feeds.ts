import { socialEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

const { addNewsFeed, changeNewsFeed, listNewsFeeds, removeNewsFeed, runNewsFeed, testNewsFeed } =
  socialEndpoints;
const changes = [listNewsFeeds];

/** Reads feeds of news and posts. */
export function useNewsFeeds() {
  const { api } = useServices();
  return useQuery({
    queryKey: [listNewsFeeds.id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api(listNewsFeeds, {}, { signal })).data,
  });
}

export const useAddNewsFeed = () => useCall(addNewsFeed, { changes });
export const useChangeNewsFeed = () => useCall(changeNewsFeed, { changes });
export const useRemoveNewsFeed = () => useCall(removeNewsFeed, { changes });
export const useRunNewsFeed = () => useCall(runNewsFeed, { changes });
/** Fetches a feed to test it. */
export const useTestNewsFeed = () => useCall(testNewsFeed);
