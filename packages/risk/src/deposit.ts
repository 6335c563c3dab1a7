/** Activity of an address for the deposit address rule. */
export interface DepositActivity {
  /** Transactions that paid it, and those among them from the entity it forwards to. */
  readonly receipts: number;
  readonly receiptsFromEntity: number;
  /** Transactions that spent from it, and how many of them paid directly attributed addresses of that entity only. */
  readonly spends: number;
  readonly sweeps: number;
}

/** A suggestion: the address probably belongs to the entity that it hands everything on to. */
export interface DepositSuggestion {
  /** 0 to 100: grows with the times that everything was handed on. */
  readonly confidence: number;
  readonly sweeps: number;
  readonly receipts: number;
}

const leastSweeps = 2;
const confidences = [0, 0, 70, 80, 85, 90] as const;

/**
 * Deposit address of a service: it receives from outside, and all of its spending, more than once, goes to directly
 * attributed addresses of one entity. A customer who sends everything to one service has change and other payees in between;
 * an address paid by the service itself belongs to the service or a customer and isn't one.
 */
export function suggestDeposit(activity: DepositActivity): DepositSuggestion | undefined {
  const { receipts, receiptsFromEntity, spends, sweeps } = activity;
  if (sweeps < leastSweeps || sweeps !== spends || receipts < leastSweeps || receiptsFromEntity > 0)
    return undefined;
  const confidence = confidences[Math.min(sweeps, confidences.length - 1)] ?? 0;
  return { confidence, sweeps, receipts };
}
