import { toDisplayHash } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { Arrival } from '../../../ledger/bitcoin/mempool-arrivals.ts';
import { effectsOf } from '../../../ledger/bitcoin/mempool-tx.ts';
import type { Departure } from '../../../ledger/bitcoin/mempool-writer.ts';
import type { Batch } from '../../../ledger/bitcoin/batch.ts';
import { heightOf } from '../../../ledger/bitcoin/positions.ts';
import {
  confirm,
  correct,
  hasOpen,
  type Hit,
  takeBack,
  wait,
  withdraw,
  withdrawAll,
  writeHits,
} from './matches.ts';
import type { KeyFilter } from './key-filter.ts';
import { createMonitoredKeys } from './monitored-keys.ts';

/** The other way round, as people write it. */
const display = (internalHex: string): string => Buffer.from(internalHex, 'hex').reverse().toString('hex');

/** Net effect on an address in satoshis; undefined where what it pays and gets is the same. */
export function netOf(received: bigint, spent: bigint): Pick<Hit, 'direction' | 'amount'> | undefined {
  if (received === spent) return undefined;
  return received > spent
    ? { direction: 'in', amount: received - spent }
    : { direction: 'out', amount: spent - received };
}

const nothing = { direction: 'in', amount: 0n } as const;

/** Milliseconds since 1970. */
export const timeOf = (header: Uint8Array): number =>
  new DataView(header.buffer, header.byteOffset, header.length).getUint32(68, true) * 1000;

/** With those that change nothing, of the amount 0: they may have seemed to. */
function effectsIn(batch: Batch, filter: KeyFilter, times: ReadonlyMap<number, number>): Hit[] {
  const found: (Omit<Hit, 'txid'> & { position: number })[] = [];
  const positions = new Set<number>();
  for (const { key, entries } of batch.deltas.values()) {
    if (!filter.mayHold(key)) continue;
    for (const { position, received, spent } of entries) {
      const net = netOf(received, spent) ?? nothing;
      const height = heightOf(position);
      positions.add(position);
      found.push({ key, position, ...net, contract: undefined, height, at: times.get(height) ?? 0 });
    }
  }
  if (found.length === 0) return [];
  const txids = new Map<number, string>();
  for (const { position, txid } of batch.txs) {
    if (positions.has(position)) txids.set(position, toDisplayHash(txid));
  }
  return found.map(({ position, ...hit }) => ({ ...hit, txid: txids.get(position) ?? '' }));
}

/** With those that change nothing, of the amount 0. */
function waitingHits(
  { txid, outputs, prevouts }: Pick<Arrival, 'txid' | 'outputs' | 'prevouts'>,
  filter: KeyFilter,
  at: number,
): Hit[] {
  return [...effectsOf(outputs, prevouts).values()].flatMap(({ key, received, spent }): Hit[] => {
    if (!filter.mayHold(key)) return [];
    const net = netOf(received, spent) ?? nothing;
    return [{ key, ...net, txid: display(txid), contract: undefined, height: undefined, at }];
  });
}

/**
 * Screens Bitcoin transactions against monitored addresses, each call inside the transaction that changes the ledger or the list of what
 * waits: there is exactly one row for each transaction, monitored address and organization.
 */
export interface BitcoinScreening {
  /** Blocks came in. */
  appended(session: SqlSession, batch: Batch): Promise<void>;
  /** The topmost block went. */
  takenBack(session: SqlSession, height: number): Promise<void>;
  /** Transactions wait that did not. */
  arrived(session: SqlSession, arrivals: readonly Arrival[], now: number): Promise<void>;
  /** More of the outputs that waiting transactions spend are known now. */
  completed(
    session: SqlSession,
    transactions: readonly Pick<Arrival, 'txid' | 'outputs' | 'prevouts'>[],
    now: number,
  ): Promise<void>;
  /** What waited went; those that are in a block now are told with it. */
  departed(session: SqlSession, departures: readonly Omit<Departure, 'id' | 'goneAt'>[]): Promise<void>;
  cleared(session: SqlSession): Promise<void>;
}

export function createBitcoinScreening(): BitcoinScreening {
  const keys = createMonitoredKeys('bitcoin');
  return {
    async appended(session, batch) {
      const filter = await keys.claim(session);
      const times = new Map(batch.blocks.map(({ height, header }) => [height, timeOf(header)]));
      const open = await hasOpen(session, 'bitcoin');
      if (open) {
        await confirm(
          session,
          'bitcoin',
          batch.txs.map(({ txid, position }) => {
            const height = heightOf(position);
            return { txid: toDisplayHash(txid), height, at: times.get(height) ?? 0 };
          }),
        );
      }
      if (!filter) return;
      const effects = effectsIn(batch, filter, times);
      if (open) await correct(session, 'bitcoin', effects);
      await writeHits(
        session,
        'bitcoin',
        effects.filter(({ amount }) => amount > 0n),
      );
    },
    takenBack: (session, height) => takeBack(session, 'bitcoin', height),
    async arrived(session, arrivals, now) {
      if (arrivals.length === 0) return;
      const filter = await keys.claim(session);
      await wait(
        session,
        'bitcoin',
        arrivals.map(({ txid }) => display(txid)),
      );
      if (!filter) return;
      const hits = arrivals.flatMap((arrival) => waitingHits(arrival, filter, arrival.firstSeen ?? now));
      await writeHits(
        session,
        'bitcoin',
        hits.filter(({ amount }) => amount > 0n),
      );
    },
    async completed(session, transactions, now) {
      const filter = transactions.length === 0 ? undefined : await keys.claim(session);
      if (!filter) return;
      const hits = transactions.flatMap((each) => waitingHits(each, filter, now));
      await correct(session, 'bitcoin', hits);
      await writeHits(
        session,
        'bitcoin',
        hits.filter(({ amount }) => amount > 0n),
      );
    },
    async departed(session, departures) {
      const gone = departures.flatMap(({ txid, reason, by }) =>
        reason === 'mined'
          ? []
          : [{ txid: display(txid), because: reason, by: by === undefined ? undefined : display(by) }],
      );
      if (gone.length > 0 && (await hasOpen(session, 'bitcoin'))) await withdraw(session, 'bitcoin', gone);
    },
    cleared: (session) => withdrawAll(session, 'bitcoin'),
  };
}
