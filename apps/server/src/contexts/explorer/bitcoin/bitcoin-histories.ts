import { encodeAddress, networks, toDisplayHash, toHex } from '@hopscope/chain';
import { utcDayNumber } from '@hopscope/domain';
import type { SqlDatabase } from '../../../db/session.ts';
import { readActivityAt } from '../../../ledger/bitcoin/accounts/activity-at.ts';
import type { ActivityEntry } from '../../../ledger/bitcoin/accounts/activity.ts';
import { readBitcoinDays, readTimes, timeAt } from '../../../ledger/bitcoin/accounts/days.ts';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import { heightOf } from '../../../ledger/bitcoin/positions.ts';
import { type AccountRow, readActivity, readBlocks, readTxsInOrder } from '../../../ledger/bitcoin/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import {
  type BitcoinSnapshot,
  directionOf,
  findAccount,
  presentHistory,
  readBitcoin,
  timeOf,
} from './bitcoin-snapshot.ts';
import type {
  Anchor,
  Histories,
  HistoryRow,
  OpenDays,
  OpenHistory,
  FullRow,
  Window,
} from '../addresses/history.ts';
import { askingOnce, isSameChain, ledgerAnchor } from '../addresses/history-anchor.ts';
import { type BitcoinAddress, parseBitcoinAddress } from '../../../lib/identifiers.ts';

/** Histories with fewer rows are searched as a whole. */
const shortHistory = 256;
/** Extra rows to check on either side, because block times don't ascend. */
const windowMargin = 64;

interface Opened {
  readonly snapshot: BitcoinSnapshot;
  readonly address: BitcoinAddress;
  readonly account: AccountRow | undefined;
}

/** Opens histories of Bitcoin addresses from the ledger. */
export function createBitcoinHistories(db: SqlDatabase): Histories {
  const opening = <T>(text: string, work: (opened: Opened) => Promise<T>): Promise<T> =>
    readBitcoin(db, async (snapshot) => {
      const address = parseBitcoinAddress(text, snapshot.network);
      return work({ snapshot, address, account: await findAccount(snapshot, address) });
    });
  return {
    open: (text, _asset, work) => opening(text, async (opened) => work(await openHistory(opened))),
    openDays: (text, _asset, work) => opening(text, async (opened) => work(await openDays(opened))),
  };
}

async function openHistory(opened: Opened): Promise<OpenHistory> {
  const { snapshot, address, account } = opened;
  const { session, ranges, coverage } = snapshot;
  const hashOf = askingOnce(async (height) => {
    const block = (await readBlocks(session, [height])).get(height);
    return block && toDisplayHash(block.hash);
  });
  const count = account?.txCount ?? 0;
  return {
    blockchain: 'bitcoin',
    address: address.text,
    coverage: coverage.text,
    lo: 0,
    hi: count,
    anchor: await ledgerAnchor(ranges, hashOf),
    isCurrent: (anchor: Anchor) => isSameChain(anchor, ranges, hashOf),
    windowOf: (times) => windowOf(opened, times),
    rows: (from, to, { times }) => readRows(opened, from, to, times),
    fullRows: (numbers) => readFullRows(opened, numbers),
    async page(numbers, pagination) {
      const entries = account ? await readActivityAt(session, account, numbers) : [];
      const rows = entries.map((entry, i) => ({ sequence: numbers[i] ?? 0, entry }));
      return { blockchain: 'bitcoin', txs: await presentHistory(snapshot, rows), pagination, coverage };
    },
  };
}

/**
 * Finds the rows of a time. Rows are in chain order, and block times nearly ascend. The daily counts give the number of
 * rows before and within the time; checks those and a margin, and has all of them if the number matches.
 */
async function windowOf(
  { snapshot, account }: Opened,
  { from, to }: { from: number; to: number },
): Promise<Window> {
  if (!account || account.txCount < shortHistory) {
    return { from: 0, to: account?.txCount ?? 0, rowsOfDays: null };
  }
  let [before, within] = [0, 0];
  for (const [day, { transactions }] of await readBitcoinDays(snapshot.session, account)) {
    if (day < utcDayNumber(from)) before += transactions;
    else if (day <= utcDayNumber(to)) within += transactions;
  }
  return {
    from: Math.max(0, before - windowMargin),
    to: Math.min(account.txCount, before + within + windowMargin),
    rowsOfDays: within,
  };
}

function rowOf(entry: ActivityEntry, number: number, time: number | undefined): HistoryRow {
  const net = entry.received - entry.spent;
  return {
    number,
    sequence: number,
    place: entry.position,
    time,
    direction: directionOf(net),
    amount: net < 0n ? -net : net,
    spam: false,
  };
}

async function readRows(
  { snapshot, account }: Opened,
  from: number,
  to: number,
  withTimes: boolean,
): Promise<HistoryRow[]> {
  if (!account || to <= from) return [];
  const entries = await readActivity(snapshot.session, account, from, to - 1);
  const times = withTimes
    ? await readTimes(
        snapshot.session,
        entries.map(({ position }) => heightOf(position)),
      )
    : undefined;
  return entries.map((entry, i) => rowOf(entry, from + i, times && timeAt(times, entry.position)));
}

async function readFullRows(
  { snapshot, account, address }: Opened,
  numbers: readonly number[],
): Promise<FullRow[]> {
  if (!account || numbers.length === 0) return [];
  const { session, network } = snapshot;
  const entries = await readActivityAt(session, account, numbers);
  const txs = await readTxsInOrder(
    session,
    entries.map(({ position }) => position),
  );
  const blocks = await readBlocks(
    session,
    entries.map(({ position }) => heightOf(position)),
  );
  return txs.map((tx, i): FullRow => {
    const entry = entries[i];
    const block = blocks.get(heightOf(tx.position));
    if (!entry || !block) throw new RangeError(`Block ${heightOf(tx.position)} of a row is missing`);
    const { received, spent } = entry;
    const time = timeOf(block);
    const fee = feeOf(tx);
    const row = rowOf(entry, numbers[i] ?? 0, time);
    return {
      ...row,
      time,
      others: othersOf(tx, entry, address.key).map((key) => encodeAddress(key, networks[network])),
      mark: toHex(block.hash.subarray(0, 8)),
      exported: {
        sequence: row.sequence,
        time: new Date(time * 1000).toISOString(),
        block: block.height,
        txid: toDisplayHash(tx.txid),
        direction: row.direction,
        received: Number(received),
        spent: Number(spent),
        net: Number(received - spent),
        fee: fee === null ? null : Number(fee),
      },
    };
  });
}

/** Returns the distinct counterparty addresses: recipients if the address spends, senders if it only receives. */
function othersOf({ record }: FoundTx, { spent }: ActivityEntry, own: Uint8Array): Uint8Array[] {
  const keys =
    spent > 0n
      ? record.outputs.map(({ key }) => key)
      : record.inputs.map(({ prevout }) => (prevout.kind === 'known' ? prevout.key : undefined));
  const others = new Map<string, Uint8Array>();
  for (const key of keys) if (key) others.set(byteKey(key), key);
  others.delete(byteKey(own));
  return [...others.values()];
}

/** Returns the fee of a transaction; null with an unknown input, 0 for a coinbase. */
function feeOf({ record }: FoundTx): bigint | null {
  if (record.coinbase) return 0n;
  let fee = 0n;
  for (const { prevout } of record.inputs) {
    if (prevout.kind !== 'known') return null;
    fee += prevout.value;
  }
  for (const { value } of record.outputs) fee -= value;
  return fee;
}

async function openDays(opened: Opened): Promise<OpenDays> {
  const { snapshot, account } = opened;
  const { session, coverage } = snapshot;
  return {
    days: account ? await readBitcoinDays(session, account) : new Map(),
    opening: coverage.kind === 'complete' ? 0n : null,
    async rows(most) {
      const count = account?.txCount ?? 0;
      return count > most ? null : readRows(opened, 0, count, true);
    },
    asset: null,
    frame: { blockchain: 'bitcoin', coverage },
    async firstTxid(times) {
      const window = await windowOf(opened, times);
      const rows = await readRows(opened, window.from, window.to, true);
      const inside = ({ time }: HistoryRow): boolean =>
        time !== undefined && time >= times.from && time <= times.to;
      const found = rows.filter(inside);
      const all =
        window.rowsOfDays === null || found.length === window.rowsOfDays
          ? found
          : (await readRows(opened, 0, account?.txCount ?? 0, true)).filter(inside);
      const [first] = all;
      if (!first) return null;
      const [tx] = await readTxsInOrder(session, [first.place]);
      return tx ? toDisplayHash(tx.txid) : null;
    },
  };
}
