import type { ConversionRecord } from '@hopscope/contract/flow-document';
import { chains, shortDecimal } from '@hopscope/domain';
import { amountWords } from './amount-text.ts';

/** Returns both amounts of a conversion: `0.5 BTC → 10 ETH`. */
export function shortConversion({ gave, got }: Pick<ConversionRecord, 'gave' | 'got'>): string {
  const amount = ({ amount: units, asset }: ConversionRecord['gave']): string =>
    `${shortDecimal(BigInt(units), asset.decimals)} ${asset.symbol}`;
  return `${amount(gave)} → ${amount(got)}`;
}

/** Returns a conversion or crossing in words: `0.5 BTC crossed to Ethereum as 10 ETH (Example Bridge, exact)`. */
export function conversionText({ gave, got, crossing }: ConversionRecord): string {
  const given = amountWords(BigInt(gave.amount), gave.asset);
  const received = amountWords(BigInt(got.amount), got.asset);
  if (!crossing) return `${given} became ${received}`;
  return `${given} crossed to ${chains[got.asset.chain].name} as ${received} (${crossing.protocol}, ${crossing.proof})`;
}
