/** Types of illicit money (specification of the demo's illicit flows); `clean` money has no flow. */
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
  /** Entity of origin. */
  readonly source: string;
}

/** Types of Bitcoin transactions that detectors are evaluated on. */
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

/** A visible fact of a story and its role; the first of each role are shown. */
export type StoryFact =
  | {
      readonly story: 'hack';
      readonly role: 'theft' | 'thief' | 'peel' | 'bridge_in' | 'bridge_out' | 'frozen' | 'cash_out';
    }
  | { readonly story: 'ransomware'; readonly role: 'victim_payment' | 'collector' }
  | { readonly story: 'mixer'; readonly role: 'mixer_deposit' | 'mixer_payout' }
  | { readonly story: 'sanctioned'; readonly role: 'sanctioned_wallet' | 'sanctioned_deposit' | 'customer' }
  | { readonly story: 'structuring'; readonly role: 'structured_deposit' | 'customer' }
  | { readonly story: 'clean_customer'; readonly role: 'payment' | 'customer' | 'exchange_wallet' };

/** Location of a fact: a transaction by its txid in internal byte order, or an address by its key. */
export type StoryPlace =
  | { readonly chain: 'bitcoin'; readonly txid: Uint8Array }
  | { readonly chain: 'bitcoin'; readonly key: Uint8Array }
  | { readonly chain: 'ethereum'; readonly hash: Uint8Array }
  | { readonly chain: 'ethereum'; readonly address: Uint8Array };

/** Types of Ethereum transactions. */
export type EthereumTransactionKind =
  | 'payment'
  | 'payout'
  | 'batch_payout'
  | 'sweep'
  | 'gas_supply'
  | 'swap'
  | 'lending'
  | 'user_operation'
  | 'settlement'
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
  | 'freeze'
  | 'spam'
  | 'data';

/** Token standards in the demo. */
export type TokenStandard = 'erc20' | 'erc721';

/** A fact of the ground truth, in block order. Hashes and keys have the format of the chain package. */
export type TruthEvent =
  | {
      readonly type: 'address';
      /** Address key. */
      readonly key: Uint8Array;
      readonly wallet: number;
      readonly entity: string;
      /** Client ID of a customer of the reader's own organization. */
      readonly client?: string;
    }
  | {
      readonly type: 'transaction';
      readonly txid: Uint8Array;
      readonly kind: TransactionKind;
      /** Wallets that paid, without duplicates. */
      readonly payers: readonly number[];
      /** Outputs of change. */
      readonly change: readonly number[];
    }
  | {
      readonly type: 'shares';
      readonly txid: Uint8Array;
      readonly vout: number;
      /** Satoshis of the output from each flow, by flow ID. */
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
      /** Number that both legs share. */
      readonly transfer: number;
      readonly sats: bigint;
      /** Seconds since 1970 of the transfer. */
      readonly time: number;
      /** Entity that sent and receives it. */
      readonly entity: string;
      /** The address that was paid, as text, if a token is minted for it instead. */
      readonly mint?: string;
      /** Satoshis of it from each flow. */
      readonly shares: readonly (readonly [flow: number, sats: bigint])[];
    }
  | {
      readonly type: 'bridge';
      readonly blockchain: 'ethereum';
      readonly direction: 'out';
      readonly hash: Uint8Array;
      readonly transfer: number;
      /** Amounts deposited on the Bitcoin side and paid out here. */
      readonly sats: bigint;
      readonly wei: bigint;
      /** The token that was minted instead of ether, as many units as satoshis; null: ether. */
      readonly token: Uint8Array | null;
      readonly to: Uint8Array;
    }
  | {
      /** An unconfirmed transaction of the Bitcoin side was replaced; it will never be in a block. */
      readonly type: 'replaced';
      readonly txid: Uint8Array;
      readonly by: Uint8Array;
    }
  | {
      readonly type: 'ethereum_account';
      readonly address: Uint8Array;
      /** `person` has a key. */
      readonly kind: 'person' | 'contract';
      /** Its purpose for the owner. */
      readonly role: string;
      /** The directory knows it from the start. */
      readonly known?: true;
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
      /** Parts of the amount from each flow. */
      readonly shares: readonly (readonly [flow: number, amount: bigint])[];
    }
  | {
      /** What an account gave and received for it in a transaction, by contract of the token; null for ether. */
      readonly type: 'ethereum_conversion';
      readonly hash: Uint8Array;
      readonly account: Uint8Array;
      readonly gave: { readonly token: Uint8Array | null; readonly amount: bigint };
      readonly got: { readonly token: Uint8Array | null; readonly amount: bigint };
    }
  | {
      /** The issuer of a token froze an account. */
      readonly type: 'ethereum_freeze';
      readonly hash: Uint8Array;
      readonly account: Uint8Array;
      readonly token: Uint8Array;
    }
  | {
      /** One leg of a note of the fixed-amount mixer. */
      readonly type: 'ethereum_mixer';
      /** Number that both legs share. */
      readonly note: number;
      readonly leg: 'deposit' | 'withdrawal';
      readonly hash: Uint8Array;
      readonly wei: bigint;
      /** The depositor or the recipient. */
      readonly account: Uint8Array;
    };
