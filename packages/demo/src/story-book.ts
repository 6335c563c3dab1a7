import { encodeAddress, networks, toChecksumAddress, toDisplayHash, toHex } from '@hopscope/chain';
import type { StoryFact, StoryPlace, TruthEvent } from './truth.ts';

/** An address or transaction of a story, in the form the explorer uses. */
export interface StoryReference {
  readonly role: StoryFact['role'];
  readonly chain: StoryPlace['chain'];
  readonly kind: 'transaction' | 'address';
  readonly value: string;
}

/** The first addresses and transactions of each story. */
export interface StoryBook {
  emit(event: TruthEvent): void;
  /** By story; roles in order of their first occurrence. */
  places(): ReadonlyMap<StoryFact['story'], readonly StoryReference[]>;
}

/** Maximum number of addresses and transactions per role. */
const mostOfRole = 2;

function seen({ role }: StoryFact, place: StoryPlace): StoryReference {
  if ('txid' in place) {
    return { role, chain: place.chain, kind: 'transaction', value: toDisplayHash(place.txid) };
  }
  if ('hash' in place) {
    return { role, chain: place.chain, kind: 'transaction', value: `0x${toHex(place.hash)}` };
  }
  if ('key' in place) {
    return { role, chain: place.chain, kind: 'address', value: encodeAddress(place.key, networks.demo) };
  }
  return { role, chain: place.chain, kind: 'address', value: toChecksumAddress(`0x${toHex(place.address)}`) };
}

/** Collects the first addresses and transactions of each story from simulation events, with bounded memory. */
export function createStoryBook(): StoryBook {
  const stories = new Map<StoryFact['story'], StoryReference[]>();
  return {
    emit(event) {
      if (event.type !== 'story') return;
      const { story, role } = event.fact;
      const places = stories.get(story) ?? [];
      stories.set(story, places);
      if (places.filter((other) => other.role === role).length >= mostOfRole) return;
      const place = seen(event.fact, event.place);
      if (!places.some(({ value }) => value === place.value)) places.push(place);
    },
    places: () => stories,
  };
}
