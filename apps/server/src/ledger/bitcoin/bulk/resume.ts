import { createCopyReader } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { type ScriptType, scriptTypes } from '@hopscope/domain';
import { coSpentOf } from '../clusters/cluster-rule.ts';
import { type StoredTx, unpackTx } from '../blocks/tx-record.ts';
import { heightOf, positionOf } from '../positions.ts';
import type { HeightRange } from '../ranges.ts';
import type { LoadState } from './load-blocks.ts';
import type { Partitions } from './records.ts';
import type { RunFolder } from '../../shared/bulk/runs.ts';
import { stagedName } from '../../shared/bulk/staged-tables.ts';

const typeNumbers = new Map<ScriptType, number>(scriptTypes.map((type, index) => [type, index]));
/** Number of heights whose transactions are read at once. */
const heightsAtATime = 32;

/** Returns the spent outputs of the heights of a partition, as texts of position and output number. */
function spentOutputs(words: Uint32Array): Set<string> {
  const spent = new Set<string>();
  for (let at = 0; at < words.length; at += 6) {
    spent.add(`${positionOf(words[at] ?? 0, words[at + 1] ?? 0)}/${words[at + 2] ?? 0}`);
  }
  return spent;
}

/**
 * Restores the memory of a load at the end of its last complete segment: unspent outputs and clusters, from the rows and
 * runs of the segments. Reads them once, one partition of spends at a time.
 */
export async function restoreState(
  session: SqlSession,
  state: LoadState,
  load: { runs: RunFolder; segments: number; partitions: Partitions; ranges: readonly HeightRange[] },
): Promise<void> {
  const { runs, segments, partitions } = load;
  const empty = new Uint8Array(0);
  let partition = -1;
  let spent = new Set<string>();

  function restore(position: number, txid: Uint8Array, record: StoredTx): void {
    const own = Math.floor(heightOf(position) / partitions.heights);
    if (own !== partition) {
      partition = own;
      spent = spentOutputs(runs.read(segments, 'spend', partition));
    }
    const cluster = coSpentOf(record);
    if (cluster.length > 0) {
      for (const { key, vin } of cluster) state.clusters.spent(key, 0, key.length, position, vin);
      state.clusters.join(position);
    }
    if (position === 0) return;
    const owner = state.unspent.addTransaction(txid, 0, position);
    for (const [vout, { type, key = empty, value }] of record.outputs.entries()) {
      if (type === 'op_return' || spent.has(`${position}/${vout}`)) continue;
      const [high, low] = [Number(value >> 32n), Number(value & 0xffffffffn)];
      state.unspent.add(owner, vout, high, low, typeNumbers.get(type) ?? 0, key, 0, key.length);
    }
    state.unspent.dropIfEmpty(owner);
    state.unspent.relieve();
  }

  for (const { from, to } of load.ranges) {
    for (let height = from; height <= to; height += heightsAtATime) {
      const end = Math.min(to + 1, height + heightsAtATime);
      const reader = createCopyReader(
        await session.copyOut(
          `select pos, txid, body from ${stagedName('btc_tx')} where pos >= ${positionOf(height, 0)} and pos < ${positionOf(end, 0)} order by pos`,
        ),
      );
      while (reader.next()) {
        const position = reader.int8Number();
        const txid = reader.bytes().slice();
        restore(position, txid, unpackTx(reader.bytes().slice(), position));
      }
    }
  }
}

/** Deletes the rows of an incomplete segment. */
export async function trimStaged(session: SqlSession, top: number): Promise<void> {
  const above = positionOf(top + 1, 0);
  await session.query(`delete from ${stagedName('btc_block')} where height > ${top}`);
  for (const table of ['btc_tx', 'btc_tx_rest'] as const)
    await session.query(`delete from ${stagedName(table)} where pos >= ${above}`);
}
