import { createCopyReader, type CopyWriter } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { type AccountTables, type SlotOf, placeNewKeys } from '../../shared/account-slots.ts';
import { byteKey, inParts, int8Array, plainBytes } from '../../shared/byte-keys.ts';
import { createPackReader, type PackWriter } from '../../shared/varint.ts';
import { emptyList, type NumberedList, readList, writeList } from '../history/numbered-list.ts';

/** A list of movements, and its hidden ones by their numbers in it. */
export interface ListPair {
  all: NumberedList;
  hidden: NumberedList;
}

/** One asset of an account. */
export interface Purse extends ListPair {
  received: bigint;
  spent: bigint;
}

/** An account while a database transaction changes it. */
export interface Account {
  /** Changes if the account has to make room for another. */
  id: bigint;
  readonly key: Uint8Array;
  /** False until its row exists. */
  readonly stored: boolean;
  /** Balance before the lowest block, in wei; null: unknown. */
  opening: bigint | null;
  txCount: number;
  blockCount: number;
  signs: number;
  /** Position of the creating transaction; −1 without one. */
  createdBy: number;
  /** All movements. */
  readonly movements: ListPair;
  readonly ether: Purse;
}

/** An account's holding of a token. */
export interface Holding {
  readonly account: Account;
  readonly asset: number;
  readonly stored: boolean;
  readonly purse: Purse;
}

export const accountTables: AccountTables = {
  accounts: 'eth_account',
  others: ['eth_holding', 'eth_list', 'eth_days'],
};

export const accountColumns = ['id', 'received', 'spent', 'opening', 'key', 'lists'];
export const holdingColumns = ['id', 'asset', 'received', 'spent', 'lists'];

const step = 0x9e3779b97f4a7c15n;

/**
 * Combines the first and last 8 bytes of an address, so that addresses of precompiled contracts, and addresses generated
 * with leading zeros, aren't close together. Equal IDs are distinguished by the stored key.
 */
export const slotOfAddress: SlotOf = (key) => {
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  return BigInt.asIntN(64, view.getBigUint64(0) + view.getBigUint64(12) * step);
};

export function createdLists(): ListPair {
  return { all: emptyList(), hidden: emptyList() };
}

export function emptyPurse(): Purse {
  return { received: 0n, spent: 0n, ...createdLists() };
}

/** The columns of an account that are packed into `lists`. */
export type PackedAccount = Pick<Account, 'txCount' | 'blockCount' | 'signs' | 'createdBy' | 'movements'> & {
  ether: ListPair;
};

export function packAccount(out: PackWriter, account: PackedAccount): Uint8Array {
  out.uint(account.txCount);
  out.uint(account.blockCount);
  out.uint(account.signs);
  out.uint(account.createdBy + 1);
  packPair(out, account.movements);
  packPair(out, account.ether);
  return out.take();
}

export function unpackAccount(lists: Uint8Array): PackedAccount {
  const reader = createPackReader(lists);
  return {
    txCount: reader.uint(),
    blockCount: reader.uint(),
    signs: reader.uint(),
    createdBy: reader.uint() - 1,
    movements: { all: readList(reader), hidden: readList(reader) },
    ether: { all: readList(reader), hidden: readList(reader) },
  };
}

export function packHolding(out: PackWriter, purse: ListPair): Uint8Array {
  packPair(out, purse);
  return out.take();
}

export function unpackHolding(lists: Uint8Array): ListPair {
  const reader = createPackReader(lists);
  return { all: readList(reader), hidden: readList(reader) };
}

function packPair(out: PackWriter, { all, hidden }: ListPair): void {
  writeList(out, all);
  writeList(out, hidden);
}

/** Reads a stored account from a row in the order of `accountColumns`. */
export function readAccountRow(reader: ReturnType<typeof createCopyReader>): Account {
  const id = reader.int8();
  const [received, spent, opening] = [reader.numeric(), reader.numeric(), reader.optionalNumeric()];
  const key = plainBytes(reader.bytes()).slice();
  const { ether, ...rest } = unpackAccount(plainBytes(reader.bytes()).slice());
  return { id, key, stored: true, opening, ...rest, ether: { received, spent, ...ether } };
}

export function writeAccountRow(out: CopyWriter, pack: PackWriter, account: Account): void {
  out.row(accountColumns.length);
  out.int8(account.id);
  out.numeric(account.ether.received);
  out.numeric(account.ether.spent);
  if (account.opening === null) out.null();
  else out.numeric(account.opening);
  out.bytes(account.key);
  out.bytes(packAccount(pack, account));
}

export function writeHoldingRow(out: CopyWriter, pack: PackWriter, { account, asset, purse }: Holding): void {
  out.row(holdingColumns.length);
  out.int8(account.id);
  out.int4(asset);
  out.numeric(purse.received);
  out.numeric(purse.spent);
  out.bytes(packHolding(pack, purse));
}

async function readRows(session: SqlSession, ids: readonly bigint[]): Promise<Map<bigint, Account>> {
  const rows = new Map<bigint, Account>();
  for (const part of inParts(ids, 20_000)) {
    const reader = createCopyReader(
      await session.copyOut(
        `select ${accountColumns.join(',')} from eth_account where id = any(${int8Array(part)})`,
      ),
    );
    while (reader.next()) {
      const account = readAccountRow(reader);
      rows.set(account.id, account);
    }
  }
  return rows;
}

/** Returns the stored accounts of addresses by byte key; `missing` contains addresses without one. */
export async function findAccounts(
  session: SqlSession,
  keys: Iterable<Uint8Array>,
  slotOf: SlotOf,
): Promise<{
  found: Map<string, Account>;
  missing: { key: Uint8Array; home: bigint }[];
  taken: Set<bigint>;
}> {
  const found = new Map<string, Account>();
  const missing: { key: Uint8Array; home: bigint }[] = [];
  const rows = new Map<bigint, Account | undefined>();
  let open = [...keys].map((key) => {
    const home = slotOf(key);
    return { key, home, id: home };
  });
  while (open.length > 0) {
    const unread = [...new Set(open.map(({ id }) => id))].filter((id) => !rows.has(id));
    const read = await readRows(session, unread);
    for (const id of unread) rows.set(id, read.get(id));
    const again: typeof open = [];
    for (const { key, home, id } of open) {
      const row = rows.get(id);
      if (!row) missing.push({ key, home });
      else if (byteKey(row.key) === byteKey(key)) found.set(byteKey(key), row);
      else again.push({ key, home, id: BigInt.asIntN(64, id + 1n) });
    }
    open = again;
  }
  const taken = new Set([...rows].flatMap(([id, row]) => (row ? [id] : [])));
  return { found, missing, taken };
}

/** Updates accounts in memory whose rows moved. */
export function followMoves(accounts: Iterable<Account>): (from: bigint, to: bigint) => void {
  const byId = new Map([...accounts].map((account) => [account.id, account]));
  return (from, to) => {
    const account = byId.get(from);
    if (!account) return;
    account.id = to;
    byId.delete(from);
    byId.set(to, account);
  };
}

/**
 * Returns the accounts of addresses by byte key, and creates missing ones. `empty`: there are none yet, so nothing is read.
 */
export async function loadAccounts(
  session: SqlSession,
  keys: Iterable<Uint8Array>,
  options: { empty: boolean; slotOf: SlotOf },
): Promise<Map<string, Account>> {
  const { slotOf } = options;
  const wanted = [...keys];
  const { found, missing, taken } = options.empty
    ? {
        found: new Map<string, Account>(),
        missing: wanted.map((key) => ({ key, home: slotOf(key) })),
        taken: new Set<bigint>(),
      }
    : await findAccounts(session, wanted, slotOf);
  if (missing.length === 0) return found;
  const ids = await placeNewKeys(session, missing, {
    ...options,
    tables: accountTables,
    taken: (home) => taken.has(home),
    moved: followMoves(found.values()),
  });
  for (const { key, home } of missing) {
    const name = byteKey(key);
    found.set(name, {
      id: ids?.get(name) ?? home,
      key,
      stored: false,
      opening: null,
      txCount: 0,
      blockCount: 0,
      signs: 0,
      createdBy: -1,
      movements: createdLists(),
      ether: emptyPurse(),
    });
  }
  return found;
}

/** Returns holdings of tokens, by account and asset; missing ones are created. */
export async function loadHoldings(
  session: SqlSession,
  wanted: readonly { account: Account; asset: number }[],
): Promise<Holding[]> {
  const stored = new Map<string, Purse>();
  const old = wanted.filter(({ account }) => account.stored);
  for (const part of inParts(old, 20_000)) {
    const ids = int8Array(part.map(({ account }) => account.id));
    const assets = int8Array(part.map(({ asset }) => asset));
    const reader = createCopyReader(
      await session.copyOut(
        `select h.id, h.asset, h.received, h.spent, h.lists from unnest(${ids}, ${assets}) as w(id, asset)
         join eth_holding h on h.id = w.id and h.asset = w.asset`,
      ),
    );
    while (reader.next()) {
      const name = `${reader.int8()}/${reader.int4()}`;
      const [received, spent] = [reader.numeric(), reader.numeric()];
      stored.set(name, { received, spent, ...unpackHolding(plainBytes(reader.bytes()).slice()) });
    }
  }
  return wanted.map(({ account, asset }) => {
    const purse = stored.get(`${account.id}/${asset}`);
    return { account, asset, stored: purse !== undefined, purse: purse ?? emptyPurse() };
  });
}
