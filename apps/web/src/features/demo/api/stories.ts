import { getDemoStories } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

const soonMs = 10_000;

/** Reads the stories and where to see them; polls while some have not happened yet. */
export function useDemoStories() {
  const { api } = useServices();
  return useQuery({
    queryKey: [getDemoStories.id],
    queryFn: ({ signal }) => api(getDemoStories, {}, { signal }),
    refetchInterval: ({ state }) => {
      const stories = state.data?.data.stories;
      const reported =
        stories !== undefined && stories.length > 0 && stories.every(({ places }) => places.length > 0);
      return reported ? false : soonMs;
    },
  });
}
