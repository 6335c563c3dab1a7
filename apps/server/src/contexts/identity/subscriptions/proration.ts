/** What a change of plan in the middle of a paid period costs. Amounts in minor units, times in whole seconds. */
export interface PlanChange {
  /** What the running period has cost. */
  paid: bigint;
  /** What a whole period of the new plan costs. */
  price: bigint;
  /** Seconds left of the running period, from 0 to `total`. */
  remaining: bigint;
  /** Seconds of the whole running period, above 0. */
  total: bigint;
  /** True: the current period continues and its remainder is charged; false: a new period starts and is charged in full. */
  keepsPeriod: boolean;
  /** Credit from earlier changes. */
  balance: bigint;
}

export interface Quote {
  /** For the unused time of the old plan; halves are rounded up, in the customer's favor. */
  credit: bigint;
  /** For the time of the new plan; halves are rounded down, in the customer's favor. */
  charge: bigint;
  /** To pay now: `due − balance = charge − credit − balance before`, and one of both is 0. */
  due: bigint;
  /** Credit that is left over. */
  balance: bigint;
}

/** Works a change of plan out. Never negative, always whole minor units. */
export function quoteChange(change: PlanChange): Quote {
  const { paid, price, remaining, total, keepsPeriod } = change;
  if (total <= 0n || remaining < 0n || remaining > total)
    throw new RangeError('The time is outside the period');
  const credit = (2n * paid * remaining + total) / (2n * total);
  const charge = keepsPeriod ? (2n * price * remaining + total - 1n) / (2n * total) : price;
  return { credit, charge, ...settle(charge, credit + change.balance) };
}

/** Applies credit to a charge; returns the remaining charge and credit. */
export function settle(charge: bigint, credit: bigint): { due: bigint; balance: bigint } {
  return charge > credit ? { due: charge - credit, balance: 0n } : { due: 0n, balance: credit - charge };
}
