import { type Blockchain, type RiskLevel } from '@hopscope/domain';

/** Whole numbers of parts per million of 1: 250000 is 25%. */
type Millionths = number;
/** Whole number of the asset's smallest unit as decimal text. */
type Units = string;

/** A step of a path of transactions, from the address outwards. */
export interface ReportStep {
  readonly transaction: string;
  /** null: it has none, or it is not known. */
  readonly address: string | null;
  readonly owner: string | null;
  /** In the asset of the score. */
  readonly amount: Units;
  /** Asset that it became in this step (received: that it was before). */
  readonly converted?:
    | { readonly symbol: string | null; readonly contract: string | null }
    | null
    | undefined;
  /** Odds that it is this step (0 to 1), where the path goes on by a link through a mixer. */
  readonly odds?: number | null | undefined;
}

/** A word of a source that a factor or a name rests on. */
export interface ReportLabel {
  readonly entity: string;
  readonly source: string;
  /** Day on which the source was read, or of its statement; null: unknown. */
  readonly date: string | null;
  /** 0 to 100. */
  readonly confidence: number;
}

export interface ReportFactor {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly severity: RiskLevel;
  /** What it adds to the overall score: all of them add up to it exactly. */
  readonly contribution: Millionths;
  /** Fewest hops; null: of the address's own doing. */
  readonly hops: number | null;
  /** The largest first. */
  readonly evidence: readonly {
    readonly transaction: string;
    readonly amount: Units;
    readonly hops: number | null;
  }[];
  /** How many transactions it rests on in all. */
  readonly transactions: number;
  readonly labels: readonly ReportLabel[];
}

export interface ReportExposure {
  /** `in`: sources of received funds; `out`: destinations of sent funds. */
  readonly direction: 'in' | 'out';
  readonly category: string;
  /** null: no entity is named. */
  readonly entity: string | null;
  readonly amount: Units;
  /** Share of the total in its direction. */
  readonly share: Millionths;
  readonly hops: number;
  readonly path: readonly ReportStep[];
}

/**
 * Content of a risk report, for JSON and PDF. Contains only text, whole numbers, null, lists, and objects, so that it has one
 * canonical form.
 */
export interface ReportModel {
  readonly version: 1;
  /** ISO 8601, UTC. */
  readonly generatedAt: string;
  readonly address: string;
  readonly blockchain: Blockchain;
  readonly network: string;
  /** True on the demo network: everyone is fictional. */
  readonly fictional: boolean;
  /** Owner; null: unknown. See `labels` for its sources. */
  readonly owner: {
    readonly name: string;
    readonly entityId: string;
    readonly type: string | null;
    readonly labels: readonly ReportLabel[];
  } | null;
  readonly score: {
    readonly state: 'scored' | 'not_enough_seen' | 'nothing_known' | 'not_covered' | 'failed';
    /** Why there is no score; null if there is one. */
    readonly reason: string | null;
    readonly overall: Millionths | null;
    readonly level: RiskLevel;
    readonly groups: readonly {
      readonly name: string;
      readonly score: Millionths | null;
      readonly weight: Millionths;
      readonly weighted: Millionths;
      /** What is added because the overall score is never less than a share of this part's. */
      readonly raised: Millionths;
    }[];
  };
  /** The largest contribution first. */
  readonly factors: readonly ReportFactor[];
  readonly exposures: readonly ReportExposure[];
  /** `known`, `unknown` and `notWalked` add up to 1,000,000, or are 0 where nothing moved. */
  readonly coverage: readonly {
    readonly direction: 'in' | 'out';
    readonly total: Units;
    readonly known: Millionths;
    readonly unknown: Millionths;
    readonly notWalked: Millionths;
  }[];
  /** Parts that were not assessed, as sentences. */
  readonly notAssessed: readonly string[];
  readonly asset: { readonly symbol: string; readonly decimals: number };
  /** What a whole coin is worth; null: not known. */
  readonly price: { readonly micros: string; readonly at: string; readonly source: string } | null;
  readonly method: {
    readonly taint: string;
    readonly description: string;
    readonly hops: number;
    readonly budget: number;
  };
  readonly versions: {
    /** Newest block of the state; null: the ledger is empty. */
    readonly ledger: { readonly height: number; readonly hash: string } | null;
    /** Newest block of the other chain that counts; null: none does. */
    readonly other: { readonly height: number; readonly hash: string } | null;
    readonly directory: { readonly version: number; readonly asOf: string };
    readonly profile: { readonly name: string; readonly version: string };
    readonly application: string;
  };
  readonly sources: readonly {
    readonly name: string;
    readonly date: string | null;
    readonly license: string | null;
  }[];
}

/** A report with the hash that it is recognized by. */
export interface SealedReport extends ReportModel {
  /** SHA-256 of the canonical JSON of everything else, lower-case hex. */
  readonly signatureHash: string;
}
