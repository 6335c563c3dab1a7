import { equalBytes } from '@hopscope/chain';
import { createCopyReader } from '../../../../db/copy-binary.ts';
import type { SqlSession } from '../../../../db/session.ts';
import { heightOf, positionOf } from '../../positions.ts';
import { buildAccounts } from './accounts.ts';
import type { ClusterColumns } from '../cluster-columns.ts';
import { findSlot, slot } from '../slots.ts';
import { UnfitBlockError } from '../load-blocks.ts';
import type { LoadManifest } from '../load-manifest.ts';
import type { RunFolder } from '../../../shared/bulk/runs.ts';
import { buildLookups, lookupWords, writeLookupKey } from '../../../shared/bulk/lookups.ts';
import { stagedName } from '../../../shared/bulk/staged-tables.ts';
import { TableFiller } from '../../../shared/bulk/table-filler.ts';
import type { TableStream } from '../../../shared/bulk/table-stream.ts';
import type { RowWriter } from '../../../shared/bulk/row-writer.ts';
import { sortRecords } from '../../../shared/bulk/sort-records.ts';

const unresolvedWords = 13;
const spendWords = 6;

/** An input whose transaction may be part of the load after all: their lookup keys are equal. */
interface SuspectInput {
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
function buildUnresolved(words: Uint32Array, lookups: Uint32Array, out: RowWriter): SuspectInput[] {
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
function buildSpends(words: Uint32Array, out: RowWriter): void {
  for (const at of sortRecords(words, spendWords, 3)) {
    out.row(2);
    out.point(positionOf(words[at] ?? 0, words[at + 1] ?? 0), words[at + 2] ?? 0);
    out.point(positionOf(words[at + 3] ?? 0, words[at + 4] ?? 0), words[at + 5] ?? 0);
  }
}

/** Shares of the build time for accounts, and for all rows; the rest is for keys. */
const [accountShare, rowShare] = [0.5, 0.85];

/** Input of the table build. */
export interface BuildInput {
  readonly manifest: LoadManifest;
  readonly folder: RunFolder;
  readonly clusters: ClusterColumns;
  /** Called when `share` (0 to 1) of the records was converted to rows. */
  onBuild(share: number): void;
}

/** Returns times of blocks by height, in seconds since 1970. */
async function readTimes(session: SqlSession): Promise<Map<number, number>> {
  const reader = createCopyReader(
    await session.copyOut(`select height, substring(header from 69 for 4) from ${stagedName('btc_block')}`),
  );
  const times = new Map<number, number>();
  while (reader.next()) {
    const height = reader.int4();
    const bytes = reader.bytes();
    times.set(height, new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true));
  }
  return times;
}

async function fillAccounts(
  [accounts, activity, days]: readonly [TableStream, TableStream, TableStream],
  { manifest, folder, onBuild }: BuildInput,
  times: ReadonlyMap<number, number>,
): Promise<number> {
  return buildAccounts(
    (partition) => {
      onBuild((accountShare * partition) / 2 ** manifest.partitions.bits);
      return folder.read(manifest.segments, 'entry', partition);
    },
    {
      accounts: accounts.rows,
      activity: activity.rows,
      days: days.rows,
      flush: () =>
        accounts.full || activity.full || days.full
          ? Promise.all([accounts.flush(), activity.flush(), days.flush()])
          : undefined,
    },
    {
      partitions: 2 ** manifest.partitions.bits,
      timeOf(height) {
        const time = times.get(height);
        if (time === undefined) throw new RangeError(`Block ${height} is missing in the load`);
        return time;
      },
    },
  );
}

async function fillClusters(stream: TableStream, clusters: ClusterColumns): Promise<void> {
  const { rows } = stream;
  for (let node = 0; node < clusters.size; node++) {
    const { keys, at, size, position, input } = clusters.read(node);
    rows.row(7, 512);
    rows.point(position, input);
    findSlot(keys, at, size);
    rows.int8((slot.high ^ 0x80000000) | 0, slot.low);
    rows.field(keys, at, size);
    rows.int8Number(clusters.members[node] ?? 0);
    const parent = clusters.parent[node] ?? -1;
    if (parent < 0) for (let i = 0; i < 3; i++) rows.null();
    else {
      const joined = clusters.read(parent);
      rows.point(joined.position, joined.input);
      rows.int8Number(clusters.place[node] ?? 0);
      rows.int8Number(clusters.linked[node] ?? 0);
    }
    if (stream.full) await stream.flush();
  }
}

/**
 * Throws UnfitBlockError if an input spends an output of the load that was spent earlier, and the lookup keys aren't just
 * equal by chance.
 */
async function refuseSpentTwice(session: SqlSession, suspects: readonly SuspectInput[]): Promise<void> {
  for (const { position, spender, txid } of suspects) {
    const { rows } = await session.query<{ txid: Uint8Array }>(
      `select txid from ${stagedName('btc_tx')} where pos = $1`,
      [String(position)],
    );
    if (rows[0] && equalBytes(rows[0].txid, txid) && position < spender)
      throw new UnfitBlockError(heightOf(spender), 'it spends an output that is spent already');
  }
}

/** Fills the tables that are in key order, and adds all keys and indexes. Returns the number of addresses. */
export async function buildTables(sessions: readonly SqlSession[], input: BuildInput): Promise<number> {
  const [first] = sessions;
  if (!first) throw new RangeError('Building needs sessions');
  const { manifest, folder } = input;
  const { segments } = manifest;
  const partitions = 2 ** manifest.partitions.bits;
  const times = await readTimes(first);
  const filler = new TableFiller(sessions);
  const suspects: SuspectInput[] = [];
  let addresses = 0;
  filler.index(['btc_tx', 'btc_tx_rest', 'btc_block']);
  // The table that takes the database longest is first.
  await filler.load(['btc_cluster'], (stream) => fillClusters(stream, input.clusters));
  await filler.load(['btc_account', 'btc_activity', 'btc_days'], async (accounts, activity, days) => {
    addresses = await fillAccounts([accounts, activity, days], input, times);
  });
  input.onBuild(accountShare);
  await filler.load(['btc_spend'], async (stream) => {
    const highest = folder.highest(segments, 'spend');
    for (let partition = 0; partition <= highest; partition++) {
      buildSpends(folder.read(segments, 'spend', partition), stream.rows);
      await stream.flush();
    }
  });
  await filler.load(['btc_tx_lookup'], async (stream) => {
    for (let partition = 0; partition < partitions; partition++) {
      buildLookups(folder.read(segments, 'lookup', partition), stream.rows);
      await stream.flush();
    }
  });
  await filler.load(['btc_unresolved'], async (stream) => {
    for (let partition = 0; partition < partitions; partition++) {
      const unresolved = folder.read(segments, 'unresolved', partition);
      if (unresolved.length === 0) continue;
      suspects.push(...buildUnresolved(unresolved, folder.read(segments, 'lookup', partition), stream.rows));
      await stream.flush();
    }
  });
  input.onBuild(rowShare);
  await filler.finish();
  input.onBuild(1);
  await refuseSpentTwice(first, suspects);
  return addresses;
}
