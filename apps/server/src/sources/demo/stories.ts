import { type DemoStory, demoStoryIds } from '@hopscope/contract';
import type { MakerReply } from './maker-thread.ts';

/** What the maker has seen of the stories, as the API tells it: all of them, those without a place yet too. */
export function storiesOf(seen: MakerReply['stories']): DemoStory[] {
  const places = new Map(seen);
  return demoStoryIds.map((id) => ({
    id,
    places: (places.get(id) ?? []).map(({ role, chain, kind, value }) => ({
      role,
      blockchain: chain,
      kind,
      value,
    })),
  }));
}
