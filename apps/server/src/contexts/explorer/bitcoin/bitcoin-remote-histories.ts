import { toDisplayHash, toHex } from '@hopscope/chain';
import {
  type AddressTransactionView,
  type Coverage,
  listIoLimit,
  type TransactionView,
} from '@hopscope/contract';
import { utcDayNumber } from '@hopscope/domain';
import type { SqlSession } from '../../../db/session.ts';
import { readEntries, readRemoteTip, type RemoteAddress } from '../../../ledger/bitcoin/remote/by-address.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { addToDay, type Days } from '../../../ledger/shared/days.ts';
import { presentRemote } from './bitcoin-by-address.presenter.ts';
import { directionOf } from './bitcoin-snapshot.ts';
import type { Anchor, Histories, HistoryRow, OpenDays, OpenHistory, FullRow } from '../addresses/history.ts';
import { type BitcoinAddress, parseBitcoinAddress } from '../../../lib/identifiers.ts';

/** The stored history of an address. */
export interface RemoteBitcoin {
  readonly stored: RemoteAddress;
  readonly coverage: Coverage;
}

/** Runs work on one snapshot of the stored history of an address. */
export type ReadingRemoteBitcoin = <T>(
  address: BitcoinAddress,
  work: (session: SqlSession, remote: RemoteBitcoin) => Promise<T>,
) => Promise<T>;

type Entry = Awaited<ReturnType<typeof readEntries>>[number];

interface Opened extends RemoteBitcoin {
  readonly session: SqlSession;
  readonly network: NetworkName;
  readonly address: BitcoinAddress;
  /** Height of the remote provider's chain tip. */
  readonly tip: number | undefined;
}

/** Rows per read when a whole history is searched. */
const atATime = 1000;

/** Opens histories of Bitcoin addresses from a remote provider. */
export function createRemoteBitcoinHistories(network: NetworkName, reading: ReadingRemoteBitcoin): Histories {
  const opening = <T>(text: string, work: (opened: Opened, anchor: Anchor) => Promise<T>): Promise<T> => {
    const address = parseBitcoinAddress(text, network);
    return reading(address, async (session, remote) => {
      const tip = await readRemoteTip(session);
      const { stored, total, checkedTip } = remote.stored;
      const anchor: Anchor = {
        height: tip?.height ?? null,
        hash: tip ? toDisplayHash(tip.hash) : null,
        basis: `${stored} ${total} ${toHex(checkedTip)}`,
      };
      return work({ ...remote, session, network, address, tip: tip?.height }, anchor);
    });
  };
  return {
    open: (text, _asset, work) => opening(text, async (opened, anchor) => work(openHistory(opened, anchor))),
    openDays: (text, _asset, work) => opening(text, async (opened) => work(await openDays(opened))),
  };
}

/** Returns the stored entries of the numbers from one to below another. */
function entriesOf({ session, address }: Opened, from: number, to: number): Promise<Entry[]> {
  return readEntries(session, address.key, { from, to: to - 1 });
}

/** Returns the stored entries of the given numbers, in the requested order. */
async function entriesAt(opened: Opened, numbers: readonly number[]): Promise<Entry[]> {
  const wanted = new Set(numbers);
  const found = new Map<number, Entry>();
  const last = Math.max(...numbers);
  for (let at = Math.min(...numbers); at <= last; at += atATime) {
    for (const entry of await entriesOf(opened, at, Math.min(last + 1, at + atATime))) {
      if (wanted.has(entry.number)) found.set(entry.number, entry);
    }
  }
  return numbers.flatMap((number) => found.get(number) ?? []);
}

/** Returns rows as listed; `ioLimit` limits the number of inputs, and of outputs. */
export function presentRemoteEntries(
  { network, tip, coverage }: Pick<Opened, 'network' | 'tip' | 'coverage'>,
  entries: readonly Entry[],
  ioLimit: number | undefined,
): AddressTransactionView[] {
  return entries.map(({ number, received, spent, tx }) => {
    const net = received - spent;
    return {
      ...presentRemote(tx, { network, tip, coverage, ioLimit }),
      sequence: number,
      received: Number(received),
      spent: Number(spent),
      net: Number(net),
      direction: directionOf(net),
    };
  });
}

function rowOf({ number, received, spent, tx }: Entry): HistoryRow & { time: number } {
  const net = received - spent;
  return {
    number,
    sequence: number,
    place: tx.height,
    time: tx.time,
    direction: directionOf(net),
    amount: net < 0n ? -net : net,
    spam: false,
  };
}

function openHistory(opened: Opened, anchor: Anchor): OpenHistory {
  const { stored, coverage, address } = opened;
  return {
    blockchain: 'bitcoin',
    address: address.text,
    coverage: coverage.text,
    lo: 0,
    hi: stored.total,
    anchor,
    isCurrent: async ({ basis }) => basis === anchor.basis,
    windowOf: async () => ({ from: 0, to: stored.total, rowsOfDays: null }),
    rows: async (from, to) => (await entriesOf(opened, from, to)).map(rowOf),
    fullRows: async (numbers) => (await entriesAt(opened, numbers)).map((entry) => fullRowOf(opened, entry)),
    async page(numbers, pagination) {
      const entries = await entriesAt(opened, numbers);
      const txs = presentRemoteEntries(opened, entries, listIoLimit);
      return { blockchain: 'bitcoin', txs, pagination, coverage };
    },
  };
}

function fullRowOf(opened: Opened, entry: Entry): FullRow {
  const { network, tip, coverage, address } = opened;
  const { received, spent, tx } = entry;
  const view = presentRemote(tx, { network, tip, coverage, ioLimit: undefined });
  const row = rowOf(entry);
  return {
    ...row,
    others: othersOf(view, { own: address.text, spends: spent > 0n }),
    mark: toHex(tx.block.subarray(0, 8)),
    exported: {
      sequence: row.sequence,
      time: new Date(tx.time * 1000).toISOString(),
      block: tx.height,
      txid: view.txid,
      direction: row.direction,
      received: Number(received),
      spent: Number(spent),
      net: Number(received - spent),
      fee: view.fee_amt,
    },
  };
}

function othersOf(view: TransactionView, { own, spends }: { own: string; spends: boolean }): string[] {
  const sides = spends ? view.outputs : view.inputs;
  const others = new Set(sides.flatMap(({ addr }) => addr ?? []));
  others.delete(own);
  return [...others];
}

async function openDays(opened: Opened): Promise<OpenDays> {
  const { stored, coverage } = opened;
  const days: Days = new Map();
  for (let from = 0; from < stored.total; from += atATime) {
    for (const { received, spent, tx } of await entriesOf(opened, from, from + atATime)) {
      addToDay(days, utcDayNumber(tx.time), { transactions: 1, received, spent });
    }
  }
  const isComplete = stored.stored === stored.total && stored.problem === undefined;
  return {
    days,
    opening: isComplete ? 0n : null,
    rows: async (most) =>
      stored.total > most ? null : (await entriesOf(opened, 0, stored.total)).map(rowOf),
    asset: null,
    frame: { blockchain: 'bitcoin', coverage },
    async firstTxid({ from, to }) {
      for (let at = 0; at < stored.total; at += atATime) {
        const entries = await entriesOf(opened, at, at + atATime);
        const first = entries.find(({ tx }) => tx.time >= from && tx.time <= to);
        if (first) return toDisplayHash(first.tx.txid);
      }
      return null;
    },
  };
}
