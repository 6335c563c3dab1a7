import type { Step } from '../exposure/types.ts';
import type { FollowEvents, FollowQuestion, FollowReader, FollowResult } from './follow-types.ts';
import { createFollowing } from './following.ts';

/**
 * Follows funds from lots, transfer by transfer and address by address, to services, endpoints, or limits; see
 * docs/concepts/tracing.md. Except with poison, the stops of an asset add up exactly to its roots and the results of
 * conversions. The same query on the same state emits the same events in the same order.
 * @throws Error if the reader omits a lot, or the reason of `signal` if aborted
 */
export async function followMoney(
  question: FollowQuestion,
  reader: FollowReader,
  events: FollowEvents,
  signal?: AbortSignal,
): Promise<FollowResult> {
  const { direction, limits } = question;
  const following = createFollowing(question, reader, events);
  const known = new Map<string, Step>();
  let rounds = 0;
  following.begin();
  for (;;) {
    const groups = following.next();
    if (groups.length === 0) break;
    signal?.throwIfAborted();
    if (rounds >= limits.rounds) {
      for (const { items } of groups) following.leave(items, 'rounds');
      break;
    }
    let left = limits.reads - known.size;
    const now = groups.filter(({ lot, items }) => {
      if (known.has(lot.id) || left-- > 0) return true;
      following.leave(items, 'reads');
      return false;
    });
    const unread = now.map(({ lot }) => lot).filter(({ id }) => !known.has(id));
    if (unread.length > 0) {
      for (const [id, step] of await reader.read(unread, direction, signal)) known.set(id, step);
      rounds += 1;
    }
    following.advance(
      now.map(({ lot, items }) => {
        const step = known.get(lot.id);
        if (!step) throw new Error(`The reader says nothing of lot ${lot.id}`);
        return { items, step };
      }),
    );
    const { nodes, waiting } = following.state();
    events.round({ reads: known.size, nodes, rounds, waiting });
  }
  const { nodes, bound } = following.state();
  return { reason: bound, reads: known.size, nodes, rounds };
}
