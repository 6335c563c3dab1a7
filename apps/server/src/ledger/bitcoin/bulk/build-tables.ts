import { equalBytes } from '@hopscope/chain';
import { createCopyReader } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { heightOf } from '../positions.ts';
import { buildAccounts } from './build-accounts.ts';
import { buildLookups, buildSpends, buildUnresolved, type SuspectInput } from './build-keyed.ts';
import type { ClusterColumns } from './cluster-columns.ts';
import { findHome, home } from './homes.ts';
import { UnfitBlockError } from './load-blocks.ts';
import type { LoadManifest } from './load-manifest.ts';
import type { RunFolder } from './runs.ts';
import { createStaged, indexStaged, stagedName, type StagedTable } from './staged-tables.ts';
import { TableStream } from './table-stream.ts';

/** What the tables are built from. */
export interface BuildInput {
  readonly manifest: LoadManifest;
  readonly folder: RunFolder;
  readonly clusters: ClusterColumns;
}

/** Makes a table anew and fills it; its keys are added when all rows are there. */
async function fill(
  session: SqlSession,
  table: StagedTable,
  write: (stream: TableStream) => Promise<void>,
): Promise<void> {
  await createStaged(session, table);
  const stream = new TableStream(session, table);
  await write(stream);
  await stream.flush(true);
  await indexStaged(session, table);
}

/** Times of blocks by height, in seconds since 1970. */
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
  [accountSession, activitySession, daySession]: readonly SqlSession[],
  { manifest, folder }: BuildInput,
): Promise<number> {
  if (!accountSession || !activitySession || !daySession) throw new RangeError('Accounts need three sessions');
  for (const [session, table] of [
    [accountSession, 'btc_account'],
    [activitySession, 'btc_activity'],
    [daySession, 'btc_days'],
  ] as const)
    await createStaged(session, table);
  const times = await readTimes(accountSession);
  const accounts = new TableStream(accountSession, 'btc_account');
  const activity = new TableStream(activitySession, 'btc_activity');
  const days = new TableStream(daySession, 'btc_days');
  const count = await buildAccounts(
    (partition) => folder.read(manifest.segments, 'entry', partition),
    {
      accounts: accounts.rows,
      activity: activity.rows,
      days: days.rows,
      flush: () =>
        accounts.full || activity.full || days.full
          ? Promise.all([accounts.flush(), activity.flush(), days.flush()]).then(() => {})
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
  await Promise.all([accounts.flush(true), activity.flush(true), days.flush(true)]);
  return count;
}

async function fillClusters(stream: TableStream, clusters: ClusterColumns): Promise<void> {
  const { rows } = stream;
  for (let node = 0; node < clusters.size; node++) {
    const [keys, at, size] = [clusters.keyBytes(node), clusters.keyAt(node), clusters.keySize[node] ?? 0];
    rows.row(7, 512);
    rows.point(clusters.position[node] ?? 0, clusters.input[node] ?? 0);
    findHome(keys, at, size);
    rows.int8((home.high ^ 0x80000000) | 0, home.low);
    rows.field(keys, at, size);
    rows.int8Number(clusters.members[node] ?? 0);
    const parent = clusters.parent[node] ?? -1;
    if (parent < 0) for (let i = 0; i < 3; i++) rows.null();
    else {
      rows.point(clusters.position[parent] ?? 0, clusters.input[parent] ?? 0);
      rows.int8Number(clusters.place[node] ?? 0);
      rows.int8Number(clusters.linked[node] ?? 0);
    }
    if (stream.full) await stream.flush();
  }
}

/** Throws UnfitBlockError where an input spends an output of the load that was spent before: its look-up keys agree by more than chance. */
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

/** Fills the tables that are in key order and adds all keys and indexes. Returns how many addresses there are. */
export async function buildTables(sessions: readonly SqlSession[], input: BuildInput): Promise<number> {
  const [first, second, third] = sessions;
  if (!first || !second || !third) throw new RangeError('Building needs three sessions');
  const { manifest, folder } = input;
  const { segments } = manifest;
  const partitions = 2 ** manifest.partitions.bits;
  // The tables that are full get their keys while the others are filled.
  const keyed = (async () => {
    await indexStaged(third, 'btc_block');
    await indexStaged(third, 'btc_tx');
    await indexStaged(third, 'btc_tx_rest');
  })();
  keyed.catch(() => {});
  const suspects: SuspectInput[] = [];
  await fill(first, 'btc_tx_lookup', async (stream) => {
    for (let partition = 0; partition < partitions; partition++) {
      buildLookups(folder.read(segments, 'lookup', partition), stream.rows);
      await stream.flush();
    }
  });
  await fill(second, 'btc_unresolved', async (stream) => {
    for (let partition = 0; partition < partitions; partition++) {
      const unresolved = folder.read(segments, 'unresolved', partition);
      if (unresolved.length === 0) continue;
      suspects.push(...buildUnresolved(unresolved, folder.read(segments, 'lookup', partition), stream.rows));
      await stream.flush();
    }
  });
  await fill(second, 'btc_spend', async (stream) => {
    const highest = folder.highest(segments, 'spend');
    for (let partition = 0; partition <= highest; partition++) {
      buildSpends(folder.read(segments, 'spend', partition), stream.rows);
      await stream.flush();
    }
  });
  await fill(first, 'btc_cluster', (stream) => fillClusters(stream, input.clusters));
  await keyed;
  await refuseSpentTwice(first, suspects);
  const addresses = await fillAccounts(sessions, input);
  await Promise.all([
    indexStaged(first, 'btc_account'),
    indexStaged(second, 'btc_activity'),
    indexStaged(third, 'btc_days'),
  ]);
  return addresses;
}
