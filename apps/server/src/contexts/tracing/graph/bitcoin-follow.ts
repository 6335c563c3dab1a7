import { headerTime, toDisplayHash } from '@hopscope/chain';
import { type FoundTx, readTxsById } from '../../../ledger/bitcoin/lookups.ts';
import { readAccount, readActivity } from '../../../ledger/bitcoin/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { parseTxid } from '../../../lib/identifiers.ts';
import { createBitcoinFlows } from '../../risk/scores/bitcoin-flows.ts';
import { createAddressNames, movedBy, payersOfOutput } from './bitcoin-moves.ts';
import { type BitcoinFollow, mostEntries, mostRoots } from './follow-ledger.ts';
import { coinAssets, type MovedBy } from './moves.ts';
import type { TracingSnapshot } from './open-tracing.ts';

/** Reads Bitcoin's ledger for traces: a few queries per round of lots. */
export function createBitcoinFollow(tracing: TracingSnapshot): BitcoinFollow {
  const { session, owners, isComplete, height, reads } = tracing;
  /** By height. */
  const times = new Map<number, number>();
  const flows = createBitcoinFlows(tracing, {
    owners,
    movements: mostEntries,
    isComplete,
    alongside: readTimesAt,
  });
  const nameOf = createAddressNames(tracing);
  const payers = new Map<string, ReadonlyMap<string, bigint> | undefined>();
  const facts = new Map<number, MovedBy>();
  let passed = 0;

  async function readTimesAt(positions: readonly number[]): Promise<void> {
    const missing = new Set(positions.map(heightOf).filter((at) => !times.has(at)));
    await Promise.all(
      Array.from(missing, async (at) => {
        const block = await reads.block(at);
        if (block) times.set(at, headerTime(block.header));
      }),
    );
  }

  function factsOf(tx: FoundTx): MovedBy {
    const by = facts.get(tx.position) ?? movedBy(tx, times);
    facts.set(tx.position, by);
    return by;
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
    // Of an earlier height everything is read: its end in the list isn't known in advance.
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
    reader: flows.reader,
    async roots({ key, address }, { transactions, within }) {
      const { positions, scanned } = await positionsOf(key, transactions);
      const pools = await flows.pools([...new Set(positions)].toSorted((a, b) => a - b));
      const owner = (await owners.read([key])).get(byteKey(key));
      if (!owner) throw new Error('The owner of a start is missing');
      const lots = pools.flatMap(({ entries }) => {
        const others = entries.some(
          (entry) => entry.flow === 'in' && !('lot' in entry && entry.lot.owner?.address === address),
        );
        return entries.flatMap((entry) =>
          others && entry.flow === 'out' && 'lot' in entry && entry.lot.owner?.address === address
            ? [entry.lot]
            : [],
        );
      });
      const inside = lots.filter((lot) => {
        const position = flows.positionOf(lot.id);
        const time = position === undefined ? undefined : times.get(heightOf(position));
        return time === undefined || within.has(time);
      });
      return { owner, lots: inside, scanned };
    },
    timeOf({ id }) {
      const position = flows.positionOf(id);
      return position === undefined ? undefined : times.get(heightOf(position));
    },
    moveOf(lot, from, to) {
      const tx = flows.txOf(lot.id);
      if (!tx) return undefined;
      const number = Number(lot.id.slice(lot.id.lastIndexOf(':') + 1));
      if (!payers.has(lot.id)) payers.set(lot.id, payersOfOutput(tx, number, nameOf));
      const amount = payers.get(lot.id)?.get(from);
      if (amount === undefined || amount === 0n) return undefined;
      return { by: factsOf(tx), number, from, to, amount, whole: lot.amount, asset: coinAssets.bitcoin };
    },
    assetOf: () => coinAssets.bitcoin,
    reached() {
      const fresh = flows.visited(passed);
      passed += fresh.length;
      return fresh;
    },
    async find(txids) {
      const found = (await readTxsById(session, txids)).filter(
        ({ position }) => heightOf(position) <= height,
      );
      await flows.pools(found.map(({ position }) => position));
      return found;
    },
    outputOf({ txid, position }, output) {
      const id = `${toDisplayHash(txid)}:${output}`;
      return flows.lotAt(position, id);
    },
    movedBy: factsOf,
    payingFor: (deposits) => flows.payingFor(deposits.map((each) => ({ ...each, time: each.by.time }))),
    agreedPayouts: flows.agreedPayouts,
  };
}
