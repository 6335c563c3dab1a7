import type { BehaviorId } from './behavior/rules.ts';
import type { TaintMethod } from './exposure/types.ts';
import type { RiskGroup } from './measured-risk-names.ts';

/** So many of so many: `value` is their ratio, weighed where the text says so; null where there was nothing to measure. */
export interface MeasuredShare {
  readonly value: number | null;
  readonly right: number;
  readonly of: number;
}

/** What scores are worth, measured on demo networks whose truth is known; docs/concepts/evaluation.md says how. */
export interface MeasuredRisk {
  readonly seeds: readonly number[];
  readonly transactions: number;
  /** That were scored. */
  readonly addresses: number;
  /** Of addresses of crime and sanctions that the directory names rightly: how many are of at least this level. */
  readonly direct: { readonly medium: MeasuredShare; readonly high: MeasuredShare };
  /** Of clean addresses: how many are of at least this level. */
  readonly clean: { readonly medium: MeasuredShare; readonly high: MeasuredShare };
  /** How often an address that got illicit money over so many hops scores above a clean one. */
  readonly auc: readonly {
    readonly hops: number;
    readonly cases: number;
    readonly value: number | null;
    readonly perfectDirectory: number | null;
  }[];
  /** Of addresses that truly are something: levels, and the median score (no number counts as 0). */
  readonly groups: readonly {
    readonly group: RiskGroup;
    readonly asked: number;
    readonly unknown: number;
    readonly medium: number;
    readonly high: number;
    readonly median: number;
  }[];
  /** By the kind of illicit actor. */
  readonly actors: readonly {
    readonly actor: string;
    readonly listed: MeasuredShare;
    readonly auc: number | null;
    readonly cases: number;
  }[];
  /** Of scores from `from` to below `from` + 10: how many addresses are bad, weighed. */
  readonly reliability: readonly { readonly from: number; readonly bad: MeasuredShare }[];
  readonly rules: readonly {
    readonly id: BehaviorId;
    /** Where it speaks: that it is what it says, weighed. */
    readonly precision: MeasuredShare;
    readonly recall: MeasuredShare;
    /** Where it speaks: that the address is bad, weighed. */
    readonly bad: MeasuredShare;
    /** Of clean addresses: where it speaks. */
    readonly clean: MeasuredShare;
  }[];
  /** Beside the default method, on the same addresses; `apart`: mean difference of scores of 0 to 1. */
  readonly methods: readonly {
    readonly method: TaintMethod;
    readonly sameLevel: MeasuredShare;
    readonly apart: number;
  }[];
  /** Of one score, on the machine that measured beside other work: no benchmark. */
  readonly milliseconds: { readonly p50: number; readonly p95: number };
}
