import { readTimes } from '../../../ledger/bitcoin/accounts/days.ts';
import { readTxsById } from '../../../ledger/bitcoin/lookups.ts';
import { readAccount, readActivity } from '../../../ledger/bitcoin/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { parseTxid } from '../../../lib/identifiers.ts';
import { createBitcoinFlows } from '../../risk/scores/bitcoin-flows.ts';
import { createAddressNames, movedBy, payersOfOutput } from './bitcoin-moves.ts';
import { type FollowLedger, mostEntries, mostRoots } from './follow-ledger.ts';
import { bitcoinAsset, type MovedBy } from './moves.ts';
import type { Tracing } from './open-tracing.ts';

/** Bitcoin's ledger for following money: a round of parcels is a few questions to the database. */
export function createBitcoinFollow(tracing: Tracing): FollowLedger {
  const { session, owners, whole, height } = tracing;
  const flows = createBitcoinFlows(tracing, { owners, movements: mostEntries, whole });
  const nameOf = createAddressNames(tracing);
  const times = new Map<number, number>();
  const payers = new Map<string, ReadonlyMap<string, bigint> | undefined>();
  const facts = new Map<number, MovedBy>();

  async function readTimesOf(parcels: Iterable<string>): Promise<void> {
    const missing = new Set<number>();
    for (const id of parcels) {
      const position = flows.positionOf(id);
      if (position !== undefined && !times.has(heightOf(position))) missing.add(heightOf(position));
    }
    if (missing.size === 0) return;
    for (const [at, time] of await readTimes(session, missing)) times.set(at, time);
  }

  async function positionsOf(key: Uint8Array, transactions: readonly string[] | undefined) {
    const account = await readAccount(session, key);
    const of = account?.txCount ?? 0;
    if (transactions) {
      const txs = await readTxsById(session, transactions.map(parseTxid));
      const positions = txs.map(({ position }) => position).filter((at) => heightOf(at) <= height);
      return { positions, scanned: { transactions: positions.length, of: positions.length } };
    }
    if (!account) return { positions: [], scanned: { transactions: 0, of } };
    // Of an earlier height everything is read: where it ends in the list is not known before.
    const from = tracing.newest ? Math.max(0, of - mostRoots) : 0;
    const entries = (await readActivity(session, account, from, of - 1)).filter(
      ({ position }) => heightOf(position) <= height,
    );
    const newest = entries.slice(-mostRoots);
    return {
      positions: newest.filter(({ received }) => received > 0n).map(({ position }) => position),
      scanned: { transactions: newest.length, of: tracing.newest ? of : entries.length },
    };
  }

  return {
    reader: {
      async read(parcels, direction, signal) {
        const steps = await flows.reader.read(parcels, direction, signal);
        const met = parcels.map(({ id }) => id);
        for (const step of steps.values()) {
          if (step.is !== 'mixture' || direction === 'backward') continue;
          const first = step.mixture.entries.find((entry) => entry.flow === 'out' && 'parcel' in entry);
          if (first && 'parcel' in first) met.push(first.parcel.id);
        }
        await readTimesOf(met);
        return steps;
      },
    },
    async roots({ key, address }, { transactions, within }) {
      const { positions, scanned } = await positionsOf(key, transactions);
      const mixtures = await flows.mixtures([...new Set(positions)].toSorted((a, b) => a - b));
      const owner = (await owners.read([key])).get(byteKey(key));
      if (!owner) throw new Error('The owner of a start is missing');
      const parcels = mixtures.flatMap(({ entries }) => {
        const others = entries.some(
          (entry) => entry.flow === 'in' && !('parcel' in entry && entry.parcel.owner?.address === address),
        );
        return entries.flatMap((entry) =>
          others && entry.flow === 'out' && 'parcel' in entry && entry.parcel.owner?.address === address
            ? [entry.parcel]
            : [],
        );
      });
      await readTimesOf(parcels.map(({ id }) => id));
      const inside = parcels.filter((parcel) => {
        const position = flows.positionOf(parcel.id);
        const time = position === undefined ? undefined : times.get(heightOf(position));
        return time === undefined || within.has(time);
      });
      return { owner, parcels: inside, scanned };
    },
    timeOf({ id }) {
      const position = flows.positionOf(id);
      return position === undefined ? undefined : times.get(heightOf(position));
    },
    moveOf(parcel, from, to) {
      const tx = flows.txOf(parcel.id);
      if (!tx) return undefined;
      const number = Number(parcel.id.slice(parcel.id.lastIndexOf(':') + 1));
      if (!payers.has(parcel.id)) payers.set(parcel.id, payersOfOutput(tx, number, nameOf));
      const amount = payers.get(parcel.id)?.get(from);
      if (amount === undefined || amount === 0n) return undefined;
      const by = facts.get(tx.position) ?? movedBy(tx, times);
      facts.set(tx.position, by);
      return { by, number, from, to, amount, whole: parcel.amount, asset: bitcoinAsset };
    },
    assetOf: () => bitcoinAsset,
  };
}
