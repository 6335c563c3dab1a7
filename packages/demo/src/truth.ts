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

/** One fact of the truth, in the order of the blocks. Hashes and keys as the chain package has them. */
export type TruthEvent =
  | {
      readonly type: 'address';
      /** Address key. */
      readonly key: Uint8Array;
      readonly wallet: number;
      readonly entity: string;
      /** Client id of a customer of the reader's own organisation. */
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
  | {
      readonly type: 'bridge';
      readonly txid: Uint8Array;
      readonly vout: number;
      readonly direction: 'in' | 'out';
      /** Number that both legs carry. */
      readonly transfer: number;
      readonly sats: bigint;
    };
