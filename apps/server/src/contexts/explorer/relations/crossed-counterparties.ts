import {
  asksForBitcoin,
  fromDisplayHash,
  fromHex,
  givenMovements,
  type Movement,
  paidMovement,
  toDisplayHash,
} from '@hopscope/chain';
import type { Blockchain, CounterpartyView } from '@hopscope/contract';
import type { SqlSession } from '../../../db/session.ts';
import { type NetworkName, readNetwork } from '../../../ledger/bitcoin/ledger-row.ts';
import { type FoundTx, readTxsById } from '../../../ledger/bitcoin/lookups.ts';
import type { StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import {
  readEthereumBlocks,
  readEthereumTxs,
  readEthereumTxsByHash,
  txMovements,
} from '../../../ledger/ethereum/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { addressOf as bitcoinAddressOf } from '../bitcoin/bitcoin.presenter.ts';
import { readPayouts, readPayoutsFor } from '../bitcoin/bridge-payouts.ts';
import { agreedCrossings } from '../ethereum/agreed-crossings.ts';
import { crossingsOfStored } from '../ethereum/ethereum-transaction.presenter.ts';
import { addressOf, hexOf } from '../ethereum/ethereum-values.ts';
import { readPositionsNaming } from '../ethereum/naming-transactions.ts';
import type { CounterpartySum } from './counterparties.ts';

/** What an address paid, or was paid by, a bridge for, by key of the counterparty. */
export type CrossedByKey = ReadonlyMap<string, CounterpartyView['through']>;
type Through = CounterpartyView['through'][number];

interface Asked {
  /** The address: as in answers, and its key among passages. */
  readonly own: { readonly address: string; readonly key: string };
  readonly direction: 'in' | 'out';
  /** Of Ethereum: `ether`, or a token contract. */
  readonly asset: string;
  readonly rows: readonly Pick<CounterpartySum, 'key' | 'crossable'>[];
}

/** Crossings that are listed of a counterparty, and accounts of one. */
const mostListed = 5;

/** A deposit on Bitcoin with the one movement that paid for it on Ethereum. */
interface Crossed {
  readonly deposit: FoundTx;
  readonly output: number;
  readonly payout: StoredEthereumTx;
  readonly movement: Movement;
  readonly protocol: string;
  readonly proof: Through['proof'];
}

/** Returns what was paid on Ethereum for deposits on Bitcoin, where both ledgers agree. */
async function readCrossed(session: SqlSession, deposits: readonly FoundTx[]): Promise<Crossed[]> {
  const positions = await readPositionsNaming(
    session,
    deposits.map(({ txid }) => txid),
  );
  if (positions.length === 0) return [];
  const payouts = (await readEthereumTxs(session, positions)).map((stored) => ({
    stored,
    crossings: crossingsOfStored(stored),
  }));
  const blocks = await readEthereumBlocks(session, positions.map(heightOf));
  return deposits.flatMap((deposit) =>
    agreedCrossings(deposit, payouts).flatMap(
      ({ payout: { stored }, crossing, proof, output }): Crossed[] => {
        const row = blocks.get(heightOf(stored.position));
        const movements = row ? txMovements(stored, row, () => false) : [];
        const movement = movements[paidMovement(movements, crossing) ?? -1];
        return movement
          ? [{ deposit, output, payout: stored, movement, protocol: crossing.protocol, proof }]
          : [];
      },
    ),
  );
}

/** Returns the addresses that paid for a transaction, each once. */
function payersOf({ record }: FoundTx, network: NetworkName): string[] {
  const keys = record.inputs.flatMap(({ prevout }) =>
    prevout.kind === 'known' && prevout.key ? [bitcoinAddressOf(prevout.key, network)] : [],
  );
  return [...new Set(keys)].filter((address) => address !== null);
}

/** Adds to the crossings of a counterparty, the newest first as asked. */
function listed(found: Iterable<readonly [string, Through]>): CrossedByKey {
  const byKey = new Map<string, Through[]>();
  for (const [key, through] of found) {
    const before = byKey.get(key) ?? [];
    if (before.length < mostListed) byKey.set(key, [...before, through]);
  }
  return byKey;
}

/** Returns the transactions of Bitcoin counterparties that are read, in the order of the rows. */
async function readOwn(session: SqlSession, { rows }: Asked): Promise<FoundTx[]> {
  const txids = rows.flatMap(({ crossable }) => crossable.flatMap((txid) => fromDisplayHash(txid) ?? []));
  const found = new Map((await readTxsById(session, txids)).map((tx) => [byteKey(tx.txid), tx]));
  const ordered = txids.flatMap((txid) => found.get(byteKey(txid)) ?? []);
  return [...new Set(ordered)];
}

/** A bridge received bitcoin of the address, and paid somebody on Ethereum. */
async function paidOnEthereum(session: SqlSession, asked: Asked): Promise<CrossedByKey> {
  const crossed = await readCrossed(session, await readOwn(session, asked));
  return listed(
    crossed.flatMap(({ deposit, output, payout, movement, protocol, proof }) => {
      const vault = deposit.record.outputs[output]?.key;
      if (!vault || !movement.to) return [];
      const through = {
        txid: toDisplayHash(deposit.txid),
        protocol,
        blockchain: 'ethereum' as const,
        accounts: [addressOf(movement.to)],
        account_count: 1,
        transaction: hexOf(payout.tx.hash),
        proof,
      };
      return [[byteKey(vault), through] as const];
    }),
  );
}

/** A bridge paid the address in bitcoin for what somebody had sent on Ethereum. */
async function sentOnEthereum(session: SqlSession, asked: Asked): Promise<CrossedByKey> {
  const found: (readonly [string, Through])[] = [];
  for (const tx of await readOwn(session, asked)) {
    const payouts = await readPayouts(session, tx);
    const payers = new Set(
      tx.record.inputs.flatMap(({ prevout }) =>
        prevout.kind === 'known' && prevout.key ? [byteKey(prevout.key)] : [],
      ),
    );
    for (const { output, protocol, transaction, sender, proof } of payouts) {
      const key = tx.record.outputs[output]?.key;
      if (!key || byteKey(key) !== asked.own.key) continue;
      const through = {
        txid: toDisplayHash(tx.txid),
        protocol,
        blockchain: 'ethereum' as const,
        accounts: [sender],
        account_count: 1,
        transaction,
        proof,
      };
      for (const payer of payers) found.push([payer, through]);
    }
  }
  return listed(found);
}

/** A bridge paid the account for what somebody had sent on Bitcoin. */
async function paidForBitcoin(session: SqlSession, asked: Asked): Promise<CrossedByKey> {
  const hashes = asked.rows.flatMap(({ crossable }) => crossable.map((hash) => fromHex(hash.slice(2))));
  const own = await readEthereumTxsByHash(session, hashes);
  const named = own.flatMap((stored) =>
    crossingsOfStored(stored).flatMap(({ direction, transaction, recipient }) => {
      const isOwn = direction === 'in' && recipient !== null && addressOf(recipient) === asked.own.address;
      return (isOwn && transaction !== null && fromDisplayHash(transaction)) || [];
    }),
  );
  if (named.length === 0) return new Map();
  const network = (await readNetwork(session, false)) ?? 'mainnet';
  const crossed = await readCrossed(session, await readTxsById(session, named));
  const order = new Map(own.map(({ position }, place) => [position, place]));
  const ofOwn = crossed
    .filter(({ payout, movement: { to, token } }) => {
      const isAsset = (token ? addressOf(token) : 'ether').toLowerCase() === asked.asset.toLowerCase();
      return order.has(payout.position) && isAsset && to !== null && addressOf(to) === asked.own.address;
    })
    .toSorted((a, b) => (order.get(a.payout.position) ?? 0) - (order.get(b.payout.position) ?? 0));
  return listed(
    ofOwn.flatMap(({ deposit, payout, movement, protocol, proof }) => {
      const payers = payersOf(deposit, network);
      if (!movement.from) return [];
      const through = {
        txid: hexOf(payout.tx.hash),
        protocol,
        blockchain: 'bitcoin' as const,
        accounts: payers.slice(0, mostListed),
        account_count: payers.length,
        transaction: toDisplayHash(deposit.txid),
        proof,
      };
      return [[addressOf(movement.from), through] as const];
    }),
  );
}

/** A bridge received what the account sent, and paid somebody on Bitcoin. */
async function paidOnBitcoin(session: SqlSession, asked: Asked): Promise<CrossedByKey> {
  const hashes = asked.rows.flatMap(({ crossable }) => crossable.map((hash) => fromHex(hash.slice(2))));
  const asking = (await readEthereumTxsByHash(session, hashes)).flatMap((stored) => {
    const crossings = crossingsOfStored(stored).filter(asksForBitcoin);
    return crossings.length === 0 ? [] : [{ stored, crossings }];
  });
  if (asking.length === 0) return new Map();
  const blocks = await readEthereumBlocks(session, [
    ...new Set(asking.map(({ stored }) => heightOf(stored.position))),
  ]);
  const deposits = asking.flatMap((deposit) => {
    const block = blocks.get(heightOf(deposit.stored.position));
    return block ? [{ ...deposit, block, time: block.header.time }] : [];
  });
  const blockOf = new Map(deposits.map(({ stored, block }) => [stored.position, block]));
  const payouts = await readPayoutsFor(session, deposits);
  const network = (await readNetwork(session, false)) ?? 'mainnet';
  return listed(
    payouts.flatMap(({ payout, output, deposit: { stored }, crossing, proof }) => {
      const block = blockOf.get(stored.position);
      const movements = block ? txMovements(stored, block, () => false) : [];
      const receivers = givenMovements(movements, crossing).flatMap((number) => {
        const { from, to, token } = movements[number] ?? {};
        const moved = (token ? addressOf(token) : 'ether').toLowerCase();
        const isOwn = from && addressOf(from) === asked.own.address && moved === asked.asset.toLowerCase();
        return isOwn && to ? [to] : [];
      });
      const [receiver] = receivers;
      const key = payout.record.outputs[output]?.key;
      if (!receiver || !key) return [];
      const through = {
        txid: hexOf(stored.tx.hash),
        protocol: crossing.protocol,
        blockchain: 'bitcoin' as const,
        accounts: [bitcoinAddressOf(key, network)].filter((address) => address !== null),
        account_count: 1,
        transaction: toDisplayHash(payout.txid),
        proof,
      };
      return [[addressOf(receiver), through] as const];
    }),
  );
}

const readers: Readonly<
  Record<Blockchain, Record<Asked['direction'], (session: SqlSession, asked: Asked) => Promise<CrossedByKey>>>
> = {
  bitcoin: { in: sentOnEthereum, out: paidOnEthereum },
  ethereum: { in: paidForBitcoin, out: paidOnBitcoin },
};

/**
 * Returns who is on the other side where counterparties of an address are bridges between Bitcoin and Ethereum, and both ledgers
 * agree on the crossing (docs/concepts/crossings.md); of the newest transactions with each counterparty.
 */
export function readCrossedCounterparties(
  session: SqlSession,
  chain: Blockchain,
  asked: Asked,
): Promise<CrossedByKey> {
  return readers[chain][asked.direction](session, asked);
}
