/** What a story's money is (specification of the demo's illicit flows); `clean` money carries no flow. */
export const flowKinds = [
  'hack',
  'ransomware',
  'darknet_market',
  'sanctioned',
  'investment_scam',
  'mixer',
  'gambling',
] as const;
export type FlowKind = (typeof flowKinds)[number];

/** A stream of illicit money with one origin. */
export interface Flow {
  readonly id: number;
  readonly kind: FlowKind;
  /** Entity where it began. */
  readonly source: string;
}

/** Kinds of Bitcoin transactions that detectors are measured against. */
export type TransactionKind =
  | 'coinbase'
  | 'payment'
  | 'batch_payout'
  | 'consolidation'
  | 'coinjoin_equal_output'
  | 'coinjoin_pool'
  | 'coinjoin_maker_taker'
  | 'payjoin'
  | 'peel'
  | 'poisoning'
  | 'data';

/** What can be seen of a story, and where; the first of each role are the ones to look at. */
export type StoryFact =
  | {
      readonly story: 'hack';
      readonly role: 'theft' | 'thief' | 'peel' | 'bridge_in' | 'bridge_out';
    }
  | { readonly story: 'ransomware'; readonly role: 'victim_payment' | 'collector' }
  | { readonly story: 'mixer'; readonly role: 'mixer_deposit' | 'mixer_payout' }
  | { readonly story: 'sanctioned'; readonly role: 'sanctioned_wallet' | 'sanctioned_deposit' | 'customer' }
  | { readonly story: 'structuring'; readonly role: 'structured_deposit' | 'customer' }
  | { readonly story: 'clean_customer'; readonly role: 'payment' | 'customer' };

/** Where a fact of a story stands: a transaction by its id in internal byte order, or an address by its key. */
export type StoryPlace =
  | { readonly chain: 'bitcoin'; readonly txid: Uint8Array }
  | { readonly chain: 'bitcoin'; readonly key: Uint8Array }
  | { readonly chain: 'ethereum'; readonly hash: Uint8Array }
  | { readonly chain: 'ethereum'; readonly address: Uint8Array };

/** Kinds of Ethereum transactions. */
export type EthereumTransactionKind =
  | 'payment'
  | 'payout'
  | 'batch_payout'
  | 'sweep'
  | 'gas_supply'
  | 'swap'
  | 'approval'
  | 'liquidity'
  | 'mint'
  | 'collectible'
  | 'bet'
  | 'deployment'
  | 'mixer_deposit'
  | 'mixer_withdrawal'
  | 'bridge_payout'
  | 'peel'
  | 'spam'
  | 'data';

/** Standards of tokens that the demo has. */
export type TokenStandard = 'erc20' | 'erc721';

/** One fact of the truth, in the order of the blocks. Hashes and keys as the chain package has them. */
export type TruthEvent =
  | {
      readonly type: 'address';
      /** Address key. */
      readonly key: Uint8Array;
      readonly wallet: number;
      readonly entity: string;
      /** Client id of a customer of the reader's own organization. */
      readonly client?: string;
    }
  | {
      readonly type: 'transaction';
      readonly txid: Uint8Array;
      readonly kind: TransactionKind;
      /** Wallets that paid, without repeats. */
      readonly payers: readonly number[];
      /** Outputs that went back to a payer. */
      readonly change: readonly number[];
    }
  | {
      readonly type: 'shares';
      readonly txid: Uint8Array;
      readonly vout: number;
      /** Satoshis of the output that come from each flow, by flow id. */
      readonly shares: readonly (readonly [flow: number, sats: bigint])[];
    }
  | { readonly type: 'flow'; readonly flow: Flow }
  | { readonly type: 'story'; readonly fact: StoryFact; readonly place: StoryPlace }
  | {
      readonly type: 'bridge';
      readonly blockchain: 'bitcoin';
      readonly direction: 'in';
      readonly txid: Uint8Array;
      readonly vout: number;
      /** Number that both legs carry. */
      readonly transfer: number;
      readonly sats: bigint;
      /** Seconds since 1970 when it was sent. */
      readonly time: number;
      /** Who sent it and gets it on the other side. */
      readonly entity: string;
      /** Satoshis of it that come from each flow. */
      readonly shares: readonly (readonly [flow: number, sats: bigint])[];
    }
  | {
      readonly type: 'bridge';
      readonly blockchain: 'ethereum';
      readonly direction: 'out';
      readonly hash: Uint8Array;
      readonly transfer: number;
      /** What came in on the Bitcoin side, and what went out here. */
      readonly sats: bigint;
      readonly wei: bigint;
      readonly to: Uint8Array;
    }
  | {
      /** A waiting transaction of the Bitcoin side has been replaced; it will never be in a block. */
      readonly type: 'replaced';
      readonly txid: Uint8Array;
      readonly by: Uint8Array;
    }
  | {
      readonly type: 'ethereum_account';
      readonly address: Uint8Array;
      /** `person` has a key. */
      readonly kind: 'person' | 'contract';
      /** What its owner uses it for. */
      readonly role: string;
      readonly entity: string;
      readonly client?: string;
    }
  | {
      readonly type: 'ethereum_token';
      readonly address: Uint8Array;
      readonly standard: TokenStandard;
      readonly name: string;
      readonly symbol: string;
      readonly decimals: number | null;
    }
  | {
      readonly type: 'ethereum_transaction';
      readonly hash: Uint8Array;
      readonly kind: EthereumTransactionKind;
      readonly success: boolean;
    }
  | {
      readonly type: 'ethereum_shares';
      readonly hash: Uint8Array;
      /** Contract of the token; null for ether. */
      readonly token: Uint8Array | null;
      readonly from: Uint8Array | null;
      readonly to: Uint8Array | null;
      readonly amount: bigint;
      /** Parts of the amount that come from each flow. */
      readonly shares: readonly (readonly [flow: number, amount: bigint])[];
    }
  | {
      /** One leg of a note of the fixed-amount mixer. */
      readonly type: 'ethereum_mixer';
      /** Number that both legs carry. */
      readonly note: number;
      readonly leg: 'deposit' | 'withdrawal';
      readonly hash: Uint8Array;
      readonly wei: bigint;
      /** Who paid in, or who got it. */
      readonly account: Uint8Array;
    };
