import type { Asset } from '../records.ts';

/** A decimal number of smallest units, exact, without zeros at its end: `118.4`, `0.00000001`. */
export function decimalText(amount: bigint, decimals: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The same with its symbol: `118.4 BTC`. */
export function amountWords(amount: bigint, asset: Asset): string {
  return `${decimalText(amount, asset.decimals)} ${asset.symbol}`;
}
