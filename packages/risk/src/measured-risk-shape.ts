import type { BehaviorId } from './behavior/rules.ts';
import type { TaintMethod } from './exposure/types.ts';
import type { HistoryFigure, RiskGroup } from './measured-risk-names.ts';

/** `right` of `of` cases. `value` is their ratio, weighted by group size if documented; null without cases. */
export interface MeasuredShare {
  readonly value: number | null;
  readonly right: number;
  readonly of: number;
}

/** Quality of risk scores, measured on demo networks with known ground truth; see docs/concepts/evaluation.md. */
export interface MeasuredRisk {
  readonly seeds: readonly number[];
  readonly transactions: number;
  /** Number of scored addresses. */
  readonly addresses: number;
  /** Correctly listed addresses of criminal or sanctioned entities with at least this level. */
  readonly direct: { readonly medium: MeasuredShare; readonly high: MeasuredShare };
  /** Clean addresses with at least this level. */
  readonly clean: { readonly medium: MeasuredShare; readonly high: MeasuredShare };
  /** Area under the ROC curve: the probability that an address with illicit money over `hops` scores higher than a clean one. */
  readonly auc: readonly {
    readonly hops: number;
    readonly cases: number;
    readonly value: number | null;
    readonly perfectDirectory: number | null;
  }[];
  /** Levels and median score by actual type of address; no score counts as 0. */
  readonly groups: readonly {
    readonly group: RiskGroup;
    readonly asked: number;
    readonly unknown: number;
    readonly medium: number;
    readonly high: number;
    readonly median: number;
  }[];
  /** By type of illicit actor. */
  readonly actors: readonly {
    readonly actor: string;
    readonly listed: MeasuredShare;
    readonly auc: number | null;
    readonly cases: number;
  }[];
  /** Bad addresses among those with a score from `from` to below `from` + 10, weighted by group size. */
  readonly reliability: readonly { readonly from: number; readonly bad: MeasuredShare }[];
  readonly rules: readonly {
    readonly id: BehaviorId;
    /** Findings whose transactions follow the pattern of the rule, weighted by group size. */
    readonly precision: MeasuredShare;
    readonly recall: MeasuredShare;
    /** Addresses with a finding that are bad, weighted by group size. */
    readonly bad: MeasuredShare;
    /** Clean addresses with a finding. */
    readonly clean: MeasuredShare;
  }[];
  /** Compared with the default method on the same addresses. `apart`: mean difference of scores, 0 to 1. */
  readonly methods: readonly {
    readonly method: TaintMethod;
    readonly sameLevel: MeasuredShare;
    readonly apart: number;
  }[];
  /** Time to compute one score, with other work on the same computer; not a benchmark. */
  readonly milliseconds: { readonly p50: number; readonly p95: number };
}

/** Figures of one run of the evaluation. Runs with different numbers of transactions measured different demo networks. */
export interface MeasuredRun {
  /** Day of the run, `YYYY-MM-DD`. */
  readonly on: string;
  readonly transactions: number;
  /** From 0 to 1; null if not measurable. */
  readonly figures: Readonly<Record<HistoryFigure, number | null>>;
}
