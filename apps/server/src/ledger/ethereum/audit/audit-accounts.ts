import { toChecksumAddress, toHex } from '@hopscope/chain';
import { createCopyReader } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import type { SlotOf } from '../../shared/account-slots.ts';
import { int8Array } from '../../shared/byte-keys.ts';
import {
  type Account,
  accountColumns,
  type ListPair,
  type Purse,
  readAccountRow,
  unpackHolding,
} from '../accounts/accounts.ts';
import { type EthereumCheck, violate } from './audit-violation.ts';
import { dayDifference, dayRowsProblem } from '../../shared/day-audit.ts';
import { daysOfLists, keepsDays, readStoredDays } from '../accounts/days.ts';
import { blockIndex, etherAsset } from '../accounts/effects.ts';
import { type Entry, entryCodec, numberCodec } from '../accounts/entries.ts';
import { listOf } from '../history/lists.ts';
import {
  chunkEntries,
  chunkOf,
  type Codec,
  type NumberedList,
  placeOfChunk,
} from '../history/numbered-list.ts';

export interface AccountAuditOptions {
  slotOf: SlotOf;
  /** Called for every entry with its asset, by account in the order of their IDs. */
  visit(account: Account, asset: number, entry: Entry, sequence: number): void;
  end(account: Account): Promise<void> | void;
}

export interface AccountAuditSums {
  accounts: bigint;
  unopened: bigint;
  opened: bigint;
  received: bigint;
  spent: bigint;
  holdings: number;
  chunks: number;
}

const accountsPerPage = 500;

/** Checks every account against its own lists. */
export async function auditEthereumAccounts(
  session: SqlSession,
  options: AccountAuditOptions,
): Promise<AccountAuditSums> {
  const sums: AccountAuditSums = {
    accounts: 0n,
    unopened: 0n,
    opened: 0n,
    received: 0n,
    spent: 0n,
    holdings: 0,
    chunks: 0,
  };
  let before = await readLast(session);
  let after: bigint | undefined;
  const figures = { seen: 0, having: 0 };
  for (;;) {
    const page = await readAccounts(session, after);
    if (page.length === 0) break;
    const holdings = await readHoldingsOf(session, page);
    for (const account of page) {
      checkPlace(account, before, options.slotOf);
      const own = holdings.get(account.id) ?? new Map<number, Purse>();
      const rows = await readChunks(session, account);
      sums.chunks += rows.size;
      sums.holdings += own.size;
      auditAccount(account, own, rows, options);
      await auditDays(session, account, figures);
      await options.end(account);
      sums.accounts++;
      if (account.opening === null) sums.unopened++;
      else sums.opened += account.opening;
      sums.received += account.ether.received;
      sums.spent += account.ether.spent;
      before = account;
      after = account.id;
    }
  }
  const problem = await dayRowsProblem(session, 'eth_days', figures);
  if (problem !== undefined) violate('days', problem);
  return sums;
}

/** Checks that figures of days match the lists. */
async function auditDays(
  session: SqlSession,
  account: Account,
  figures: { seen: number; having: number },
): Promise<void> {
  if (!keepsDays(account.movements.all)) return;
  figures.seen++;
  const stored = await readStoredDays(session, account.id);
  if (stored.size === 0) return;
  figures.having++;
  const address = nameOf(account);
  const difference = dayDifference(stored, await daysOfLists(session, account));
  if (difference)
    violate('days', `The daily figures of ${address} differ from its history: ${difference}`, { address });
}

/** Converts damage of packed bytes to a violation with the address of the account. */
function naming<T>(check: EthereumCheck, address: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return violate(check, `What is stored of ${address} is damaged: ${error.message}`, { address });
  }
}

async function readAccounts(session: SqlSession, after: bigint | undefined): Promise<Account[]> {
  const where = after === undefined ? '' : `where id > ${after}`;
  const reader = createCopyReader(
    await session.copyOut(
      `select ${accountColumns.join(',')} from eth_account ${where} order by id limit ${accountsPerPage}`,
    ),
  );
  const accounts: Account[] = [];
  while (reader.next()) {
    const at = accounts.at(-1)?.id ?? after;
    accounts.push(naming('account', `the account after id ${at ?? 'none'}`, () => readAccountRow(reader)));
  }
  return accounts;
}

/** Reads the account with the highest ID: IDs wrap around, so it precedes the one with the lowest. */
async function readLast(session: SqlSession): Promise<Pick<Account, 'id' | 'key'> | undefined> {
  const { rows } = await session.query<{ id: bigint; key: Uint8Array }>(
    'select id, key from eth_account order by id desc limit 1',
  );
  return rows[0];
}

async function readHoldingsOf(
  session: SqlSession,
  accounts: readonly Account[],
): Promise<Map<bigint, Map<number, Purse>>> {
  const { rows } = await session.query<{
    id: bigint;
    asset: number;
    received: string;
    spent: string;
    lists: Uint8Array;
  }>(
    `select * from eth_holding where id = any(${int8Array(accounts.map(({ id }) => id))}) order by id, asset`,
  );
  const holdings = new Map<bigint, Map<number, Purse>>();
  const names = new Map(accounts.map((account) => [account.id, nameOf(account)]));
  for (const { id, asset, received, spent, lists } of rows) {
    const pair = naming('holding', names.get(id) ?? String(id), () => unpackHolding(lists));
    const own = holdings.get(id) ?? new Map<number, Purse>();
    own.set(asset, { received: BigInt(received), spent: BigInt(spent), ...pair });
    holdings.set(id, own);
  }
  return holdings;
}

type Chunks = ReadonlyMap<string, Uint8Array>;

async function readChunks(session: SqlSession, account: Account): Promise<Chunks> {
  const { all } = account.movements;
  // With fewer entries than a chunk has, no list of the account can have a full one.
  if (all.hi - all.lo < chunkEntries) return new Map();
  const { rows } = await session.query<{ list: number; chunk: number; entries: Uint8Array }>(
    'select list, chunk, entries from eth_list where id = $1',
    [String(account.id)],
  );
  return new Map(rows.map(({ list, chunk, entries }) => [`${list}/${chunk}`, entries]));
}

/** Checks that the account is in its preferred slot, or after one with a smaller (home, key) (see `account-slots.ts`). */
function checkPlace(account: Account, before: Pick<Account, 'id' | 'key'> | undefined, slotOf: SlotOf): void {
  const address = nameOf(account);
  if (account.key.length !== 20) violate('account', `Account ${account.id} has no address`, { address });
  const home = slotOf(account.key);
  if (home === account.id) return;
  const lost = `Account ${account.id} of ${address} cannot be found from its home ${home}`;
  if (!before || BigInt.asIntN(64, before.id + 1n) !== account.id) {
    return violate('account', lost, { address });
  }
  const lead = BigInt.asIntN(64, home - slotOf(before.key));
  const order = lead === 0n ? Buffer.compare(account.key, before.key) : lead;
  if (order < 0) violate('account', lost, { address });
  if (order === 0) violate('account', `${address} has two accounts`, { address });
}

function nameOf({ key, id }: Pick<Account, 'key' | 'id'>): string {
  return key.length === 20 ? toChecksumAddress(`0x${toHex(key)}`) : `account ${id}`;
}

function* entriesOf<T>(
  numbered: NumberedList,
  about: { list: number; codec: Codec<T>; chunks: Chunks; address: string; check: EthereumCheck },
): Generator<T> {
  const { list, codec, chunks, address, check } = about;
  if (numbered.hi < numbered.lo)
    violate(check, `List ${list} of ${address} ends before it begins`, { address });
  for (let chunk = chunkOf(numbered.lo); chunk * chunkEntries < numbered.hi; chunk++) {
    const place = placeOfChunk(numbered, chunk);
    const packed =
      place === 'tail' ? numbered.tail : place === 'head' ? numbered.head : chunks.get(`${list}/${chunk}`);
    if (!packed) violate(check, `Part ${chunk} of list ${list} of ${address} is missing`, { address });
    const items = naming(check, address, () => codec.unpack(packed));
    const from = Math.max(numbered.lo, chunk * chunkEntries);
    const expected = Math.min(numbered.hi, (chunk + 1) * chunkEntries) - from;
    if (items.length !== expected) {
      const what = `Part ${chunk} of list ${list} of ${address} has ${items.length} entries, not ${expected}`;
      violate(check, what, { address, sequence: from });
    }
    yield* items;
  }
}

interface MovementSums {
  received: bigint;
  spent: bigint;
  count: number;
  readonly hidden: number[];
}

function auditAccount(
  account: Account,
  holdings: ReadonlyMap<number, Purse>,
  chunks: Chunks,
  options: AccountAuditOptions,
): void {
  const address = nameOf(account);
  const purses = new Map<number, Purse>([[etherAsset, account.ether], ...holdings]);
  const assets = assignAssets(account, purses, { chunks, address });
  const sumsByAsset = new Map<number, MovementSums>();
  const hidden: number[] = [];
  let [txs, blocks, last, lastMovement] = [0, 0, -1, -1];
  const { lo } = account.movements.all;
  let sequence = lo;
  const list = { list: listOf(undefined, false), codec: entryCodec, chunks, address, check: 'list' as const };
  for (const entry of entriesOf(account.movements.all, list)) {
    const { position, movement, direction, amount, spam } = entry;
    const asset = assets[sequence - lo] ?? -1;
    if (asset < 0) violate('list', `Entry ${sequence} of ${address} has no asset`, { address, sequence });
    if (position < last || (position === last && movement <= lastMovement)) {
      violate('list', `Entry ${sequence} of ${address} is not later than the one before it`, {
        address,
        sequence,
      });
    }
    if (position !== last) {
      if (position % 2 ** 17 !== blockIndex) txs++;
      if (last < 0 || Math.floor(position / 2 ** 17) !== Math.floor(last / 2 ** 17)) blocks++;
    }
    [last, lastMovement] = [position, movement];
    const sums = sumsByAsset.get(asset) ?? { received: 0n, spent: 0n, count: 0, hidden: [] };
    sumsByAsset.set(asset, sums);
    if (direction !== 'out') sums.received += amount;
    if (direction !== 'in') sums.spent += amount;
    if (spam) {
      sums.hidden.push((purses.get(asset)?.all.lo ?? 0) + sums.count);
      hidden.push(sequence);
    }
    sums.count++;
    options.visit(account, asset, entry, sequence);
    sequence++;
  }
  if (sequence === lo) violate('account', `The account of ${address} has no movements`, { address });
  const compare = (what: string, stored: number | bigint, counted: number | bigint): void => {
    if (stored === counted) return;
    violate(
      'account',
      `The account of ${address} differs from its list: ${what} ${stored} instead of ${counted}`,
      { address },
    );
  };
  compare('transactions', account.txCount, txs);
  compare('blocks', account.blockCount, blocks);
  checkHidden(account.movements, hidden, { list: listOf(undefined, true), chunks, address });
  for (const [asset, purse] of purses) {
    const sums = sumsByAsset.get(asset) ?? { received: 0n, spent: 0n, count: 0, hidden: [] };
    const name = asset === etherAsset ? 'ether' : `asset ${asset}`;
    compare(`received of ${name}`, purse.received, sums.received);
    compare(`spent of ${name}`, purse.spent, sums.spent);
    compare(`entries of ${name}`, purse.all.hi - purse.all.lo, sums.count);
    if (asset !== etherAsset && sums.count === 0) {
      violate('holding', `${address} has a holding of asset ${asset} without movements`, { address });
    }
    checkHidden(purse, sums.hidden, { list: listOf(asset, true), chunks, address });
  }
  compare('full parts of lists', chunks.size, countChunks([account.movements, ...purses.values()]));
}

/** Returns the asset of every entry according to the lists of the assets; −1 if none contains it. */
function assignAssets(
  account: Account,
  purses: ReadonlyMap<number, Purse>,
  { chunks, address }: { chunks: Chunks; address: string },
): Int32Array {
  const { lo, hi } = account.movements.all;
  if (hi < lo) violate('list', `The list of ${address} ends before it begins`, { address });
  const assets = new Int32Array(hi - lo).fill(-1);
  for (const [asset, { all }] of purses) {
    const about = {
      list: listOf(asset, false),
      codec: numberCodec,
      chunks,
      address,
      check: 'holding' as const,
    };
    for (const sequence of entriesOf(all, about)) {
      if (sequence < lo || sequence >= hi || assets[sequence - lo] !== -1) {
        const what = `Asset ${asset} of ${address} lists entry ${sequence}, which does not belong to it`;
        violate('holding', what, { address, sequence });
      }
      assets[sequence - lo] = asset;
    }
  }
  return assets;
}

function checkHidden(
  { hidden }: ListPair,
  expected: readonly number[],
  { list, chunks, address }: { list: number; chunks: Chunks; address: string },
): void {
  const about = { list, codec: numberCodec, chunks, address, check: 'list' as const };
  const stored = [...entriesOf(hidden, about)];
  const at = Math.max(stored.length, expected.length);
  for (let i = 0; i < at; i++) {
    if (stored[i] === expected[i]) continue;
    const what = `The hidden entries of list ${list - 1} of ${address} differ from its spam entries`;
    violate('list', what, { address, sequence: expected[i] ?? stored[i] ?? 0 });
  }
}

function countChunks(pairs: readonly ListPair[]): number {
  let count = 0;
  for (const { all, hidden } of pairs) {
    for (const { lo, hi } of [all, hidden]) {
      count += Math.max(0, Math.floor(hi / chunkEntries) - Math.ceil(lo / chunkEntries));
    }
  }
  return count;
}
