import { equalBytes } from '@hopscope/chain';
import { createCopyReader } from '../../../../db/copy-binary.ts';
import type { SqlSession } from '../../../../db/session.ts';
import { heightOf } from '../../positions.ts';
import { buildAccounts } from './accounts.ts';
import { buildSpends, buildUnresolved, type SuspectInput } from './keyed.ts';
import type { ClusterColumns } from '../cluster-columns.ts';
import { findSlot, slot } from '../slots.ts';
import { UnfitBlockError } from '../load-blocks.ts';
import type { LoadManifest } from '../load-manifest.ts';
import type { RunFolder } from '../../../shared/bulk/runs.ts';
import { buildLookups } from '../../../shared/bulk/lookups.ts';
import { stagedName } from '../../../shared/bulk/staged-tables.ts';
import { TableFiller } from '../../../shared/bulk/table-filler.ts';
import type { TableStream } from '../../../shared/bulk/table-stream.ts';

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
