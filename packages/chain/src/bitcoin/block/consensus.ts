import type { Sats } from '../../amounts.ts';
import type { BlockHeader } from './block.ts';
import type { BitcoinNetwork } from '../networks.ts';
import { bitsOfTarget, targetOfBits } from './pow.ts';

/** Blocks that share one difficulty. */
export const RETARGET_INTERVAL = 2016;
const TARGET_TIMESPAN = RETARGET_INTERVAL * 600;
const INITIAL_SUBSIDY = 50n * 100_000_000n;

/** New coins that the block at this height may create, in satoshis. */
export function subsidyAt(height: number, network: BitcoinNetwork): Sats {
  return INITIAL_SUBSIDY >> BigInt(Math.floor(height / network.subsidyHalvingInterval));
}

/** The window of 2016 blocks before a change of difficulty. */
export interface RetargetWindow {
  readonly network: BitcoinNetwork;
  /** First block of the window: its height is a multiple of 2016. */
  readonly first: Pick<BlockHeader, 'time'>;
  /** Last block of the window, 2015 blocks later. */
  readonly last: Pick<BlockHeader, 'time' | 'bits'>;
}

/**
 * Compact target of the block after a window. The window spans 2015 intervals but is compared with 2016 (the known
 * off-by-one of consensus). Where a network allows blocks of the lowest difficulty, they are not considered here.
 */
export function nextBits({ network, first, last }: RetargetWindow): number {
  if (!network.retarget) return last.bits;
  const elapsed = Math.min(Math.max(last.time - first.time, TARGET_TIMESPAN / 4), TARGET_TIMESPAN * 4);
  const target = (targetOfBits(last.bits) * BigInt(elapsed)) / BigInt(TARGET_TIMESPAN);
  return bitsOfTarget(target > network.powLimit ? network.powLimit : target);
}

const MAINNET_FLOORS: readonly (readonly [height: number, difficulty: number])[] = [
  [800_000, 45e12],
  [700_000, 13e12],
  [600_000, 9e12],
  [500_000, 1e12],
  [400_000, 1e11],
  [300_000, 5e9],
  [227_931, 3e6],
];

/**
 * Returns the difficulty below which a block with this claimed height belongs to another network: well below every mainnet
 * difficulty from that height on. 0 if undetermined (other networks, early heights).
 */
export function minimumPlausibleDifficulty(height: number, network: BitcoinNetwork): number {
  if (network.name !== 'mainnet') return 0;
  return MAINNET_FLOORS.find(([from]) => height >= from)?.[1] ?? 0;
}
