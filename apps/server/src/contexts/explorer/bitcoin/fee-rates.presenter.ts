import type { Blockchain, BlockFees, RateSpread } from '@hopscope/contract';
import { bandsOf, type BlockRates, spreadOf } from './fee-rates.ts';

/** Between these rates transactions of a block are counted: satoshis per virtual byte, and tips in thousandths of a gwei. */
const edgesOf = {
  bitcoin: [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1000].map((n) => n * 100),
  ethereum: [1, 10, 50, 100, 500, 1000, 1500, 2000, 3000, 5000, 10_000, 20_000, 50_000, 100_000].map(
    (n) => n * 1_000_000,
  ),
} satisfies Record<Blockchain, number[]>;

/** A rate of Bitcoin (hundredths) with two decimals; one of Ethereum is in wei already. */
function textOf(rate: number, chain: Blockchain): string {
  if (chain === 'ethereum') return String(rate);
  return `${Math.floor(rate / 100)}.${String(rate % 100).padStart(2, '0')}`;
}

/** How the rates of a block are spread. */
export function presentSpread(rates: BlockRates, chain: Blockchain): RateSpread {
  const spread = spreadOf(rates);
  return {
    known: rates.paid.length,
    unknown: rates.unknown,
    lowest: spread ? textOf(spread.lowest, chain) : null,
    median: spread ? textOf(spread.median, chain) : null,
    highest: spread ? textOf(spread.highest, chain) : null,
  };
}

/** How many transactions of a block pay how much. */
export function presentBands(rates: BlockRates, chain: Blockchain): BlockFees['bands'] {
  const unit = chain === 'bitcoin' ? 100 : 1;
  return bandsOf(rates, edgesOf[chain]).map(({ from, to, count, size }) => ({
    from: String(from / unit),
    to: to === undefined ? null : String(to / unit),
    count,
    size,
  }));
}
