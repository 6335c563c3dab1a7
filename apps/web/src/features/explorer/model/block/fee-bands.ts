import type { BlockFees } from '@hopscope/contract';
import { shortDecimal, type Formats } from '@hopscope/domain';

const gweiDecimals = 9;

/** Wei per gas in gwei, as short as it can be. */
function gweiText(wei: string): string {
  return shortDecimal(BigInt(wei), gweiDecimals);
}

/** What fee rates of a chain are counted in. */
export function rateUnit(chain: BlockFees['blockchain']): string {
  return chain === 'bitcoin' ? 'sat/vB' : 'gwei tip per gas';
}

/** A rate as people read it. */
export function rateText(
  rate: string,
  chain: BlockFees['blockchain'],
  { decimal }: Pick<Formats, 'decimal'>,
): string {
  return decimal(chain === 'bitcoin' ? rate : gweiText(rate));
}

/** The name of a band. */
export function bandName(
  { from, to }: BlockFees['bands'][number],
  chain: BlockFees['blockchain'],
  formats: Pick<Formats, 'decimal'>,
): string {
  const low = rateText(from, chain, formats);
  if (to === null) return `${low} or more`;
  if (from === '0') return `under ${rateText(to, chain, formats)}`;
  return `${low}–${rateText(to, chain, formats)}`;
}

/** Bands with neighboring empty ones as one. */
export function joinEmpty(bands: BlockFees['bands']): BlockFees['bands'] {
  const joined: BlockFees['bands'] = [];
  for (const band of bands) {
    const last = joined.at(-1);
    if (last?.count === 0 && band.count === 0) joined[joined.length - 1] = { ...last, to: band.to };
    else joined.push(band);
  }
  return joined;
}

/** A band's part of the room that all bands take, from 0 to 1. */
export function shareOf(size: number, bands: BlockFees['bands']): number {
  const all = bands.reduce((sum, band) => sum + band.size, 0);
  return all === 0 ? 0 : size / all;
}
