import { createCopyReader, createCopyWriter } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { type AccountTables, type SlotOf, placeNewKeys, removePlaces } from '../../shared/account-slots.ts';
import { type ActivityEntry, chunkEntries, packActivity, unpackActivity } from './activity.ts';
import { byteKey, inParts, int8Array } from '../../shared/byte-keys.ts';
import { type ChunkChange, writeDays } from './days.ts';
import { heightOf } from '../positions.ts';
import { createPackWriter } from '../../shared/varint.ts';

/** An address in the ledger while a transaction changes it. */
export interface Account {
  /** Changes if the account has to make room for another. */
  id: bigint;
  readonly key: Uint8Array;
  /** False until its row exists. */
  readonly stored: boolean;
  /** Number of transactions before this change. */
  readonly countBefore: number;

  received: bigint;
  spent: bigint;
  txCount: number;
  blockCount: number;
  p2pk: boolean;
  /** Entries after the last full chunk. */
  tail: ActivityEntry[];
  /** Position of the newest entry, -1 without entries. */
  last: number;
  /** Full chunks that this change adds. */
  newChunks: { chunk: number; entries: ActivityEntry[] }[];
  /** Entries of full chunks that this change removes. */
  lostChunks: ActivityEntry[][];
  /** Whether `newChunks` replaces all stored chunks. */
  rewritten: boolean;
}

const tagStep = 0x9e3779b97f4a7c15n;
/**
 * Returns the first 8 payload bytes of an address key, shifted by its tag so that P2PKH and P2WPKH of one key differ.
 * Payloads are hashes, so IDs are evenly distributed; equal IDs (by chance or on purpose) are distinguished by the stored
 * key.
 */
export const slotOfKey: SlotOf = (key) => {
  const word = (at: number): number =>
    (((key[at] ?? 0) << 24) | ((key[at + 1] ?? 0) << 16) | ((key[at + 2] ?? 0) << 8) | (key[at + 3] ?? 0)) >>>
    0;
  return BigInt.asIntN(
    64,
    (BigInt(word(1)) << 32n) + BigInt(word(5)) + BigInt((key[0] ?? 0) + 256 * key.length) * tagStep,
  );
};

/** flags bit: the address has received P2PK outputs. */
export const p2pkFlag = 1;

const tables: AccountTables = { accounts: 'btc_account', others: ['btc_activity', 'btc_days'] };

const columns = ['id', 'received', 'spent', 'tx_count', 'block_count', 'flags', 'key', 'tail'];
const partSize = 20_000;

interface AccountRow {
  key: Uint8Array;
  account: Account;
}

async function readRows(session: SqlSession, ids: readonly bigint[]): Promise<Map<bigint, AccountRow>> {
  const rows = new Map<bigint, AccountRow>();
  for (const part of inParts(ids, partSize)) {
    const reader = createCopyReader(
      await session.copyOut(
        `select ${columns.join(',')} from btc_account where id = any(${int8Array(part)})`,
      ),
    );
    while (reader.next()) {
      const id = reader.int8();
      const received = reader.int8();
      const spent = reader.int8();
      const txCount = reader.int4();
      const blockCount = reader.int4();
      const p2pk = (reader.int2() & p2pkFlag) !== 0;
      const key = reader.bytes().slice();
      const tail = unpackActivity(reader.bytes());
      rows.set(id, {
        key,
        account: {
          id,
          key,
          stored: true,
          countBefore: txCount,
          received,
          spent,
          txCount,
          blockCount,
          p2pk,
          tail,
          last: tail.at(-1)?.position ?? -1,
          newChunks: [],
          lostChunks: [],
          rewritten: false,
        },
      });
    }
  }
  return rows;
}

/** If the tail is empty but the history isn't, the newest entry is at the end of the last chunk. */
async function loadLastPositions(session: SqlSession, accounts: Iterable<Account>): Promise<void> {
  const bare = new Map<string, Account>();
  for (const account of accounts) {
    if (account.txCount > 0 && account.tail.length === 0) {
      bare.set(`${account.id}/${account.txCount / chunkEntries - 1}`, account);
    }
  }
  for (const part of inParts([...bare.values()], partSize)) {
    const ids = int8Array(part.map((account) => account.id));
    const { rows } = await session.query<{ id: bigint; chunk: number; entries: Uint8Array }>(
      `select a.id, a.chunk, a.entries from btc_activity a
       join btc_account b on b.id = a.id
       where b.id = any(${ids}) and a.chunk = b.tx_count / ${chunkEntries} - 1`,
    );
    for (const row of rows) {
      const account = bare.get(`${row.id}/${row.chunk}`);
      if (account) account.last = unpackActivity(row.entries).at(-1)?.position ?? -1;
    }
  }
}

function emptyAccount(id: bigint, key: Uint8Array): Account {
  return {
    id,
    key,
    stored: false,
    countBefore: 0,
    received: 0n,
    spent: 0n,
    txCount: 0,
    blockCount: 0,
    p2pk: false,
    tail: [],
    last: -1,
    newChunks: [],
    lostChunks: [],
    rewritten: false,
  };
}

/** Updates accounts in memory whose rows moved. */
function followMoves(accounts: Iterable<Account>): (from: bigint, to: bigint) => void {
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
 * Finds the accounts of address keys, and creates accounts for keys without one (see `account-slots.ts` for their IDs).
 * `empty`: the ledger has no accounts, so nothing is read.
 */
export async function loadAccounts(
  session: SqlSession,
  keys: Iterable<Uint8Array>,
  options: { empty: boolean; slotOf: SlotOf },
): Promise<Map<string, Account>> {
  const found = new Map<string, Account>();
  const rows = new Map<bigint, AccountRow | undefined>();
  const fresh: { key: Uint8Array; home: bigint }[] = [];
  let open = [...keys].map((key) => {
    const home = options.slotOf(key);
    return { key, home, id: home };
  });
  while (open.length > 0) {
    if (!options.empty) {
      const unread = [...new Set(open.map((o) => o.id))].filter((id) => !rows.has(id));
      const read = await readRows(session, unread);
      for (const id of unread) rows.set(id, read.get(id));
    }
    const again: typeof open = [];
    for (const { key, home, id } of open) {
      const name = byteKey(key);
      const row = rows.get(id);
      if (!row) fresh.push({ key, home });
      else if (byteKey(row.key) === name) found.set(name, row.account);
      else again.push({ key, home, id: BigInt.asIntN(64, id + 1n) });
    }
    open = again;
  }
  if (fresh.length > 0) {
    const ids = await placeNewKeys(session, fresh, {
      ...options,
      tables,
      taken: (home) => rows.get(home) !== undefined,
      moved: followMoves(found.values()),
    });
    for (const { key, home } of fresh) {
      const name = byteKey(key);
      found.set(name, emptyAccount(ids?.get(name) ?? home, key));
    }
  }
  if (!options.empty) await loadLastPositions(session, found.values());
  return found;
}

/** Appends an entry that is newer than all others of the account. */
export function appendEntry(account: Account, entry: ActivityEntry): void {
  if (account.last < 0 || heightOf(entry.position) !== heightOf(account.last)) account.blockCount++;
  account.received += entry.received;
  account.spent += entry.spent;
  account.txCount++;
  account.p2pk ||= entry.p2pk;
  account.last = entry.position;
  account.tail.push(entry);
  if (account.tail.length === chunkEntries) {
    account.newChunks.push({ chunk: account.txCount / chunkEntries - 1, entries: account.tail });
    account.tail = [];
  }
}

/** Replaces the whole history of an account. `entries` ascend by position. */
export function rewriteEntries(account: Account, entries: readonly ActivityEntry[]): void {
  account.received = 0n;
  account.spent = 0n;
  account.txCount = 0;
  account.blockCount = 0;
  account.p2pk = false;
  account.tail = [];
  account.last = -1;
  account.newChunks = [];
  account.rewritten = true;
  for (const entry of entries) appendEntry(account, entry);
}

/** Removes the newest `counts` entries; the chunk that becomes partial moves back to the tail. */
export async function removeNewest(
  session: SqlSession,
  removals: ReadonlyMap<Account, number>,
): Promise<void> {
  for (const [account, count] of removals) {
    const left = account.txCount - count;
    const firstChunk = Math.floor(left / chunkEntries);
    const storedChunks = Math.floor(account.txCount / chunkEntries);
    let removed = account.tail;
    if (firstChunk < storedChunks) {
      const { rows } = await session.query<{ entries: Uint8Array }>(
        'select entries from btc_activity where id = $1 and chunk >= $2 order by chunk',
        [account.id, firstChunk],
      );
      account.lostChunks = rows.map((row) => unpackActivity(row.entries));
      removed = [...account.lostChunks.flat(), ...account.tail];
      await session.query('delete from btc_activity where id = $1 and chunk >= $2', [account.id, firstChunk]);
    }
    const keep = left - firstChunk * chunkEntries;
    account.tail = removed.slice(0, keep);
    const blocks = new Set<number>();
    let hadP2pk = false;
    for (const entry of removed.slice(keep)) {
      account.received -= entry.received;
      account.spent -= entry.spent;
      hadP2pk ||= entry.p2pk;
      blocks.add(heightOf(entry.position));
    }
    account.txCount = left;
    account.blockCount -= blocks.size;
    if (hadP2pk) {
      const history = await loadHistories(session, [account]);
      account.p2pk = history.get(account.id)?.some((entry) => entry.p2pk) ?? false;
    }
  }
}

/** Returns all entries of the accounts, oldest first, by account ID. */
export async function loadHistories(
  session: SqlSession,
  accounts: readonly Account[],
): Promise<Map<bigint, ActivityEntry[]>> {
  const histories = new Map<bigint, ActivityEntry[]>(accounts.map((account) => [account.id, []]));
  const long = accounts.filter((account) => account.txCount >= chunkEntries).map((account) => account.id);
  for (const part of inParts(long, 1000)) {
    const { rows } = await session.query<{ id: bigint; entries: Uint8Array }>(
      `select id, entries from btc_activity where id = any(${int8Array(part)}) order by id, chunk`,
    );
    for (const row of rows) histories.get(row.id)?.push(...unpackActivity(row.entries));
  }
  for (const account of accounts) histories.get(account.id)?.push(...account.tail);
  return histories;
}

function writeAccountRow(out: ReturnType<typeof createCopyWriter>, account: Account, tail: Uint8Array): void {
  out.row(8);
  out.int8(account.id);
  out.int8(account.received);
  out.int8(account.spent);
  out.int4(account.txCount);
  out.int4(account.blockCount);
  out.int2(account.p2pk ? p2pkFlag : 0);
  out.bytes(account.key);
  out.bytes(tail);
}

function chunkChangeOf({ id, countBefore, newChunks, lostChunks, rewritten }: Account): ChunkChange {
  return {
    id,
    countBefore,
    gained: newChunks.map(({ entries }) => entries),
    lost: lostChunks,
    rewritten,
  };
}

/** Writes changed accounts and their chunks. Returns the change in the number of accounts. */
export async function writeAccounts(
  session: SqlSession,
  accounts: readonly Account[],
  options: { slotOf: SlotOf },
): Promise<number> {
  const pack = createPackWriter();
  const fresh = accounts.filter((a) => !a.stored && a.txCount > 0).sort((a, b) => (a.id < b.id ? -1 : 1));
  const emptied = accounts.filter((a) => a.countBefore > 0 && a.txCount === 0);
  const changed = accounts.filter((a) => a.stored && a.txCount > 0);
  await writeDays(session, accounts.map(chunkChangeOf));
  for (const part of inParts(emptied, partSize)) {
    await removePlaces(session, part, { ...options, tables, moved: followMoves(accounts) });
  }

  if (fresh.length > 0) {
    const out = createCopyWriter();
    for (const account of fresh) writeAccountRow(out, account, packActivity(pack, account.tail));
    await session.copyIn('btc_account', columns, out.finish());
  }
  if (changed.length > 0) {
    const out = createCopyWriter();
    for (const account of changed) writeAccountRow(out, account, packActivity(pack, account.tail));
    await session.query(
      'create temp table if not exists btc_account_stage (like btc_account) on commit delete rows',
    );
    await session.copyIn('btc_account_stage', columns, out.finish());
    await session.query(
      `update btc_account a set received = s.received, spent = s.spent, tx_count = s.tx_count,
         block_count = s.block_count, flags = s.flags, key = s.key, tail = s.tail
       from btc_account_stage s where a.id = s.id`,
    );
    await session.query('delete from btc_account_stage');
  }
  const rewritten = accounts
    .filter((account) => account.rewritten && account.stored)
    .map((account) => account.id);
  for (const part of inParts(rewritten, partSize)) {
    await session.query(`delete from btc_activity where id = any(${int8Array(part)})`);
  }
  const chunks = accounts.filter((account) => account.newChunks.length > 0);
  if (chunks.length > 0) {
    const out = createCopyWriter();
    for (const account of chunks) {
      for (const { chunk, entries } of account.newChunks) {
        out.row(3);
        out.int8(account.id);
        out.int4(chunk);
        out.bytes(packActivity(pack, entries));
      }
    }
    await session.copyIn('btc_activity', ['id', 'chunk', 'entries'], out.finish());
  }
  return fresh.length - emptied.length;
}
