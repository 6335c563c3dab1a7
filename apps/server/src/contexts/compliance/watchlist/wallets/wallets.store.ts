import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { inParts } from '../../../../ledger/shared/byte-keys.ts';
import { readPage } from '../../../../db/paging.ts';
import type { MonitoredWalletBranchTable, MonitoredWalletTable, Schema } from '../../../../db/schema.ts';

export type WalletRow = Selectable<MonitoredWalletTable>;
export type BranchRow = Selectable<MonitoredWalletBranchTable>;

const rowsAtOnce = 500;

const live = (db: Kysely<Schema>, organizationId: string) =>
  db
    .selectFrom('monitored_wallet')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null);

/** Writes a wallet with its empty branches; false if the organization monitors it already. */
export async function insertWallet(trx: Kysely<Schema>, row: WalletRow, branches: number): Promise<boolean> {
  const written = await trx
    .insertInto('monitored_wallet')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'descriptor']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!written) return false;
  await trx
    .insertInto('monitored_wallet_branch')
    .values(Array.from({ length: branches }, (_, branch) => ({ wallet_id: row.id, branch })))
    .execute();
  return true;
}

/** A page of wallets, newest first. */
export function readWallets(
  db: Kysely<Schema>,
  organizationId: string,
  page: { page: number; limit: number },
): Promise<{ rows: WalletRow[]; total: number }> {
  return readPage(
    live(db, organizationId),
    (all) => all.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'),
    page,
  );
}

export function findWallet(
  db: Kysely<Schema>,
  organizationId: string,
  id: string,
): Promise<WalletRow | undefined> {
  return live(db, organizationId).selectAll().where('id', '=', id).executeTakeFirst();
}

/** A wallet, locked until the transaction ends. */
export function lockWallet(
  trx: Kysely<Schema>,
  organizationId: string,
  id: string,
): Promise<WalletRow | undefined> {
  return live(trx, organizationId).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function updateWallet(
  trx: Kysely<Schema>,
  id: string,
  change: Partial<WalletRow>,
): Promise<WalletRow> {
  return trx
    .updateTable('monitored_wallet')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The branches of wallets, by wallet, in order. */
export async function readBranches(
  db: Kysely<Schema>,
  wallets: readonly string[],
): Promise<Map<string, BranchRow[]>> {
  const rows = await db
    .selectFrom('monitored_wallet_branch')
    .selectAll()
    .where('wallet_id', '=', sql<string>`any(${[...wallets]}::uuid[])`)
    .orderBy('wallet_id')
    .orderBy('branch')
    .execute();
  return Map.groupBy(rows, ({ wallet_id: id }) => id);
}

export async function updateBranch(
  trx: Kysely<Schema>,
  { wallet_id: id, branch, used, derived }: BranchRow,
): Promise<void> {
  await trx
    .updateTable('monitored_wallet_branch')
    .set({ used, derived })
    .where('wallet_id', '=', id)
    .where('branch', '=', branch)
    .execute();
}

const ofLiveOrganizations = sql<boolean>`w.deleted_at is null
  and exists (select from organization o where o.id = w.organization_id and o.deleted_at is null)`;

/** All wallets of all organizations that exist, in the order of their creation. */
export function readAllWallets(db: Kysely<Schema>): Promise<WalletRow[]> {
  return db
    .selectFrom('monitored_wallet as w')
    .selectAll()
    .where(ofLiveOrganizations)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export interface WalletAddressRow {
  wallet_id: string;
  branch: number;
  index: number;
  key: Uint8Array;
}

export async function insertWalletAddresses(
  trx: Kysely<Schema>,
  rows: readonly WalletAddressRow[],
): Promise<void> {
  for (const part of inParts(rows, rowsAtOnce)) {
    await trx
      .insertInto('monitored_wallet_address')
      .values([...part])
      .execute();
  }
}

/** Those of keys that are addresses of a wallet, in hex. */
export async function readWalletKeys(
  db: Kysely<Schema>,
  walletId: string,
  keys: readonly Uint8Array[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('monitored_wallet_address')
    .select('key')
    .where('wallet_id', '=', walletId)
    .where('key', '=', sql<Uint8Array>`any(${keys.map((key) => Buffer.from(key))}::bytea[])`)
    .execute();
  return new Set(rows.map(({ key }) => Buffer.from(key).toString('hex')));
}

/** Derived addresses after the last used one of each branch, of all wallets. */
export function readUnused(db: Kysely<Schema>): Promise<WalletAddressRow[]> {
  return db
    .selectFrom('monitored_wallet_address as a')
    .innerJoin('monitored_wallet_branch as b', (join) =>
      join.onRef('b.wallet_id', '=', 'a.wallet_id').onRef('b.branch', '=', 'a.branch'),
    )
    .innerJoin('monitored_wallet as w', 'w.id', 'a.wallet_id')
    .where(ofLiveOrganizations)
    .whereRef('a.index', '>=', 'b.used')
    .select(['a.wallet_id', 'a.branch', 'a.index', 'a.key'])
    .execute();
}

/** Keys among these that unconfirmed transactions have, or that a remote provider knows to be used. */
export async function readUsedElsewhere(
  db: Kysely<Schema>,
  keys: readonly Uint8Array[],
): Promise<Uint8Array[]> {
  const { rows } = await sql<{ key: Uint8Array }>`
    select key from btc_mempool_address where key = any(${[...keys]}::bytea[])
    union select key from btc_remote_address where key = any(${[...keys]}::bytea[]) and total > 0`.execute(
    db,
  );
  return rows.map(({ key }) => key);
}

/**
 * Gives addresses that joined with a wallet to another one of the organization that has them too, and returns those that
 * are left.
 */
export async function releaseAddresses(
  trx: Kysely<Schema>,
  organizationId: string,
  walletId: string,
): Promise<{ id: string; address: string; version: number }[]> {
  const joined = trx
    .selectFrom('monitored_address')
    .where('wallet_id', '=', walletId)
    .where('deleted_at', 'is', null);
  const mine = await joined.select(['id', 'key', 'address', 'version']).forUpdate().execute();
  if (mine.length === 0) return [];
  const { rows: others } = await sql<{ key: Buffer; wallet_id: string }>`
    select distinct on (a.key) a.key, a.wallet_id from monitored_wallet_address a
    join monitored_wallet w on w.id = a.wallet_id
    where a.key = any(${mine.map(({ key }) => key)}::bytea[]) and w.organization_id = ${organizationId}
      and w.deleted_at is null and w.id <> ${walletId}
    order by a.key, w.created_at, w.id`.execute(trx);
  const heirs = new Map(others.map(({ key, wallet_id: id }) => [key.toString('hex'), id]));
  const left: { id: string; address: string; version: number }[] = [];
  for (const { id, key, address, version } of mine) {
    const heir = heirs.get(key.toString('hex'));
    if (heir === undefined) left.push({ id, address, version });
    else await trx.updateTable('monitored_address').set({ wallet_id: heir }).where('id', '=', id).execute();
  }
  return left;
}
