import type { RiskWalk } from '@hopscope/contract';
import { hundredthsOf, restTexts } from './exposures.ts';

/** How far away the entity is at which money was traced: the address itself, one hop, or more. */
export type Distance = 'self' | 'direct' | 'indirect' | 'open';

export const distanceNames: Readonly<Record<Distance, string>> = {
  direct: 'Direct',
  indirect: 'Indirect',
  self: 'Not moved on',
  open: 'Not traced',
};

/** A part of all received or sent funds; `hundredths` (of a percent) of all parts add up to 10,000. */
export interface RingShare {
  key: string;
  name: string;
  distance: Distance;
  /** 0 to 100; null: not traced. */
  severity: number | null;
  /** Base units. */
  amount: bigint;
  hundredths: number;
}

const order: readonly Distance[] = ['direct', 'indirect', 'self', 'open'];

function distanceOf(hops: number): Distance {
  if (hops === 0) return 'self';
  return hops === 1 ? 'direct' : 'indirect';
}

/** Returns the shares of a walk by distance and category, nearest and then largest first; untraced funds are last. */
export function ringShares({ total, exposures, rests }: RiskWalk): RingShare[] {
  const sums = new Map<string, Omit<RingShare, 'hundredths'>>();
  const add = (key: string, part: Omit<RingShare, 'hundredths' | 'key'>) => {
    const before = sums.get(key);
    sums.set(key, { ...part, key, amount: (before?.amount ?? 0n) + part.amount });
  };
  for (const { category, categoryName, severity, byHops } of exposures) {
    for (const { hops, amount } of byHops) {
      const distance = distanceOf(hops);
      add(`${distance} ${category}`, { name: categoryName, distance, severity, amount: BigInt(amount) });
    }
  }
  for (const { reason, amount } of rests) {
    add(`open ${reason}`, {
      name: restTexts[reason],
      distance: 'open',
      severity: null,
      amount: BigInt(amount),
    });
  }
  const parts = [...sums.values()]
    .filter(({ amount }) => amount > 0n)
    .toSorted(
      (a, b) =>
        order.indexOf(a.distance) - order.indexOf(b.distance) ||
        (a.amount > b.amount ? -1 : a.amount < b.amount ? 1 : 0),
    );
  const whole = BigInt(total);
  if (whole === 0n) return [];
  const shares = parts.map(({ amount }) => Number((amount * 1_000_000n) / whole) / 1_000_000);
  const hundredths = hundredthsOf(shares);
  return parts.map((part, i) => ({ ...part, hundredths: hundredths[i] ?? 0 }));
}

/** Returns the sum of the shares of one distance in hundredths of a percent. */
export function hundredthsAt(shares: readonly RingShare[], distance: Distance): number {
  return shares.reduce((sum, share) => (share.distance === distance ? sum + share.hundredths : sum), 0);
}
