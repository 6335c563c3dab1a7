import { inTransaction, type SqlDatabase, type SqlSession, withSession } from '../../db/session.ts';
import type { SlotOf } from '../shared/account-slots.ts';
import { type EthereumListener, noEthereumListener } from './listener.ts';
import { byteKey, int8Array } from '../shared/byte-keys.ts';
import { appendBlockEvents, appendEvent } from '../shared/events.ts';
import { LedgerError } from '../shared/ledger-error.ts';
import { type HeightRange, readRangesOf } from '../shared/ranges.ts';
import { findAccounts, slotOfAddress } from './accounts/accounts.ts';
import { bulkLoadEthereum } from './bulk/bulk-load.ts';
import type { EthereumHistory, EthereumLoadResult } from './bulk/load-options.ts';
import { appendBundles } from './blocks/append.ts';
import { findAssets } from './accounts/assets.ts';
import type { EthereumBundle, EthereumChain, Openings } from './blocks/bundle.ts';
import { rewardScheduleOf } from './blocks/schedule.ts';
import { disconnectTip } from './blocks/disconnect.ts';
import { claimLedger, readTotals } from './totals.ts';

/** The fields of a block that link it to its neighbors. */
export interface BlockRef {
  readonly hash: Uint8Array;
  readonly parentHash: Uint8Array;
  /** Seconds since 1970. */
  readonly time: number;
}

/**
 * The only writer of the Ethereum tables. Every call is one database transaction, and throws LedgerError without changes if
 * it is rejected.
 */
export interface EthereumLedger {
  /** Returns the chain of the ledger; undefined while it is empty and has none. */
  chain(): Promise<EthereumChain | undefined>;
  ranges(): Promise<HeightRange[]>;
  /** Adds verified blocks, in ascending order of height, above the highest or below the lowest block of the ledger. */
  append(chain: EthereumChain, bundles: readonly EthereumBundle[], openings?: Openings): Promise<void>;
  /**
   * Loads the initial history of an empty ledger in bulk; undefined if it isn't empty. Blocks that don't fit aren't loaded:
   * `append` states why.
   */
  loadHistory(history: EthereumHistory): Promise<EthereumLoadResult | undefined>;
  /** Replaces the highest `depth` blocks with `bundles`: readers see the state before or after. */
  reorganize(
    chain: EthereumChain,
    depth: number,
    bundles: readonly EthereumBundle[],
    openings?: Openings,
  ): Promise<void>;
  /** Disconnects the highest block. */
  disconnect(): Promise<{ height: number; hash: Uint8Array }>;
  blockRefs(heights: readonly number[]): Promise<Map<number, BlockRef>>;
  /** Returns the addresses that have no account yet. */
  unknownAccounts(addresses: readonly Uint8Array[]): Promise<Uint8Array[]>;
  /** Returns the contracts that have no asset row yet, or one whose names are unknown. */
  unknownTokens(contracts: readonly Uint8Array[]): Promise<Uint8Array[]>;
}

/** Creates a ledger over an open, migrated database. `slotOf` is for tests of ID collisions. */
export function createEthereumLedger(options: {
  db: SqlDatabase;
  slotOf?: SlotOf;
  listener?: EthereumListener;
}): EthereumLedger {
  const { db, listener = noEthereumListener } = options;
  const slotOf = options.slotOf ?? slotOfAddress;
  const disconnect = async (
    session: SqlSession,
    { chainId }: EthereumChain,
  ): ReturnType<typeof disconnectTip> => {
    const taken = await disconnectTip(session, { slotOf, chainId });
    await listener.disconnected(session, taken.height);
    return taken;
  };
  const add = (
    session: SqlSession,
    { chainId }: EthereumChain,
    bundles: readonly EthereumBundle[],
    openings: Openings | undefined,
  ): Promise<void> =>
    appendBundles(session, bundles, {
      chainId,
      schedule: rewardScheduleOf(chainId),
      slotOf,
      openings,
      listener,
    });

  return {
    chain: () => withSession(db, async (session) => (await readTotals(session))?.chain),
    ranges: () => withSession(db, (session) => readRangesOf(session, 'eth_range')),
    async append(chain, bundles, openings) {
      if (bundles.length === 0) return;
      await inTransaction(db, 'read write', async (session) => {
        await claimLedger(session, chain);
        await add(session, chain, bundles, openings);
        await appendBlockEvents(session, 'ethereum', heightsIn(bundles));
      });
    },
    loadHistory: (history) => bulkLoadEthereum({ ...history, db, listener }),
    async reorganize(chain, depth, bundles, openings) {
      await inTransaction(db, 'read write', async (session) => {
        await claimLedger(session, chain);
        let lowest = 0;
        for (let i = 0; i < depth; i++) lowest = (await disconnect(session, chain)).height;
        if (bundles.length > 0) await add(session, chain, bundles, openings);
        if (depth > 0) await appendReorganization(session, depth, lowest, bundles);
        else await appendBlockEvents(session, 'ethereum', heightsIn(bundles));
      });
    },
    disconnect: () =>
      inTransaction(db, 'read write', async (session) => {
        const totals = await readTotals(session, true);
        if (!totals) {
          throw new LedgerError('nothing_to_take_back', 'The ledger has no block');
        }
        const taken = await disconnect(session, totals.chain);
        await appendReorganization(session, 1, taken.height, []);
        return taken;
      }),
    blockRefs: (heights) => withSession(db, (session) => readBlockRefs(session, heights)),
    unknownAccounts: (addresses) =>
      withSession(db, async (session) => {
        const { missing } = await findAccounts(session, distinct(addresses), slotOf);
        return missing.map(({ key }) => key);
      }),
    unknownTokens: (contracts) =>
      withSession(db, async (session) => {
        const wanted = distinct(contracts);
        const known = await findAssets(session, wanted);
        return wanted.filter((contract) => {
          const asset = known.get(byteKey(contract));
          return !asset || (asset.name === null && asset.symbol === null && asset.decimals === null);
        });
      }),
  };
}

function heightsIn(bundles: readonly EthereumBundle[]): number[] {
  return bundles.map(({ block }) => block.header.number);
}

async function appendReorganization(
  session: SqlSession,
  depth: number,
  from: number,
  bundles: readonly EthereumBundle[],
): Promise<void> {
  const to = heightsIn(bundles).at(-1) ?? from - 1;
  await appendEvent(session, { kind: 'reorganization', blockchain: 'ethereum', from, depth, to });
}

function distinct(addresses: readonly Uint8Array[]): Uint8Array[] {
  return [...new Map(addresses.map((address) => [byteKey(address), address])).values()];
}

async function readBlockRefs(
  session: SqlSession,
  heights: readonly number[],
): Promise<Map<number, BlockRef>> {
  if (heights.length === 0) return new Map();
  const { rows } = await session.query<{
    height: number;
    hash: Uint8Array;
    parent_hash: Uint8Array;
    time: bigint;
  }>(
    `select height, hash, parent_hash, time from eth_block where height = any(${int8Array(new Set(heights))})`,
  );
  return new Map(
    rows.map(({ height, hash, parent_hash, time }) => [
      height,
      { hash, parentHash: parent_hash, time: Number(time) },
    ]),
  );
}
