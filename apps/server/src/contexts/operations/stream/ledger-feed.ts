import type { Blockchain } from '@hopscope/contract';
import { type SqlDatabase, type SqlSession, withSession } from '../../../db/session.ts';
import { readAffectedKeys } from '../../../ledger/bitcoin/accounts/affected-accounts.ts';
import { readAffectedAddresses } from '../../../ledger/ethereum/accounts/affected-accounts.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import {
  type EventBounds,
  type LedgerEvent,
  type NumberedEvent,
  readEventBounds,
  readEvents,
} from '../../../ledger/shared/events.ts';
import { type RangeTable, readRangesOf } from '../../../ledger/shared/ranges.ts';
import type { FollowedAddress } from './subscription.ts';

/** Ledger events for the stream. */
export interface LedgerFeed {
  bounds(): Promise<EventBounds>;
  /** Reads events after a number, oldest first. */
  after(position: number, limit: number): Promise<NumberedEvent[]>;
  /**
   * Returns the current height of the ledger, and the followed addresses that an event affects with their newest block
   * (null while unconfirmed). Called when an event is sent, so a later reorganization appears in its own event.
   */
  effects(
    event: LedgerEvent,
    followed: ReadonlyMap<string, FollowedAddress>,
  ): Promise<{ tip: number | null; affected: ReadonlyMap<string, number | null> }>;
}

const tables = { bitcoin: 'btc_range', ethereum: 'eth_range' } as const satisfies Record<
  Blockchain,
  RangeTable
>;
const readAffected: Readonly<Record<Blockchain, typeof readAffectedKeys>> = {
  bitcoin: readAffectedKeys,
  ethereum: readAffectedAddresses,
};

async function tipOf(session: SqlSession, chain: Blockchain): Promise<number | null> {
  return (await readRangesOf(session, tables[chain])).at(-1)?.to ?? null;
}

/** Creates a feed from the ledgers of a database. */
export function createLedgerFeed({ db }: { db: SqlDatabase }): LedgerFeed {
  return {
    bounds: () => withSession(db, readEventBounds),
    after: (position, limit) => withSession(db, (session) => readEvents(session, position, limit)),
    async effects(event, followed) {
      if (event.kind === 'unconfirmed') {
        const names = event.keys.map(byteKey).filter((name) => followed.has(name));
        return { tip: null, affected: new Map(names.map((name) => [name, null])) };
      }
      return withSession(db, async (session) => {
        const tip = await tipOf(session, event.blockchain);
        const keys = [...followed.values()].map(({ key }) => key);
        if (keys.length === 0 || event.to < event.from) return { tip, affected: new Map() };
        return { tip, affected: await readAffected[event.blockchain](session, keys, event) };
      });
    },
  };
}
