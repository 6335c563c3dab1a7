import type { SqlSession } from '../../db/session.ts';
import { type HeightRange, readRangesOf, writeRangesOf } from '../shared/ranges.ts';

export { addHeights, dropTop, type HeightRange, includesHeight } from '../shared/ranges.ts';

/** Returns the ranges of heights in the ledger, in ascending order, never adjacent. */
export function readRanges(session: SqlSession): Promise<HeightRange[]> {
  return readRangesOf(session, 'btc_range');
}

export function writeRanges(session: SqlSession, ranges: readonly HeightRange[]): Promise<void> {
  return writeRangesOf(session, 'btc_range', ranges);
}
