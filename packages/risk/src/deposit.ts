/** What an address did, as far as the rule of deposit addresses looks at it. */
export interface DepositActivity {
  /** Transactions that paid it, and how many of them came from the entity that it hands on to. */
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
 * Deposit address of a service: it is paid from outside, and whatever it ever spent went into directly attributed addresses
 * of one entity, more than once. A customer who happens to send everything to one service does that with change and payees
 * in between; an address that was paid by the service itself is the service's own or a customer's, and none.
 */
export function suggestDeposit(activity: DepositActivity): DepositSuggestion | undefined {
  const { receipts, receiptsFromEntity, spends, sweeps } = activity;
  if (sweeps < leastSweeps || sweeps !== spends || receipts < leastSweeps || receiptsFromEntity > 0)
    return undefined;
  const confidence = confidences[Math.min(sweeps, confidences.length - 1)] ?? 0;
  return { confidence, sweeps, receipts };
}
