import type { Asset } from '@hopscope/contract/flow-document';
import { groupDigits, plainNumbers, shortDecimal } from '@hopscope/domain';

/** An amount in the smallest unit with its symbol, exact, without zeros at its end: `1,118.4 BTC`. */
export function amountWords(amount: bigint, asset: Asset): string {
  const [whole = '0', fraction] = shortDecimal(amount, asset.decimals).split('.');
  const digits = groupDigits(whole, plainNumbers.marks);
  return `${digits}${fraction === undefined ? '' : `.${fraction}`} ${asset.symbol}`;
}
