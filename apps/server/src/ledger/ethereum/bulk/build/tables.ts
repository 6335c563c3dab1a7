import { createCopyReader } from '../../../../db/copy-binary.ts';
import type { SqlSession } from '../../../../db/session.ts';
import { buildLookups } from '../../../shared/bulk/lookups.ts';
import type { RunFolder } from '../../../shared/bulk/runs.ts';
import { stagedName } from '../../../shared/bulk/staged-tables.ts';
import { TableFiller } from '../../../shared/bulk/table-filler.ts';
import type { TableStream } from '../../../shared/bulk/table-stream.ts';
import { standards } from '../../accounts/assets.ts';
import type { AccountChange } from '../../blocks/apply.ts';
import type { Openings } from '../../blocks/bundle.ts';
import type { LoadAsset } from '../load-assets.ts';
import type { EthereumLoadManifest } from '../load-manifest.ts';
import { buildAccounts } from './accounts.ts';

/** Input of the table build. */
export interface BuildInput {
  readonly manifest: EthereumLoadManifest;
  readonly folder: RunFolder;
  readonly assets: readonly LoadAsset[];
  readonly openings: Openings | undefined;
}

/** Returns times of blocks by height, in seconds since 1970. */
async function readTimes(session: SqlSession): Promise<Map<number, number>> {
  const reader = createCopyReader(
    await session.copyOut(`select height, time from ${stagedName('eth_block')}`),
  );
  const times = new Map<number, number>();
  while (reader.next()) times.set(reader.int4(), reader.int8Number());
  return times;
}

function writeAsset({ rows }: TableStream, asset: LoadAsset): void {
  const text = (value: string | null): void => {
    if (value === null) return rows.null();
    const bytes = new TextEncoder().encode(value);
    rows.field(bytes, 0, bytes.length);
  };
  rows.row(8);
  rows.int4(asset.id);
  rows.field(asset.contract, 0, asset.contract.length);
  rows.int2(standards.indexOf(asset.standard));
  if (asset.decimals === null) rows.null();
  else rows.int2(asset.decimals);
  rows.field(Uint8Array.of(asset.fake ? 1 : 0), 0, 1);
  rows.int8Number(asset.movements);
  text(asset.name);
  text(asset.symbol);
}

/** Fills the tables that are in key order, and adds all keys and indexes. Returns the number of accounts. */
export async function buildTables(
  sessions: readonly SqlSession[],
  { manifest, folder, assets, openings }: BuildInput,
): Promise<AccountChange> {
  const [first] = sessions;
  if (!first) throw new RangeError('Building needs sessions');
  const { segments, partitionBits } = manifest;
  const partitions = 2 ** partitionBits;
  const times = await readTimes(first);
  const filler = new TableFiller(sessions);
  let change: AccountChange = { accounts: 0, unopened: 0, opened: 0n };
  filler.index(['eth_tx', 'eth_block', 'eth_fact']);
  await filler.load(
    ['eth_account', 'eth_holding', 'eth_list', 'eth_days'],
    async (accounts, holdings, lists, days) => {
      const streams = [accounts, holdings, lists, days];
      change = await buildAccounts(
        (partition) => folder.read(segments, 'entry', partition),
        {
          accounts: accounts.rows,
          holdings: holdings.rows,
          lists: lists.rows,
          days: days.rows,
          flush: () =>
            streams.some(({ full }) => full)
              ? Promise.all(streams.map((stream) => stream.flush()))
              : undefined,
        },
        {
          partitions,
          openings,
          timeOf(height) {
            const time = times.get(height);
            if (time === undefined) throw new RangeError(`Block ${height} is missing in the load`);
            return time;
          },
        },
      );
    },
  );
  await filler.load(['eth_tx_lookup'], async (stream) => {
    for (let partition = 0; partition < partitions; partition++) {
      buildLookups(folder.read(segments, 'lookup', partition), stream.rows);
      await stream.flush();
    }
  });
  await filler.load(['eth_asset'], async (stream) => {
    for (const asset of assets) {
      writeAsset(stream, asset);
      await stream.flush();
    }
  });
  await filler.finish();
  return change;
}
