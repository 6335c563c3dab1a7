import type { Blockchain } from '@hopscope/contract';
import {
  sharedInSnapshot,
  type SharedObjects,
  shareInSnapshot,
  type SqlSession,
} from '../../../db/session.ts';
import { type FoundTx, readTxsAt, readTxsById } from '../../../ledger/bitcoin/lookups.ts';
import { readBlocks, readState, readTxids } from '../../../ledger/bitcoin/reader.ts';
import { readEthereumState } from '../../../ledger/ethereum/reader.ts';
import { byteKey, inParts } from '../../../ledger/shared/byte-keys.ts';
import { readByNumbers } from '../../../ledger/shared/read-by-numbers.ts';
import { readStateKey } from '../../../ledger/shared/state-memo.ts';
import { createRounds, readInBatches } from '../../../lib/coalesce.ts';
import { createLru, type Lru } from '../../../lib/lru.ts';
import type { State } from '../../directory/records/entities-at.ts';
import { type BlockAt, readBlockAt } from '../../explorer/blocks/block-at.ts';
import { readHeightAtTime } from '../../../ledger/shared/height-at-time.ts';
import { movementsOf, hubOf, type PooledTx, poolOf, spentBy } from './bitcoin-pools.ts';
import { type PastLimits, type PastWanted, type PooledAccount, readPasts } from './ethereum-pasts.ts';
import { nameOfAsset } from './ethereum-conversions.ts';
import type { Owned, OwnersReader } from './owners.ts';

/** Limits the memory of each map. */
const mostStored = 120_000;

/** Maximum number of inputs and outputs of all stored transactions together, about 80 MB. */
const mostMovements = 160_000;

/** Maximum number of movements of all stored accounts together, about 120 MB. */
const mostEvents = 80_000;

/** A map that is emptied when it is full: it has room for the neighbors of many subjects, and no state lasts long. */
class BoundedMap<K, V> extends Map<K, V> {
  override set(key: K, value: V): this {
    if (this.size >= mostStored) this.clear();
    return super.set(key, value);
  }
}

type Block = Awaited<ReturnType<typeof readBlocks>> extends Map<number, infer B> ? B : never;

/** What scores at one state of the ledgers and the directory have read. */
interface Stored {
  /** By `byteKey`, of a chain. */
  readonly owned: Record<Blockchain, Map<string, Owned>>;
  readonly pools: Lru<number, PooledTx>;
  /** By account, asset, and limits. */
  readonly pasts: Lru<string, PooledAccount>;
  readonly txids: Map<number, Uint8Array>;
  readonly spends: Map<bigint, bigint | null>;
  readonly blocks: Map<number, Block>;
  bitcoin: Awaited<ReturnType<typeof readState>> | undefined;
  ethereum: Awaited<ReturnType<typeof readEthereumState>> | undefined;
  /** Newest heights by chain and time. */
  readonly heights: Map<string, number | undefined>;
  readonly ethereumBlocks: Map<number, BlockAt | undefined>;
}

const nothingStored = (): Stored => ({
  owned: { bitcoin: new BoundedMap(), ethereum: new BoundedMap() },
  pools: createLru({ most: mostStored, weightOf: ({ tx }) => movementsOf(tx), mostWeight: mostMovements }),
  pasts: createLru({
    most: mostStored,
    weightOf: ({ past }) => (typeof past === 'string' ? 1 : past.events.length),
    mostWeight: mostEvents,
  }),
  txids: new BoundedMap(),
  spends: new BoundedMap(),
  blocks: new BoundedMap(),
  bitcoin: undefined,
  ethereum: undefined,
  heights: new BoundedMap(),
  ethereumBlocks: new BoundedMap(),
});

const asKeys = <K>(keys: Iterable<K>): Map<K, K> => new Map(Array.from(keys, (key) => [key, key]));

async function readSpends(
  session: SqlSession,
  points: ReadonlyMap<bigint, bigint>,
): Promise<Map<bigint, bigint | null>> {
  const spends = new Map<bigint, bigint | null>(Array.from(points.keys(), (point) => [point, null]));
  for (const part of inParts([...points.keys()], mostStored)) {
    const select = 'select outpoint, inpoint from btc_spend where outpoint = any($1)';
    const reader = await readByNumbers(session, select, part);
    while (reader.next()) spends.set(reader.int8(), reader.int8());
  }
  return spends;
}

/**
 * What the scores of a snapshot read of Bitcoin and of owners, together with each other where they ask in the same tick.
 * `stored` has what scores before them read at the same state.
 */
export function createSharedReads(session: SqlSession, stored = nothingStored()) {
  const inRound = createRounds();
  const byId = readInBatches<string, Uint8Array, readonly FoundTx[]>({
    inRound,
    stored: new Map(),
    keep: () => false,
    read: async (txids) =>
      Map.groupBy(await readTxsById(session, [...txids.values()]), ({ txid }) => byteKey(txid)),
  });
  const spends = readInBatches<bigint, bigint, bigint | null>({
    inRound,
    stored: stored.spends,
    read: (points) => readSpends(session, points),
  });
  const blocks = readInBatches<number, number, Block>({
    inRound,
    stored: stored.blocks,
    read: (heights) => readBlocks(session, [...heights.keys()]),
  });
  /** Reads owners at once: what is stored isn't read again. */
  async function ownersOf(chain: Blockchain, keys: Iterable<Uint8Array>, read: OwnersReader) {
    const ofChain = stored.owned[chain];
    const found = new Map<string, Owned>();
    const missing = new Map<string, Uint8Array>();
    for (const key of keys) {
      const name = byteKey(key);
      const owned = ofChain.get(name);
      if (owned) found.set(name, owned);
      else missing.set(name, key);
    }
    if (missing.size === 0) return found;
    for (const [name, owned] of await read([...missing.values()])) {
      found.set(name, owned);
      ofChain.set(name, owned);
    }
    return found;
  }

  async function readPools(
    positions: readonly number[],
    movements: number,
    readOwners: OwnersReader,
  ): Promise<Map<number, PooledTx>> {
    const found = new Map<number, PooledTx>();
    const small = new Map<number, FoundTx>();
    for (const tx of await readTxsAt(session, positions)) {
      if (movementsOf(tx) > movements) found.set(tx.position, hubOf(tx));
      else small.set(tx.position, tx);
    }
    const all = [...small.values()];
    const spent = all.flatMap(spentBy);
    // Where a walk goes on, most of what is spent was made by a transaction that it has met.
    const known = new Map<number, Uint8Array>();
    const txidAt = (position: number): Uint8Array | undefined =>
      (small.get(position) ?? stored.pools.get(position)?.tx)?.txid ?? known.get(position);
    const missing = spent.flatMap(({ position }) => (txidAt(position) ? [] : [position]));
    const outputs = all.flatMap(({ record }) => record.outputs);
    const keys = [...spent, ...outputs].flatMap(({ key }) => (key ? [key] : []));
    const [txids, owned] = await Promise.all([
      readTxids(session, missing),
      ownersOf('bitcoin', keys, readOwners),
    ]);
    for (const [position, txid] of txids) known.set(position, txid);
    for (const tx of all) found.set(tx.position, poolOf(tx, txidAt, owned));
    return found;
  }

  const owners = new Map<Blockchain, ReturnType<typeof readInBatches<string, Uint8Array, Owned>>>();
  const pools = new Map<number, ReturnType<typeof readInBatches<number, number, PooledTx>>>();
  const pasts = new Map<string, ReturnType<typeof readInBatches<string, PastWanted, PooledAccount>>>();
  return {
    /** Returns owners by `byteKey`; `read`, which reads some, must not depend on the caller. */
    owners(chain: Blockchain, keys: Iterable<Uint8Array>, read: OwnersReader) {
      const inBatches =
        owners.get(chain) ??
        readInBatches<string, Uint8Array, Owned>({
          inRound,
          stored: stored.owned[chain],
          read: (asked) => read([...asked.values()]),
        });
      owners.set(chain, inBatches);
      return inBatches(new Map(Array.from(keys, (key) => [byteKey(key), key])));
    },

    /** Returns transactions of Bitcoin at positions as pools; those with more than `movements` without. */
    pools(positions: Iterable<number>, movements: number, read: OwnersReader) {
      const inBatches =
        pools.get(movements) ??
        readInBatches<number, number, PooledTx>({
          inRound,
          stored: stored.pools,
          keep: ({ pool }) => pool !== undefined,
          read: (asked) => readPools([...asked.keys()], movements, read),
        });
      pools.set(movements, inBatches);
      return inBatches(asKeys(positions));
    },

    /** Returns pasts of Ethereum accounts, in the order of `wanted`. */
    async pasts(
      wanted: readonly PastWanted[],
      limits: PastLimits,
      read: OwnersReader,
    ): Promise<PooledAccount[]> {
      const around = `${limits.height} ${limits.movements} ${limits.fromGenesis}`;
      const inBatches =
        pasts.get(around) ??
        readInBatches<string, PastWanted, PooledAccount>({
          inRound,
          stored: stored.pasts,
          read: (asked) => readPasts(session, asked, limits, (keys) => ownersOf('ethereum', keys, read)),
        });
      pasts.set(around, inBatches);
      const names = wanted.map(({ address, asset }) => `${address} ${nameOfAsset(asset)} ${around}`);
      const found = await inBatches(new Map(wanted.map((each, i) => [names[i] ?? '', each])));
      return names.map((name) => {
        const past = found.get(name);
        if (!past) throw new RangeError(`The past of ${name} is missing`);
        return past;
      });
    },

    /** Returns all transactions with a txid in internal byte order, oldest first. */
    transactionsById: async (txid: Uint8Array): Promise<readonly FoundTx[]> =>
      (await byId(new Map([[byteKey(txid), txid]]))).get(byteKey(txid)) ?? [],

    /** Returns inpoints by outpoint; null for unspent outputs. */
    spends: (points: Iterable<bigint>) => spends(asKeys(points)),

    /** Returns the block at a height; undefined where the ledger has none. */
    block: async (height: number): Promise<Block | undefined> => (await blocks(asKeys([height]))).get(height),

    /** Returns the state of Bitcoin's ledger. Only a result is stored: a failed read must not affect later scores. */
    bitcoin: async () => (stored.bitcoin ??= await readState(session)),

    /** Returns the state of Ethereum's ledger; as `bitcoin`. */
    ethereum: async () => (stored.ethereum ??= await readEthereumState(session)),

    /** Returns the Ethereum block at a height; undefined where the ledger has none. */
    async ethereumBlock(height: number): Promise<BlockAt | undefined> {
      const known = stored.ethereumBlocks.get(height) ?? (await readBlockAt(session, 'ethereum', height));
      stored.ethereumBlocks.set(height, known);
      return known;
    },

    /** Returns the height of the newest block whose time isn't after `time`; undefined if there is none. */
    async heightAtTime(chain: Blockchain, time: number): Promise<number | undefined> {
      const name = `${chain} ${time}`;
      if (!stored.heights.has(name)) {
        stored.heights.set(name, await readHeightAtTime(session, chain, time));
      }
      return stored.heights.get(name);
    },
  };
}

export type SharedReads = ReturnType<typeof createSharedReads>;

/**
 * Lets a snapshot share what it reads with earlier ones of the same state of ledgers and directory, and forgets what was read
 * at others. Call it first in a snapshot; the returned function takes the directory's state and returns the reads.
 */
export function createReadsByState() {
  let key = '';
  let objects: SharedObjects = new Map();
  return async (session: SqlSession): Promise<(directory: State) => SharedReads> => {
    const ledgers = await readStateKey(session, [
      'ledger_event_counter',
      'btc_ledger',
      'eth_ledger',
      'btc_cluster_state',
    ]);
    return ({ version, date, past }) => {
      if (past) return createSharedReads(session);
      const name = `${ledgers} ${version} ${date}`;
      if (name !== key) {
        key = name;
        objects = new Map();
      }
      shareInSnapshot(session, objects);
      return createSharedReads(session, sharedInSnapshot(session, nothingStored));
    };
  };
}
