import type { SqlSession } from '../../db/session.ts';
import { type HeightRange, readRangesOf, writeRangesOf } from '../shared/ranges.ts';

export { addHeights, dropTop, type HeightRange, includesHeight } from '../shared/ranges.ts';

/** The heights that the ledger holds, ascending, not touching. */
export function readRanges(session: SqlSession): Promise<HeightRange[]> {
  return readRangesOf(session, 'btc_range');
}

export function writeRanges(session: SqlSession, ranges: readonly HeightRange[]): Promise<void> {
  return writeRangesOf(session, 'btc_range', ranges);
}
