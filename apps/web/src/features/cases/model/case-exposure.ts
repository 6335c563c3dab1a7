import type { CaseDetails } from '@hopscope/contract';
import { fixedDecimal } from '@hopscope/domain';

type Transaction = CaseDetails['transactions'][number];

/** Amounts of the transactions of a case. */
export interface CaseExposure {
  /** US dollars with two decimals, at the time of each transaction; null if no price is known. */
  readonly dollars: string | null;
  /** Transactions without a known price. */
  readonly unpriced: number;
  /** Sums by asset, in the order of their first transaction. */
  readonly assets: readonly { readonly asset: Transaction['asset']; readonly amount: bigint }[];
  /** Highest score of a transaction; null: unknown. */
  readonly highest: number | null;
}

/** Returns the cents of dollars with two decimals. Throws RangeError for another text. */
function centsOf(dollars: string): bigint {
  if (!/^\d+\.\d\d$/.test(dollars)) throw new RangeError(`Not dollars and cents: ${dollars}`);
  return BigInt(dollars.replace('.', ''));
}

/** Adds up the transactions of a case; different assets are added only in dollars. */
export function exposureOf(transactions: readonly Transaction[]): CaseExposure {
  const assets = new Map<string, { asset: Transaction['asset']; amount: bigint }>();
  let cents = 0n;
  let unpriced = 0;
  let highest: number | null = null;
  for (const { asset, amount, usdAmount, riskScores } of transactions) {
    const key = asset.contract ?? asset.symbol;
    assets.set(key, { asset, amount: (assets.get(key)?.amount ?? 0n) + BigInt(amount) });
    if (usdAmount === null) unpriced += 1;
    else cents += centsOf(usdAmount);
    for (const score of riskScores) highest = Math.max(highest ?? 0, score);
  }
  const priced = transactions.length - unpriced;
  return {
    dollars: priced === 0 ? null : fixedDecimal(cents, 2),
    unpriced,
    assets: [...assets.values()],
    highest,
  };
}
