import type { SqlSession } from '../../db/session.ts';
import { readTxsAt } from './lookups.ts';
import { type AccountRow, readAccount, readActivity } from './reader.ts';
import type { ActivityEntry } from './activity.ts';
import type { StoredTx } from './tx-record.ts';

/** A transaction of an address, and what it did to it. */
export interface PastTx {
  position: number;
  txid: Uint8Array;
  record: StoredTx;
  entry: ActivityEntry;
}

/** The chain changed below what had been read: read again from the newest. */
export class PastMovedError extends Error {
  override readonly name = 'PastMovedError';
}

/** Entries a portion: short enough to let others have the connection between two of them. */
const portion = 500;

export type ReadSnapshot = <T>(work: (session: SqlSession) => Promise<T>) => Promise<T>;

async function readPortion(
  session: SqlSession,
  account: AccountRow,
  { from, to }: { from: number; to: number },
): Promise<PastTx[]> {
  const entries = await readActivity(session, account, from, to);
  const found = await readTxsAt(
    session,
    entries.map(({ position }) => position),
  );
  const byPosition = new Map(found.map((tx) => [tx.position, tx]));
  return entries.map((entry) => {
    const tx = byPosition.get(entry.position);
    if (!tx) throw new RangeError('A transaction of an address is missing');
    return { ...tx, entry };
  });
}

/**
 * The newest `most` transactions of an address, newest first, in portions that are each read from a snapshot of its own, so
 * that nobody waits for the whole. Blocks that come meanwhile are not in it. Throws PastMovedError where a reorganisation
 * took away what had been read.
 */
export async function* readPast(
  read: ReadSnapshot,
  key: Uint8Array,
  most: number,
): AsyncGenerator<PastTx[], void, undefined> {
  let newest: number | undefined;
  let oldest: { sequence: number; position: number } | undefined;
  for (let taken = 0; taken < most; ) {
    const part = await read(async (session) => {
      const account = await readAccount(session, key);
      if (!account) return [];
      newest ??= account.txCount - 1;
      if (oldest) {
        const [at] = await readActivity(session, account, oldest.sequence, oldest.sequence);
        if (at?.position !== oldest.position) throw new PastMovedError('The chain changed while it was read');
      }
      const to = oldest ? oldest.sequence - 1 : newest;
      const from = Math.max(0, to - Math.min(portion, most - taken) + 1);
      return to < 0 ? [] : readPortion(session, account, { from, to });
    });
    const [first] = part;
    if (!first || newest === undefined) return;
    oldest = { sequence: newest - taken - part.length + 1, position: first.position };
    taken += part.length;
    yield part.reverse();
  }
}
