import { positionOf } from '../../positions.ts';
import type { RowWriter } from '../../../shared/bulk/row-writer.ts';
import { lookupWords, writeLookupKey } from '../../../shared/bulk/lookups.ts';
import { sortRecords } from '../../../shared/bulk/sort-records.ts';

const unresolvedWords = 13;
const spendWords = 6;

/** An input whose transaction may be part of the load after all: their lookup keys are equal. */
export interface SuspectInput {
  /** Position of the transaction with that lookup key. */
  readonly position: number;
  readonly spender: number;
  /** The txid in the input, in internal byte order. */
  readonly txid: Uint8Array;
}

/**
 * Writes the rows of `btc_unresolved` of a partition. Returns inputs that spend an output of a transaction with a lookup key
 * of the load (`lookups`: the same partition): the output was spent earlier, or the keys are equal by chance.
 */
export function buildUnresolved(words: Uint32Array, lookups: Uint32Array, out: RowWriter): SuspectInput[] {
  const suspects: SuspectInput[] = [];
  const sorted = sortRecords(lookups, lookupWords, lookupWords);
  let next = 0;
  for (const at of sortRecords(words, unresolvedWords, 5)) {
    const spender = positionOf(words[at + 2] ?? 0, words[at + 3] ?? 0);
    out.row(2);
    writeLookupKey(out, words, at);
    out.point(spender, words[at + 4] ?? 0);
    while (next < sorted.length && compareAcross(lookups, sorted[next] ?? 0, words, at) < 0) next++;
    for (let i = next; i < sorted.length && compareAcross(lookups, sorted[i] ?? 0, words, at) === 0; i++) {
      const found = sorted[i] ?? 0;
      const txid = new Uint8Array(new Uint32Array(words.subarray(at + 5, at + 13)).buffer);
      suspects.push({
        position: positionOf(lookups[found + 2] ?? 0, lookups[found + 3] ?? 0),
        spender,
        txid,
      });
    }
  }
  return suspects;
}

function compareAcross(a: Uint32Array, atA: number, b: Uint32Array, atB: number): number {
  const high = (a[atA] ?? 0) - (b[atB] ?? 0);
  return high !== 0 ? high : (a[atA + 1] ?? 0) - (b[atB + 1] ?? 0);
}

/** Writes the rows of `btc_spend` of a partition. */
export function buildSpends(words: Uint32Array, out: RowWriter): void {
  for (const at of sortRecords(words, spendWords, 3)) {
    out.row(2);
    out.point(positionOf(words[at] ?? 0, words[at + 1] ?? 0), words[at + 2] ?? 0);
    out.point(positionOf(words[at + 3] ?? 0, words[at + 4] ?? 0), words[at + 5] ?? 0);
  }
}
