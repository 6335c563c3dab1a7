import { type DemoStory, demoStoryIds } from '@hopscope/contract';
import type { MakerReply } from './maker-thread.ts';

/** Returns the maker's stories in the form of the API: all of them, including those that haven't occurred yet. */
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
