import type { SqlSession } from '../../../db/session.ts';
import { int8Array } from '../../shared/byte-keys.ts';
import { type ActivityEntry, chunkEntries, unpackActivity } from './activity.ts';
import type { AccountRow } from '../reader.ts';

/** Returns the entries with these sequences, in the given order. Throws RangeError if one is missing. */
export async function readActivityAt(
  session: SqlSession,
  { id, txCount, tail }: AccountRow,
  sequences: readonly number[],
): Promise<ActivityEntry[]> {
  const chunkOf = (sequence: number): number => Math.floor(sequence / chunkEntries);
  const full = Math.floor(txCount / chunkEntries);
  const chunks = new Map<number, readonly ActivityEntry[]>([[full, tail]]);
  const wanted = new Set(sequences.map(chunkOf).filter((chunk) => chunk < full));
  if (wanted.size > 0) {
    const { rows } = await session.query<{ chunk: number; entries: Uint8Array }>(
      `select chunk, entries from btc_activity where id = $1 and chunk = any(${int8Array(wanted)})`,
      [String(id)],
    );
    for (const { chunk, entries } of rows) chunks.set(chunk, unpackActivity(entries));
  }
  return sequences.map((sequence) => {
    const entry = chunks.get(chunkOf(sequence))?.[sequence % chunkEntries];
    if (!entry) throw new RangeError(`Entry ${sequence} of account ${id} is missing`);
    return entry;
  });
}
