import { createCopyReader } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { clusterTransactions, type PositionedTx } from './cluster-blocks.ts';
import { claimClusters, wipeSome, writeDone } from './cluster-store.ts';
import { positionOf } from '../positions.ts';
import { readRanges } from '../ranges.ts';
import { unpackTx } from '../blocks/tx-record.ts';

const mostRowsWiped = 50_000;

/** How far clusters are behind the blocks. */
export interface ClusterLag {
  /** Height up to which clusters are complete; −1: none yet. */
  readonly upTo: number;
  /** Whether there are blocks above it. */
  readonly behind: boolean;
}

/** Returns the last of the next blocks above a height that have about `most` transactions in total. */
async function nextRun(session: SqlSession, above: number, most: number): Promise<number | undefined> {
  const { rows } = await session.query<{ height: number; tx_count: number }>(
    'select height, tx_count from btc_block where height > $1 order by height limit 2000',
    [above],
  );
  let last: number | undefined;
  let count = 0;
  for (const { height, tx_count } of rows) {
    if (last !== undefined && count + tx_count > most) break;
    last = height;
    count += tx_count;
  }
  return last;
}

/** Returns stored transactions above one height up to another, in ascending order. */
async function readRun(session: SqlSession, above: number, last: number): Promise<PositionedTx[]> {
  const reader = createCopyReader(
    await session.copyOut(
      `select pos, body from btc_tx where pos >= ${positionOf(above + 1, 0)} and pos < ${positionOf(last + 1, 0)} order by pos`,
    ),
  );
  const txs: PositionedTx[] = [];
  while (reader.next()) {
    const position = reader.int8Number();
    txs.push({ position, record: unpackTx(reader.bytes().slice(), position) });
  }
  return txs;
}

/**
 * Advances clusters toward the blocks of the ledger, within the caller's write transaction: deletes some invalid rows, or
 * processes the next blocks, about `most` transactions.
 */
export async function catchUpClusters(session: SqlSession, most: number): Promise<ClusterLag> {
  const { current, done } = await claimClusters(session);
  const top = (await readRanges(session)).at(-1)?.to ?? -1;
  if (!current) {
    if (await wipeSome(session, mostRowsWiped)) return { upTo: -1, behind: true };
    await writeDone(session, -1);
    return { upTo: -1, behind: top >= 0 };
  }
  const last = done < top ? await nextRun(session, done, most) : undefined;
  if (last === undefined) return { upTo: done, behind: false };
  await clusterTransactions(session, await readRun(session, done, last), { empty: done < 0 });
  await writeDone(session, last);
  return { upTo: last, behind: last < top };
}
