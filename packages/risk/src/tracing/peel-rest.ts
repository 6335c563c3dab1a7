import type { CommingledPool } from '../exposure/types.ts';

const million = 1_000_000n;

/**
 * Returns the output that continues a peel chain: coins of one address are spent into two outputs, and the larger one keeps
 * at least the given share (parts per million) at another address. Undefined if the transaction isn't a step. Same shape as
 * `peelRemainder` (Meiklejohn et al., "A Fistful of Bitcoins", 2013, section 5).
 */
export function peelRest({ transaction, entries }: CommingledPool, keep: number): string | undefined {
  if (transaction === null) return undefined;
  const sides = { in: new Set<string>(), out: [] as { id: string; address: string; amount: bigint }[] };
  for (const entry of entries) {
    if (!('lot' in entry)) {
      if (entry.flow === 'in') return undefined;
      continue;
    }
    const { owner, id, amount } = entry.lot;
    if (!owner) return undefined;
    if (entry.flow === 'in') sides.in.add(owner.address);
    else sides.out.push({ id, address: owner.address, amount });
  }
  const [first, second] = sides.out;
  if (sides.in.size !== 1 || sides.out.length !== 2 || !first || !second) return undefined;
  const larger = second.amount > first.amount ? second : first;
  if (sides.in.has(larger.address)) return undefined;
  return larger.amount * million >= (first.amount + second.amount) * BigInt(keep) ? larger.id : undefined;
}
