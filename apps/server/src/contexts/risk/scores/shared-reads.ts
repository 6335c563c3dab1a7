import {
  sharedInSnapshot,
  type SharedObjects,
  shareInSnapshot,
  type SqlSession,
} from '../../../db/session.ts';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import { readState } from '../../../ledger/bitcoin/reader.ts';
import { readStateKey } from '../../../ledger/shared/state-memo.ts';
import type { State } from '../../directory/records/entities-at.ts';
import type { Known } from '../../directory/records/known.ts';

/** Limits the memory of each map. */
const mostStored = 20_000;

/** A map that is emptied when it is full: it has room for the neighbors of many subjects, and no state lasts long. */
class BoundedMap<K, V> extends Map<K, V> {
  override set(key: K, value: V): this {
    if (this.size >= mostStored) this.clear();
    return super.set(key, value);
  }
}

/** What scores at one state of the ledgers and the directory read, for the scores after them. */
export interface SharedReads {
  /** Facts about owners by chain and `byteKey`. */
  readonly known: Map<string, Known>;
  /** Small transactions of Bitcoin by position. */
  readonly transactions: Map<number, FoundTx>;
  /** Txids of Bitcoin by position. */
  readonly txids: Map<number, Uint8Array>;
  /** Inpoints by outpoint; null for unspent outputs. */
  readonly spends: Map<bigint, bigint | null>;
  /** The state of Bitcoin's ledger. */
  bitcoin(session: SqlSession): ReturnType<typeof readState>;
}

/** Creates what one score reads on its own, such as at an earlier state. */
export function createSharedReads(): SharedReads {
  let state: Awaited<ReturnType<typeof readState>> | undefined;
  return {
    known: new BoundedMap(),
    transactions: new BoundedMap(),
    txids: new BoundedMap(),
    spends: new BoundedMap(),
    // Only a result is stored: a failed read must not affect later scores.
    bitcoin: async (session) => (state ??= await readState(session)),
  };
}

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
      if (past) return createSharedReads();
      const name = `${ledgers} ${version} ${date}`;
      if (name !== key) {
        key = name;
        objects = new Map();
      }
      shareInSnapshot(session, objects);
      return sharedInSnapshot(session, createSharedReads);
    };
  };
}
