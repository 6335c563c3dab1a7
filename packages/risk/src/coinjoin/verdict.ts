/** Styles of CoinJoin that have a detector. */
export const coinJoinStyles = ['whirlpool', 'wasabi2', 'wasabi1', 'joinmarket', 'equal_output'] as const;
export type CoinJoinStyle = (typeof coinJoinStyles)[number];

/** What a detector's word rests on. */
export interface CoinJoinEvidence {
  readonly inputs: number;
  /** Inputs whose amount and address are not known. */
  readonly unknownInputs: number;
  readonly outputs: number;
  /** Outputs of the most frequent amount, to different addresses. */
  readonly equalOutputs: number;
  /** That amount in satoshis. */
  readonly denomination: bigint;
  /** Number of participants; null if the form doesn't show it. */
  readonly participants: number | null;
  /** Outputs of the standard amounts of WabiSabi; null for other styles. */
  readonly standardOutputs: number | null;
}

/** `unknown`: depends on unknown inputs, or amounts are inconclusive. */
export type CoinJoinVerdict =
  | { readonly is: 'coinjoin'; readonly style: CoinJoinStyle; readonly evidence: CoinJoinEvidence }
  | { readonly is: 'none' }
  | { readonly is: 'unknown' };

/** Result of one detector: the number of participants if it recognizes its style (null: not visible). */
export type DetectorFinding =
  | { readonly is: 'match'; readonly participants: number | null; readonly standardOutputs?: number }
  | { readonly is: 'none' }
  | { readonly is: 'unknown' };

export const none = { is: 'none' } as const;
export const unknown = { is: 'unknown' } as const;
