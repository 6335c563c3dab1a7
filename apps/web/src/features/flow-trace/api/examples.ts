import { type DemoStoryId, getDemoStories } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServerHealth } from '../../../lib/server-health.ts';
import { useServices } from '../../../lib/services.ts';

/** An address of the demo network that is worth a trace. */
export interface Example {
  readonly story: DemoStoryId;
  readonly address: string;
}

/** Returns the first address of each story of the demo network; none on other networks. */
export function useExamples(): readonly Example[] {
  const { api } = useServices();
  const { data: health } = useServerHealth();
  const { data } = useQuery({
    queryKey: [getDemoStories.id],
    queryFn: ({ signal }) => api(getDemoStories, {}, { signal }),
    enabled: health?.bitcoin.source === 'demo',
  });
  return (data?.data.stories ?? []).flatMap(({ id, places }) => {
    const place = places.find(({ kind }) => kind === 'address');
    return place ? [{ story: id, address: place.value }] : [];
  });
}
