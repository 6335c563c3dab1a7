/** The blockchains that Hopscope knows. */
export const blockchains = ['bitcoin', 'ethereum'] as const;
export type Blockchain = (typeof blockchains)[number];

/** The coin of a chain: its sign, and how many decimals its smallest unit (satoshi, wei) is of. */
export interface Coin {
  readonly symbol: string;
  readonly decimals: number;
}

export const coins = {
  bitcoin: { symbol: 'BTC', decimals: 8 },
  ethereum: { symbol: 'ETH', decimals: 18 },
} as const satisfies Readonly<Record<Blockchain, Coin>>;

/** Kinds of Bitcoin's locking scripts. Databases store the index: only ever append. */
export const scriptTypes = [
  'p2pk',
  'p2pkh',
  'p2sh',
  'p2wpkh',
  'p2wsh',
  'p2tr',
  'witness_unknown',
  'anchor',
  'multisig',
  'op_return',
  'nonstandard',
] as const;
export type ScriptType = (typeof scriptTypes)[number];
