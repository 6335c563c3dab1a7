/** Results of one pass over a block, each including all before it. */
export type DecodeVariant = 'txids' | 'keys' | 'texts' | 'verified';

export const variantTexts: Record<DecodeVariant, string> = {
  txids: 'decode, txids',
  keys: '+ address keys of all outputs',
  texts: '+ address texts of all outputs',
  verified: '+ all rules of a block',
};

/** Counts of a pass, which prove that libraries did the same work. */
export interface DecodeCounts {
  transactions: number;
  /** Outputs for which the library returns an address. */
  addresses: number;
  /** Sum of the first four bytes of all txids, modulo 2^32. */
  txidSum: number;
}

export interface DecodeLibrary {
  version: string;
  /** Implementation of its hash functions. */
  hashing: string;
  variants: Partial<Record<DecodeVariant, (raw: Uint8Array, counts: DecodeCounts) => void>>;
}

export const libraryNames = ['hopscope', 'bcoin', 'bitcoinjs-lib'] as const;
export type LibraryName = (typeof libraryNames)[number];

/** Counts a transaction by its txid in internal byte order. */
export function countTransaction(counts: DecodeCounts, txid: Uint8Array): void {
  counts.transactions++;
  const head =
    (txid[0] ?? 0) + (txid[1] ?? 0) * 0x100 + (txid[2] ?? 0) * 0x1_0000 + (txid[3] ?? 0) * 0x100_0000;
  counts.txidSum = (counts.txidSum + head) % 2 ** 32;
}
