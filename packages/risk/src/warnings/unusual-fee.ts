/** Share of the paid amount above which a fee is unusual. */
const part = 10n;
/** A rate that is more than this many times that of the block is unusual. */
const times = 5n;

/** Why a fee is unusual: compared with the amount, or with the block. */
export type UnusualFee = 'amount' | 'rate';

/** A rate as text with at most two decimals, in hundredths; undefined for another text. */
function hundredths(rate: string): bigint | undefined {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(rate) ?? [];
  return whole === undefined ? undefined : BigInt(whole + decimals.padEnd(2, '0'));
}

/**
 * Why the fee of a transaction is unusual, if it is: more than a tenth of what its outputs got, or at more than five times the
 * median rate of its block. Both are rules of thumb of this project: the first finds fees entered in the place of amounts,
 * the second bids in an auction, panic and errors. Amounts in base units.
 * @param rate of the transaction, and `median` of its block, as text with at most two decimals; null where not known
 */
export function unusualFee(paid: {
  fee: bigint;
  amount: bigint;
  rate?: string | null;
  median?: string | null;
}): UnusualFee[] {
  const found: UnusualFee[] = [];
  if (paid.fee > 0n && paid.fee * part > paid.amount) found.push('amount');
  const [rate, median] = [paid.rate, paid.median].map((text) => (text ? hundredths(text) : undefined));
  if (rate !== undefined && median !== undefined && median > 0n && rate > median * times) found.push('rate');
  return found;
}
