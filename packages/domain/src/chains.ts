/** The coin of a chain: its symbol, and the number of decimals down to its smallest unit. */
export interface Coin {
  readonly symbol: string;
  readonly decimals: number;
}

/** What code needs to know about a chain beyond its own rules. */
export interface Chain {
  readonly name: string;
  readonly coin: Coin;
  /** Unit of fee rates, as texts write it. */
  readonly feeUnit: string;
  /** What the size of a transaction counts against: the limit of a block. */
  readonly blockSpace: 'weight' | 'gas';
  /** Whether addresses hold unspent outputs or balances. */
  readonly model: 'utxo' | 'account';
  /** Addresses that were spent from together form clusters. */
  readonly hasClusters: boolean;
  /** Contracts issue tokens beside the coin. */
  readonly hasTokens: boolean;
  /** Hashes and addresses of the chain, and of no other, begin with it; empty for none. */
  readonly prefix: '' | '0x';
}

/** The blockchains that Hopscope knows, in the order of lists. */
export const blockchains = ['bitcoin', 'ethereum'] as const;
export type Blockchain = (typeof blockchains)[number];

export const chains: Readonly<Record<Blockchain, Chain>> = {
  bitcoin: {
    name: 'Bitcoin',
    coin: { symbol: 'BTC', decimals: 8 },
    feeUnit: 'sat/vB',
    blockSpace: 'weight',
    model: 'utxo',
    hasClusters: true,
    hasTokens: false,
    prefix: '',
  },
  ethereum: {
    name: 'Ethereum',
    coin: { symbol: 'ETH', decimals: 18 },
    feeUnit: 'gwei priority fee per gas',
    blockSpace: 'gas',
    model: 'account',
    hasClusters: false,
    hasTokens: true,
    prefix: '0x',
  },
};

/** Chain of a block height that names none. */
export const defaultChain: Blockchain = 'bitcoin';

/** Returns the chain that funds of a chain can cross to. */
export const otherChain = (chain: Blockchain): Blockchain =>
  blockchains.find((each) => each !== chain) ?? chain;

/** Returns whether a text, such as a URL parameter, is the identifier of a chain. */
export function isBlockchain(value: unknown): value is Blockchain {
  return blockchains.some((chain) => chain === value);
}

/** Returns the chain of a hash or address by its prefix, in upper or lower case. Doesn't validate the rest. */
export function chainOf(text: string): Blockchain {
  const start = text.trim().slice(0, 2).toLowerCase();
  return (
    blockchains.find((chain) => chains[chain].prefix !== '' && chains[chain].prefix === start) ?? defaultChain
  );
}

/** Returns the chain of a block that is named by hash or height: `asked` for a height. */
export function chainOfBlock(text: string, asked: Blockchain = defaultChain): Blockchain {
  // A hash of Bitcoin can consist of decimal digits only.
  return /^(0x)?[0-9a-f]{64}$/i.test(text.trim()) ? chainOf(text) : asked;
}

/** An asset: the coin of a chain, or a token with its contract. */
export type CoinOrToken = Coin & { readonly contract?: string | null };

/** Returns whether an asset is the coin of a chain. */
export function isCoinOf(chain: Blockchain, { symbol, decimals, contract = null }: CoinOrToken): boolean {
  const { coin } = chains[chain];
  return contract === null && symbol === coin.symbol && decimals === coin.decimals;
}

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
