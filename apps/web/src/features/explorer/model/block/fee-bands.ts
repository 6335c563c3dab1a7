import type { BlockFees } from '@hopscope/contract';
import { type Blockchain, type Formats, shortDecimal } from '@hopscope/domain';

const gweiDecimals = 9;

/** Formats wei per gas in gwei without trailing zeros. */
function gweiText(wei: string): string {
  return shortDecimal(BigInt(wei), gweiDecimals);
}

/** A fee rate in the unit of its chain, as decimal text. */
const inFeeUnit: Readonly<Record<Blockchain, (rate: string) => string>> = {
  bitcoin: (rate) => rate,
  ethereum: gweiText,
};

/** Formats a fee rate. */
export function rateText(rate: string, chain: Blockchain, { decimal }: Pick<Formats, 'decimal'>): string {
  return decimal(inFeeUnit[chain](rate));
}

/** Returns the label of a fee rate band. */
export function bandName(
  { from, to }: BlockFees['bands'][number],
  chain: Blockchain,
  formats: Pick<Formats, 'decimal'>,
): string {
  const low = rateText(from, chain, formats);
  if (to === null) return `${low} or more`;
  if (from === '0') return `under ${rateText(to, chain, formats)}`;
  return `${low}–${rateText(to, chain, formats)}`;
}

/** Merges adjacent empty bands. */
export function joinEmpty(bands: BlockFees['bands']): BlockFees['bands'] {
  const joined: BlockFees['bands'] = [];
  for (const band of bands) {
    const last = joined.at(-1);
    if (last?.count === 0 && band.count === 0) joined[joined.length - 1] = { ...last, to: band.to };
    else joined.push(band);
  }
  return joined;
}

/** Returns the share of a band in the size of all bands, from 0 to 1. */
export function shareOf(size: number, bands: BlockFees['bands']): number {
  const all = bands.reduce((sum, band) => sum + band.size, 0);
  return all === 0 ? 0 : size / all;
}
