import { toDisplayHash } from '@hopscope/chain';
import type { SqlSession } from '../../db/session.ts';
import type { Arrival } from '../bitcoin/mempool-arrivals.ts';
import { effectsOf } from '../bitcoin/mempool-tx.ts';
import type { Departure } from '../bitcoin/mempool-writer.ts';
import type { Batch } from '../bitcoin/batch.ts';
import { heightOf } from '../bitcoin/positions.ts';
import { confirm, hasOpen, type Hit, takeBack, wait, withdraw, withdrawAll, writeHits } from './hits.ts';
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

/** Milliseconds since 1970. */
export const timeOf = (header: Uint8Array): number =>
  new DataView(header.buffer, header.byteOffset, header.length).getUint32(68, true) * 1000;

function hitsOf(batch: Batch, filter: KeyFilter, times: ReadonlyMap<number, number>): Hit[] {
  const found: (Omit<Hit, 'txid'> & { position: number })[] = [];
  const positions = new Set<number>();
  for (const { key, entries } of batch.deltas.values()) {
    if (!filter.mayHold(key)) continue;
    for (const { position, received, spent } of entries) {
      const net = netOf(received, spent);
      if (!net) continue;
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

/**
 * Screens Bitcoin transactions against monitored addresses, each call inside the transaction that changes the ledger or the list of what
 * waits: there is exactly one row for each transaction, monitored address and organisation.
 */
export interface BitcoinScreening {
  /** Blocks came in. */
  appended(session: SqlSession, batch: Batch): Promise<void>;
  /** The topmost block went. */
  takenBack(session: SqlSession, height: number): Promise<void>;
  /** Transactions wait that did not. */
  arrived(session: SqlSession, arrivals: readonly Arrival[], now: number): Promise<void>;
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
      if (await hasOpen(session, 'bitcoin')) {
        await confirm(
          session,
          'bitcoin',
          batch.txs.map(({ txid, position }) => {
            const height = heightOf(position);
            return { txid: toDisplayHash(txid), height, at: times.get(height) ?? 0 };
          }),
        );
      }
      if (filter) await writeHits(session, 'bitcoin', hitsOf(batch, filter, times));
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
      const hits = arrivals.flatMap(({ txid, outputs, prevouts, firstSeen }) =>
        [...effectsOf(outputs, prevouts).values()].flatMap(({ key, received, spent }): Hit[] => {
          const net = filter.mayHold(key) ? netOf(received, spent) : undefined;
          const at = firstSeen ?? now;
          return net
            ? [{ key, ...net, txid: display(txid), contract: undefined, height: undefined, at }]
            : [];
        }),
      );
      await writeHits(session, 'bitcoin', hits);
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
