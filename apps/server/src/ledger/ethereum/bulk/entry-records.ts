import { compareBytes, type EntryLayout } from '../../shared/bulk/group-accounts.ts';

/**
 * An entry of an account's list as words: home (two lanes, the high one with its sign bit inverted), height, flags, number
 * of the movement, asset, the address, and the amount, least significant word first.
 */
export const at = { height: 2, flags: 3, movement: 4, asset: 5, key: 6, amount: 11 } as const;

/** Flags: index of the transaction, and from these bits on: direction, reason to hide, words of the amount, signs. */
export const bits = { direction: 17, spam: 19, amountWords: 21, signs: 25, created: 26 } as const;

export const indexMask = 2 ** bits.direction - 1;
export const two = 3;

/** Returns the number of words of an entry's amount. */
export function amountWordsOf(words: Uint32Array, entry: number): number {
  return ((words[entry + at.flags] ?? 0) >>> bits.amountWords) & 15;
}

export const entryLayout: EntryLayout = {
  least: at.amount,
  length: (words, entry) => at.amount + amountWordsOf(words, entry),
  keyAt: at.key,
  keyEnd: () => at.amount,
  compareKeys: (words, a, b) => compareBytes(words, a + at.key, b + at.key, 20),
};
