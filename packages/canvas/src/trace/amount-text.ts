import type { Asset } from '@hopscope/contract/flow-document';
import { shortDecimal } from '@hopscope/domain';

/** An amount in the smallest unit with its symbol, exact, without zeros at its end: `118.4 BTC`. */
export function amountWords(amount: bigint, asset: Asset): string {
  return `${shortDecimal(amount, asset.decimals)} ${asset.symbol}`;
}
