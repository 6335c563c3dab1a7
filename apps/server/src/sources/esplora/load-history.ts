import { equalBytes, type Hashing, toHex } from '@hopscope/chain';
import { inTransaction, type SqlDatabase, withSession } from '../../db/session.ts';
import {
  addEntries,
  dropEntries,
  readEnds,
  readRemoteAddress,
  type RemoteAddress,
  type RemoteEntry,
  sumEntries,
  writeRemoteAddress,
} from '../../ledger/bitcoin/remote/by-address.ts';
import type { BitcoinListener } from '../../ledger/bitcoin/listener.ts';
import { appendEvent } from '../../ledger/shared/events.ts';
import { SourceError } from '../shared/source-error.ts';
import type { AddressStatistics, EsploraApi } from './esplora-api.ts';
import { readTransaction } from './read-tx.ts';

/** An address that was requested, or that is stored already. */
export interface WantedAddress {
  key: Uint8Array;
  address: string;
  /** 0: not requested. */
  askedAt: number;
}

/** Loads histories of addresses into the database page by page. */
export interface HistoryLoader {
  /**
   * Compares an address with the provider at a chain tip: stores its counts, and fetches new transactions at the top, or all
   * of them if the stored history was invalid. Returns whether it is complete now. Throws SourceError.
   */
  check(wanted: WantedAddress, tip: Uint8Array): Promise<boolean>;
  /** Fetches one more page of an incomplete history; returns whether it is complete now. Throws SourceError. */
  resume(address: RemoteAddress): Promise<boolean>;
}

const wrongLength = 'The history that the service returned has a different length than its count.';

export function createHistoryLoader(options: {
  db: SqlDatabase;
  api: EsploraApi;
  listener: BitcoinListener;
  hashing: Hashing;
  /** Milliseconds since 1970. */
  now: () => number;
}): HistoryLoader {
  const { db, api, hashing, listener, now } = options;

  const read = (key: Uint8Array): Promise<RemoteAddress | undefined> =>
    withSession(db, (session) => readRemoteAddress(session, key));

  /** Fetches a page of mined transactions; their entries are numbered downward from `top`. */
  async function page(
    address: string,
    lastSeen: Uint8Array | undefined,
    top: number,
  ): Promise<RemoteEntry[]> {
    const reported = await api.history(address, lastSeen);
    const txids = new Set(reported.map(({ txid }) => txid));
    if (txids.size < reported.length) {
      throw new SourceError('contradictory', 'The service returned a transaction twice in one history');
    }
    return reported.map((entry, i) => {
      const { mined, ...rest } = readTransaction(entry, hashing);
      if (!mined) {
        throw new SourceError(
          'contradictory',
          'The service returned an unconfirmed transaction among confirmed ones',
        );
      }
      return { number: top - i, mined, ...rest };
    });
  }

  async function keep(address: RemoteAddress, entries: readonly RemoteEntry[]): Promise<void> {
    await inTransaction(db, 'read write', async (session) => {
      await writeRemoteAddress(session, address);
      await addEntries(session, address.key, entries, { hashing, listener });
      await appendEvent(session, { kind: 'unconfirmed', blockchain: 'bitcoin', keys: [address.key] });
    });
  }

  /** Discards a history that is shorter or longer than its count, until it is requested again. */
  async function beginAnew(address: RemoteAddress): Promise<never> {
    await inTransaction(db, 'read write', async (session) => {
      await dropEntries(session, address.key);
      await writeRemoteAddress(session, { ...address, problem: wrongLength });
    });
    throw new SourceError('contradictory', wrongLength);
  }

  /** Checks that a complete history adds up to the provider's counts. */
  async function settle(address: RemoteAddress): Promise<void> {
    const sums = await withSession(db, (session) => sumEntries(session, address.key));
    const fits =
      sums.count === address.total && sums.received === address.received && sums.spent === address.spent;
    const problem = fits
      ? undefined
      : 'The transactions that the service returned do not add up to its totals.';
    await inTransaction(db, 'read write', (session) => writeRemoteAddress(session, { ...address, problem }));
  }

  async function resume(address: RemoteAddress): Promise<boolean> {
    const ends = await withSession(db, (session) => readEnds(session, address.key));
    const top = ends ? ends.lowest.number - 1 : address.total - 1;
    if (top < 0) {
      await settle(address);
      return true;
    }
    const entries = await page(address.address, ends?.lowest.txid, top);
    const [last] = entries.slice(-1);
    if (!last || last.number < 0) return beginAnew(address);
    await keep(address, entries);
    if (last.number > 0) return false;
    await settle(address);
    return true;
  }

  /** Fetches transactions above the stored ones. */
  async function fetchNew(
    address: RemoteAddress,
    highest: { number: number; txid: Uint8Array },
  ): Promise<void> {
    const found: RemoteEntry[] = [];
    let next = address.total - 1;
    for (let last: Uint8Array | undefined; next > highest.number; ) {
      const entries = await page(address.address, last, next);
      if (entries.length === 0) return beginAnew(address);
      const known = entries.findIndex(({ tx }) => equalBytes(tx.txid, highest.txid));
      if (known >= 0 && entries[known]?.number !== highest.number) return beginAnew(address);
      found.push(...(known >= 0 ? entries.slice(0, known) : entries));
      if (known >= 0) break;
      last = entries.at(-1)?.tx.txid;
      next -= entries.length;
      if (next <= highest.number) return beginAnew(address);
    }
    await keep(address, found);
  }

  return {
    resume,
    async check({ key, address, askedAt }, tip) {
      const reported: AddressStatistics = await api.statistics(address);
      const before = await read(key);
      // An inconsistent history may contain an error anywhere.
      if (before?.problem !== undefined) {
        await inTransaction(db, 'read write', (session) => dropEntries(session, key));
      }
      const current: RemoteAddress = {
        key,
        address,
        ...reported,
        stored: before?.problem === undefined ? (before?.stored ?? 0) : 0,
        askedAt,
        checkedAt: now(),
        checkedTip: tip,
        problem: undefined,
      };
      const ends = await withSession(db, (session) => readEnds(session, key));
      if (ends && ends.highest.number > reported.total - 1) return beginAnew(current);
      if (ends && reported.total - 1 > ends.highest.number) await fetchNew(current, ends.highest);
      else await inTransaction(db, 'read write', (session) => writeRemoteAddress(session, current));
      const after = await read(key);
      if (!after) throw new RangeError(`Address ${toHex(key)} is gone while it is loaded`);
      if (after.stored < after.total) return resume(after);
      await settle(after);
      return true;
    },
  };
}
