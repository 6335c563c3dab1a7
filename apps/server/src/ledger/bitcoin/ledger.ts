import { type Hashing, networks } from '@hopscope/chain';
import { inTransaction, type SqlDatabase, type SqlSession, withSession } from '../../db/session.ts';
import type { SlotOf } from '../shared/account-slots.ts';
import { slotOfKey } from './accounts/accounts.ts';
import { appendBlocks } from './blocks/append.ts';
import { bulkLoad } from './bulk/bulk-load.ts';
import type { BulkLoadResult, HistoryOptions } from './bulk/load-options.ts';
import { catchUpClusters, type ClusterLag } from './clusters/cluster-catch-up.ts';
import type { BlockAtHeight } from './blocks/batch.ts';
import { type BitcoinListener, noBitcoinListener } from './listener.ts';
import { int8Array } from '../shared/byte-keys.ts';
import { appendBlockEvents, appendEvent } from '../shared/events.ts';
import { LedgerError } from '../shared/ledger-error.ts';
import { dropUsedForkBlocks, type ForkBlock, keepForkBlock, readForkBlocks } from './blocks/fork-blocks.ts';
import { claimLedger, type NetworkName, readNetwork } from './ledger-row.ts';
import { type HeightRange, readRanges } from './ranges.ts';

export type { NetworkName } from './ledger-row.ts';
import { disconnectTip } from './blocks/disconnect.ts';

/** The only writer of the Bitcoin chain tables. Every call is one database transaction. */
export interface BitcoinLedger {
  /** Returns the network of the ledger; undefined while it is empty and has none. */
  network(): Promise<NetworkName | undefined>;
  ranges(): Promise<HeightRange[]>;
  /**
   * Adds verified blocks, in ascending order of height. The first block determines the network of an empty ledger. Throws
   * LedgerError without changes if a block doesn't fit.
   */
  append(network: NetworkName, blocks: readonly BlockAtHeight[]): Promise<void>;
  /**
   * Loads the initial history of an empty ledger, many times faster than `append`; see `bulkLoad`. Returns undefined if the
   * ledger has blocks.
   */
  loadHistory(options: HistoryOptions): Promise<BulkLoadResult | undefined>;
  /** Disconnects the highest block. */
  disconnect(): Promise<{ height: number; hash: Uint8Array }>;
  /** Replaces the highest `depth` blocks with `blocks` in one transaction: readers see the state before or after. */
  reorganize(network: NetworkName, depth: number, blocks: readonly BlockAtHeight[]): Promise<void>;
  /** Returns the heights of block hashes (internal byte order) in the ledger, by their index in the list. */
  heightsOf(hashes: readonly Uint8Array[]): Promise<Map<number, number>>;
  /** Returns the header and the coinbase script of block 0, if the ledger contains it. */
  genesis(): Promise<{ header: Uint8Array; coinbaseScript: Uint8Array } | undefined>;
  /** Returns the 80 header bytes of blocks, by height. */
  headers(heights: readonly number[]): Promise<Map<number, Uint8Array>>;
  /** Returns blocks outside the chain that wait for a heavier branch. */
  forkBlocks(): Promise<ForkBlock[]>;
  keepForkBlocks(blocks: readonly ForkBlock[]): Promise<void>;
  /** Advances clusters that are behind the blocks by about `most` transactions. */
  catchUpClusters(most: number): Promise<ClusterLag>;
}

function heightsIn(blocks: readonly BlockAtHeight[]): number[] {
  return blocks.map(({ height }) => height);
}

async function appendReorganization(
  session: SqlSession,
  depth: number,
  from: number,
  blocks: readonly BlockAtHeight[],
): Promise<void> {
  const to = blocks.at(-1)?.height ?? from - 1;
  await appendEvent(session, { kind: 'reorganization', blockchain: 'bitcoin', from, depth, to });
}

/**
 * Creates a ledger over an open, migrated database. `slotOf` is for tests of ID collisions. With `clusters: 'later'`,
 * appending doesn't update clusters, and `catchUpClusters` must be called; with `keepScripts: false`, it doesn't store input
 * scripts and witnesses.
 */
export function createBitcoinLedger(options: {
  db: SqlDatabase;
  hashing: Hashing;
  slotOf?: SlotOf;
  clusters?: 'now' | 'later';
  keepScripts?: boolean;
  listener?: BitcoinListener;
}): BitcoinLedger {
  const { db, hashing } = options;
  const { slotOf = slotOfKey, clusters = 'now', keepScripts = true } = options;
  const { listener = noBitcoinListener } = options;
  const append = (
    session: SqlSession,
    network: NetworkName,
    blocks: readonly BlockAtHeight[],
  ): Promise<void> =>
    appendBlocks(session, blocks, {
      network: networks[network],
      hashing,
      slotOf,
      clusters,
      keepScripts,
      listener,
    });
  const disconnect = async (session: SqlSession): ReturnType<typeof disconnectTip> => {
    const taken = await disconnectTip(session, { slotOf });
    await listener.disconnected(session, taken.height);
    return taken;
  };

  return {
    network: () => withSession(db, (session) => readNetwork(session, false)),
    ranges: () => withSession(db, readRanges),
    async append(network, blocks) {
      if (blocks.length === 0) return;
      await inTransaction(db, 'read write', async (session) => {
        await claimLedger(session, network);
        await append(session, network, blocks);
        await dropUsedForkBlocks(session);
        await appendBlockEvents(session, 'bitcoin', heightsIn(blocks));
      });
    },
    loadHistory: (given) => bulkLoad({ ...given, db, hashing, keepScripts, listener }),
    disconnect: () =>
      inTransaction(db, 'read write', async (session) => {
        const own = await readNetwork(session, true);
        if (!own) throw new LedgerError('nothing_to_take_back', 'The ledger has no block');
        const taken = await disconnect(session);
        await appendReorganization(session, 1, taken.height, []);
        return taken;
      }),
    async reorganize(network, depth, blocks) {
      await inTransaction(db, 'read write', async (session) => {
        await claimLedger(session, network);
        let lowest = 0;
        for (let i = 0; i < depth; i++) lowest = (await disconnect(session)).height;
        if (blocks.length > 0) await append(session, network, blocks);
        await dropUsedForkBlocks(session);
        if (depth > 0) await appendReorganization(session, depth, lowest, blocks);
        else await appendBlockEvents(session, 'bitcoin', heightsIn(blocks));
      });
    },
    heightsOf: (hashes) =>
      withSession(db, async (session) => {
        const heights = new Map<number, number>();
        for (let from = 0; from < hashes.length; from += 10_000) {
          const part = hashes.slice(from, from + 10_000).map((hash) => Buffer.from(hash).toString('hex'));
          const { rows } = await session.query<{ place: bigint; height: number }>(
            `select h.place, b.height from unnest($1::text[]) with ordinality as h(hash, place)
             join btc_block b on b.hash = decode(h.hash, 'hex')`,
            [part],
          );
          for (const row of rows) heights.set(from + Number(row.place) - 1, row.height);
        }
        return heights;
      }),
    genesis: () =>
      withSession(db, async (session) => {
        const { rows } = await session.query<{ header: Uint8Array; coinbase_script: Uint8Array }>(
          'select header, coinbase_script from btc_block where height = 0',
        );
        const [row] = rows;
        return row && { header: row.header, coinbaseScript: row.coinbase_script };
      }),
    headers: (heights) =>
      withSession(db, async (session) => {
        const { rows } = await session.query<{ height: number; header: Uint8Array }>(
          `select height, header from btc_block where height = any(${int8Array(heights)})`,
        );
        return new Map(rows.map((row) => [row.height, row.header]));
      }),
    forkBlocks: () => withSession(db, readForkBlocks),
    keepForkBlocks: (blocks) =>
      inTransaction(db, 'read write', async (session) => {
        for (const block of blocks) await keepForkBlock(session, block);
      }),
    catchUpClusters: (most) =>
      inTransaction(db, 'read write', async (session) => {
        await readNetwork(session, true);
        return catchUpClusters(session, most);
      }),
  };
}
