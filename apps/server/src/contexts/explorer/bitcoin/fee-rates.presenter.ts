import type { Blockchain, BlockFees, RateSpread } from '@hopscope/contract';
import { bandsOf, type BlockRates, spreadOf } from './fee-rates.ts';

/** Format and band limits of the fee rates of a chain. */
interface Rates {
  readonly edges: readonly number[];
  /** Rates of the ledger per unit of a limit, as in answers. */
  readonly unit: number;
  textOf(rate: number): string;
}

const ratesOf: Readonly<Record<Blockchain, Rates>> = {
  // Hundredths of a satoshi per virtual byte.
  bitcoin: {
    edges: [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1000].map((n) => n * 100),
    unit: 100,
    textOf: (rate) => `${Math.floor(rate / 100)}.${String(rate % 100).padStart(2, '0')}`,
  },
  // Tips in wei; limits in thousandths of a gwei.
  ethereum: {
    edges: [1, 10, 50, 100, 500, 1000, 1500, 2000, 3000, 5000, 10_000, 20_000, 50_000, 100_000].map(
      (n) => n * 1_000_000,
    ),
    unit: 1,
    textOf: String,
  },
};

/** Returns the spread of the rates of a block. */
export function presentSpread(rates: BlockRates, chain: Blockchain): RateSpread {
  const spread = spreadOf(rates);
  const { textOf } = ratesOf[chain];
  return {
    known: rates.paid.length,
    unknown: rates.unknown,
    lowest: spread ? textOf(spread.lowest) : null,
    median: spread ? textOf(spread.median) : null,
    highest: spread ? textOf(spread.highest) : null,
  };
}

/** Returns the number of a block's transactions by fee rate band. */
export function presentBands(rates: BlockRates, chain: Blockchain): BlockFees['bands'] {
  const { unit, edges } = ratesOf[chain];
  return bandsOf(rates, edges).map(({ from, to, count, size }) => ({
    from: String(from / unit),
    to: to === undefined ? null : String(to / unit),
    count,
    size,
  }));
}
