import { headerTime, toDisplayHash } from '@hopscope/chain';
import type { AddedTransaction } from '../../../ledger/bitcoin/mempool/mempool-added.ts';
import { effectsOf } from '../../../ledger/bitcoin/mempool/mempool-tx.ts';
import type { Batch } from '../../../ledger/bitcoin/blocks/batch.ts';
import type { BitcoinListener } from '../../../ledger/bitcoin/listener.ts';
import { heightOf } from '../../../ledger/bitcoin/positions.ts';
import {
  confirm,
  correct,
  hasOpen,
  screenHistories,
  type AddressMatch,
  disconnect,
  wait,
  withdraw,
  withdrawAll,
  writeMatches,
} from './matches.ts';
import type { BloomFilter } from './bloom-filter.ts';
import { createWatchlist } from './watchlist.ts';
import { matchRemote, netOf, confirmRemote, withdrawRemote } from './remote-bitcoin.ts';

/** The other way round, as people write it. */
const display = (internalHex: string): string => Buffer.from(internalHex, 'hex').reverse().toString('hex');

const nothing = { direction: 'in', amount: 0n } as const;

/** With those that change nothing, of the amount 0: they may have seemed to. */
function effectsIn(batch: Batch, filter: BloomFilter, times: ReadonlyMap<number, number>): AddressMatch[] {
  const found: (Omit<AddressMatch, 'txid'> & { position: number })[] = [];
  const positions = new Set<number>();
  for (const { key, entries } of batch.deltas.values()) {
    if (!filter.mightContain(key)) continue;
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
  return found.map(({ position, ...match }) => ({ ...match, txid: txids.get(position) ?? '' }));
}

/** With those that change nothing, of the amount 0. */
function mempoolMatches(
  { txid, outputs, prevouts }: Pick<AddedTransaction, 'txid' | 'outputs' | 'prevouts'>,
  filter: BloomFilter,
  at: number,
): AddressMatch[] {
  return [...effectsOf(outputs, prevouts).values()].flatMap(({ key, received, spent }): AddressMatch[] => {
    if (!filter.mightContain(key)) return [];
    const net = netOf(received, spent) ?? nothing;
    return [{ key, ...net, txid: display(txid), contract: undefined, height: undefined, at }];
  });
}

/**
 * Matches Bitcoin transactions with monitored addresses, inside the transaction that changes the ledger: there is exactly one
 * row for each transaction, monitored address and organization.
 */
export function createBitcoinMatching(): BitcoinListener {
  const watchlist = createWatchlist('bitcoin');
  return {
    async connected(session, batch) {
      const filter = await watchlist.loadForShare(session);
      const times = new Map(batch.blocks.map(({ height, header }) => [height, headerTime(header) * 1000]));
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
      await writeMatches(
        session,
        'bitcoin',
        effects.filter(({ amount }) => amount > 0n),
      );
    },
    loaded: (session) => screenHistories(session, 'bitcoin'),
    disconnected: (session, height) => disconnect(session, 'bitcoin', height),
    async added(session, additions, now) {
      if (additions.length === 0) return;
      const filter = await watchlist.loadForShare(session);
      await wait(
        session,
        'bitcoin',
        additions.map(({ txid }) => display(txid)),
      );
      if (!filter) return;
      const matches = additions.flatMap((addition) =>
        mempoolMatches(addition, filter, addition.firstSeen ?? now),
      );
      await writeMatches(
        session,
        'bitcoin',
        matches.filter(({ amount }) => amount > 0n),
      );
    },
    async completed(session, transactions, now) {
      const filter = transactions.length === 0 ? undefined : await watchlist.loadForShare(session);
      if (!filter) return;
      const matches = transactions.flatMap((each) => mempoolMatches(each, filter, now));
      await correct(session, 'bitcoin', matches);
      await writeMatches(
        session,
        'bitcoin',
        matches.filter(({ amount }) => amount > 0n),
      );
    },
    async removed(session, removals) {
      const gone = removals.flatMap(({ txid, reason, by }) =>
        reason === 'mined'
          ? []
          : [{ txid: display(txid), because: reason, by: by === undefined ? undefined : display(by) }],
      );
      if (gone.length > 0 && (await hasOpen(session, 'bitcoin'))) await withdraw(session, 'bitcoin', gone);
    },
    cleared: (session) => withdrawAll(session, 'bitcoin'),
    remoteConfirmed: confirmRemote,
    historyStored: matchRemote,
    remoteUnconfirmed: withdrawRemote,
  };
}
