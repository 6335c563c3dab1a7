import type { CategoryId } from '../categories/categories.ts';

/** Names of the rules as people read them, in the order of findings. */
export const behaviorNames = {
  structuring: 'Structuring',
  rapid_movement: 'Rapid movement',
  peel_chain: 'Peel chain',
  dormant_then_active: 'Reactivation after dormancy',
  round_trip: 'Round-tripping',
  bridge_hop: 'Bridge hop',
  poisoning: 'Address poisoning',
  dead_entity: 'Defunct entity',
  frozen: 'Frozen by an issuer',
  frozen_party: 'Transfers with frozen accounts',
} as const;
export type BehaviorId = keyof typeof behaviorNames;
export const behaviorIds = Object.keys(behaviorNames) as readonly BehaviorId[];

/** Thresholds of the rules. Severities 0 to 100; shares, bands and tolerances parts per million; times seconds. */
export interface BehaviorRules {
  readonly structuring: { severity: number; least: number; within: number; band: number };
  readonly rapid_movement: { severity: number; least: number; within: number; share: number };
  readonly peel_chain: { severity: number; least: number; keep: number; within: number };
  readonly dormant_then_active: { severity: number; gap: number; within: number; share: number };
  readonly round_trip: { severity: number; least: number; within: number; tolerance: number };
  readonly bridge_hop: { severity: number; within: number; share: number };
  readonly poisoning: { severity: number; share: number };
  readonly dead_entity: { severity: number; saturation: number };
  /** `lifted`: what is left of the severity once the issuer has lifted it. */
  readonly frozen: { severity: number; lifted: number };
  readonly frozen_party: { severity: number; saturation: number };
}

/** Somebody on the other side of a dealing. */
export interface Party {
  /** Cluster or address, as walks write it. */
  readonly owner: string;
  readonly address: string;
  /** Of its label, gravest first; none without a label. */
  readonly categories: readonly CategoryId[];
  readonly entity: { readonly id: string; readonly name: string } | null;
  /** True if the directory lists the entity as closed; null: unknown. */
  readonly dead: boolean | null;
  /** True if the issuer of a token has frozen the account, or destroyed its tokens; Ethereum only. */
  readonly frozen: boolean;
}

/** Net flow between the owner and others in one transaction, without change. */
export interface CounterpartyFlow {
  readonly transaction: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly direction: 'in' | 'out';
  /** Smallest units, positive; without fees. */
  readonly amount: bigint;
  readonly parties: readonly Party[];
  /** True if it left for another chain, as the contract of a known bridge states. */
  readonly crossed: boolean;
  /** Other addresses paid by the transaction besides the owner and the parties; empty if not requested. */
  readonly beside: readonly string[];
}

/** A lot that a transaction spends or creates. Without address: data, bare scripts, or outputs outside the ledger. */
export interface SpentLot {
  readonly id: string;
  readonly amount: bigint;
  readonly address: string | null;
}

/** A transaction that spends coins of the owner, or follows on from one that does: for peel chains. */
export interface Spending {
  readonly transaction: string;
  /** Seconds since 1970. */
  readonly time: number;
  /** True if it spends coins of the owner; a chain starts there. */
  readonly own: boolean;
  readonly spends: readonly SpentLot[];
  readonly pays: readonly SpentLot[];
}

/** What the issuer of a token did to the account, as far as no later event undoes it. */
export interface IssuerMeasure {
  readonly kind: 'frozen' | 'unfrozen' | 'seized';
  readonly issuer: string;
  /** Symbol or contract. */
  readonly token: string;
  readonly transaction: string;
}

/** Input of the rules. */
export interface ObservedActivity {
  /** In the order of the chain. */
  readonly flows: readonly CounterpartyFlow[];
  /** In any order; Bitcoin only. */
  readonly spendings: readonly Spending[];
  /** All dealings are there, from the first one: balances follow from them. */
  readonly complete: boolean;
  /** Newest first; Ethereum only. */
  readonly measures: readonly IssuerMeasure[];
}

/** A transaction that a finding rests on. */
export interface Trace {
  readonly transaction: string;
  readonly amount: bigint;
}

/** A rule that applies. */
export interface Finding {
  readonly id: BehaviorId;
  /** Parts per million of the rule's severity. */
  readonly intensity: number;
  /** In the order of the chain, all of them. */
  readonly traces: readonly Trace[];
  /** What it is about, in one sentence without a full stop; amounts by `format`. */
  readonly text: string;
}

/** Writes an amount with its unit. */
export type FormatAmount = (amount: bigint) => string;

/** Half at the least number, whole at twice as many. */
export function grown(count: number, least: number): number {
  return Math.min(1_000_000, Math.floor((count * 500_000) / least));
}

/** Parts per million of a whole, rounded down; 0 of nothing, at most 1,000,000. */
export function shareOf(part: bigint, total: bigint): number {
  if (total <= 0n) return 0;
  const share = (part * 1_000_000n) / total;
  return Number(share > 1_000_000n ? 1_000_000n : share);
}
