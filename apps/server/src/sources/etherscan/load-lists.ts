import { equalBytes, toHex } from '@hopscope/chain';
import { inTransaction, type SqlDatabase, withSession } from '../../db/session.ts';
import {
  type EthereumRemoteAddress,
  type EthereumRemoteTip,
  type ListWindow,
  readEthereumRemoteAddress,
  readRemoteLists,
  type RemoteList,
  remoteLists,
  writeEthereumRemoteAddress,
} from '../../ledger/ethereum/remote/by-address.ts';
import {
  keepRemoteTokens,
  numberMovements,
  readTxFacts,
  replaceWindow,
  sumEther,
} from '../../ledger/ethereum/remote/by-address-movements.ts';
import type { EthereumListener } from '../../ledger/ethereum/listener.ts';
import type { EtherscanApi } from './etherscan-api.ts';
import { fetchWindow, type FetchedWindow } from './fetch-window.ts';

/** An address that was requested. */
export interface WantedEthereumAddress {
  key: Uint8Array;
  askedAt: number;
}

/** Loads the lists of addresses into the database. */
export interface ListLoader {
  /**
   * Compares an address with the provider at a chain tip: fetches new rows, and again those that a reorganization may have
   * changed.
   */
  check(wanted: WantedEthereumAddress, tip: EthereumRemoteTip): Promise<void>;
  /** Fetches the next windows of an incomplete history. */
  resume(address: EthereumRemoteAddress): Promise<void>;
}

/** Time of Cancun, after which only a contract of the same transaction is destroyed (EIP-6780), in seconds since 1970. */
const cancun: ReadonlyMap<bigint, number> = new Map([
  [1n, 1_710_338_135],
  [11_155_111n, 1_706_655_072],
]);

interface Round {
  address: EthereumRemoteAddress;
  windows: FetchedWindow[];
}

export function createListLoader(options: {
  db: SqlDatabase;
  api: EtherscanApi;
  listener: EthereumListener;
  chainId: bigint;
  /** Number of rows that the service returns at once. */
  window: number;
  /** Number of blocks at the chain tip to request again. */
  reorganizationLimit: number;
  /** Milliseconds since 1970. */
  now: () => number;
}): ListLoader {
  const { db, api, listener, chainId, reorganizationLimit, now } = options;

  /**
   * Fetches the next window of each list that `wants` one; internal movements last, because they lack facts from the others.
   */
  async function fetchWindows(
    key: Uint8Array,
    target: number,
    wants: (loaded: number) => boolean,
  ): Promise<FetchedWindow[]> {
    const lists = await withSession(db, (session) => readRemoteLists(session, key));
    const windows: FetchedWindow[] = [];
    const last: RemoteList = 'internal';
    let reached = target;
    for (const list of [...remoteLists.filter((name) => name !== last), last]) {
      const { loaded, settled } = lists.get(list) ?? { loaded: -1, settled: -1 };
      const window = wants(loaded)
        ? await fetchWindow({
            ...options,
            list,
            key,
            from: settled + 1,
            to: list === last ? reached : target,
            settled: target - reorganizationLimit,
          })
        : undefined;
      if (window) windows.push(window);
      reached = Math.min(reached, window?.loaded ?? (lists.has(list) ? loaded : target));
    }
    return windows;
  }

  /**
   * Adds facts to movements that only other lists contain: places of transactions, and the outcome of destroyed contracts.
   */
  async function complete(key: Uint8Array, windows: readonly FetchedWindow[]): Promise<ListWindow[]> {
    const rows = windows.flatMap((window) => window.rows);
    const places = new Map<string, number>();
    const made = new Set<string>();
    for (const row of rows) {
      for (const { hash, txIndex } of row.movements) {
        if (txIndex !== undefined) places.set(toHex(hash), txIndex);
      }
      if (row.made) made.add(`${toHex(row.hash)} ${toHex(row.made)}`);
    }
    const internal = windows.find(({ list }) => list === 'internal')?.rows ?? [];
    const hashes = [...new Set(internal.map(({ hash }) => hash))];
    const facts = await withSession(db, (session) => readTxFacts(session, key, hashes));
    for (const [name, { txIndex, made: contracts }] of facts) {
      if (txIndex !== undefined && !places.has(name)) places.set(name, txIndex);
      for (const contract of contracts) made.add(`${name} ${toHex(contract)}`);
    }
    return windows.map(({ rows: found, ...window }) => ({
      ...window,
      movements: found.flatMap(({ movements, destroyedToItself, hash }) => {
        const txIndex = places.get(toHex(hash));
        const placed = movements
          .filter(({ from, to }) => [from, to].some((side) => side !== null && equalBytes(side, key)))
          .map((movement) => ({ ...movement, txIndex: movement.txIndex ?? txIndex }));
        if (!destroyedToItself) return placed;
        return placed.flatMap((movement) => {
          const before = movement.time < (cancun.get(chainId) ?? 0);
          const gone = before || (movement.to && made.has(`${toHex(hash)} ${toHex(movement.to)}`));
          return gone ? [{ ...movement, to: null }] : [];
        });
      }),
    }));
  }

  function creationOf({ address, windows }: Round): EthereumRemoteAddress['createdBy'] {
    const from = Math.min(...windows.map((window) => window.from));
    const row = windows
      .flatMap((window) => window.rows)
      .find(({ made }) => made !== undefined && equalBytes(made, address.key));
    if (row) return { hash: row.hash, height: row.height };
    return address.createdBy && address.createdBy.height < from ? address.createdBy : undefined;
  }

  /** Stores windows in one database transaction, with the resulting numbers. */
  async function keep(round: Round): Promise<void> {
    const { windows } = round;
    const { key, checkedHeight, balance } = round.address;
    const filled = await complete(key, windows);
    const createdBy = creationOf(round);
    const tokens = new Map(
      windows.flatMap(({ rows }) =>
        rows.flatMap(({ token }) => (token ? [[toHex(token.contract), token] as const] : [])),
      ),
    );
    const problem = windows.find((window) => window.problem)?.problem;
    await inTransaction(db, 'read write', async (session) => {
      for (const window of filled) await replaceWindow(session, key, window);
      await keepRemoteTokens(session, [...tokens.values()]);
      const lists = [...(await readRemoteLists(session, key)).values()];
      const to = Math.min(...lists.map(({ loaded }) => loaded));
      const from = Math.min(...windows.map((window) => window.from));
      const stored = await numberMovements(session, key, { from, to });
      const reached = to >= checkedHeight;
      const isComplete = reached && problem === undefined;
      const fits = isComplete && balance ? (await sumEther(session, key)) === balance.amount : undefined;
      await writeEthereumRemoteAddress(session, {
        ...round.address,
        stored,
        isComplete,
        fits,
        createdBy,
        problem,
      });
      await listener.historyStored(session, key, { from, to: reached ? null : to });
    });
  }

  async function balanceOf(key: Uint8Array, height: number): Promise<{ amount: bigint; height: number }> {
    return { amount: await api.balance(`0x${toHex(key)}`), height };
  }

  return {
    async check({ key, askedAt }, tip) {
      const before = await withSession(db, (session) => readEthereumRemoteAddress(session, key));
      const windows = await fetchWindows(key, tip.height, () => true);
      const address: EthereumRemoteAddress = {
        key,
        stored: before?.stored ?? 0,
        isComplete: false,
        balance: await balanceOf(key, tip.height),
        fits: undefined,
        createdBy: before?.createdBy,
        askedAt,
        checkedAt: now(),
        checkedTip: tip.hash,
        checkedHeight: tip.height,
        problem: undefined,
      };
      await keep({ address, windows });
    },
    async resume(address) {
      const { key, checkedHeight } = address;
      const windows = await fetchWindows(key, checkedHeight, (loaded) => loaded < checkedHeight);
      await keep({ address: { ...address, balance: await balanceOf(key, checkedHeight) }, windows });
    },
  };
}
