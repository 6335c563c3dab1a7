import { type Kysely, type Selectable, sql } from 'kysely';
import { type Page, readPage } from '../../../db/paging.ts';
import type {
  Schema,
  TravelAddressTable,
  TravelEventTable,
  TravelInstitutionTable,
  TravelTransferTable,
  WalletProofTable,
} from '../../../db/schema.ts';
import { claimDue, type RetryQueue } from '../../../jobs/retry-queue.ts';

export type InstitutionRow = Selectable<TravelInstitutionTable>;
export type TravelAddressRow = Selectable<TravelAddressTable>;
export type ProofRow = Selectable<WalletProofTable>;
export type TransferRow = Selectable<TravelTransferTable>;
export type TravelEventRow = Selectable<TravelEventTable>;

export function findInstitution(
  db: Kysely<Schema>,
  organizationId: string,
): Promise<InstitutionRow | undefined> {
  return db
    .selectFrom('travel_institution')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
}

/** Institutions of organizations that exist. */
export function readInstitutions(db: Kysely<Schema>, limit: number): Promise<InstitutionRow[]> {
  return db
    .selectFrom('travel_institution')
    .innerJoin('organization', 'organization.id', 'travel_institution.organization_id')
    .selectAll('travel_institution')
    .where('organization.deleted_at', 'is', null)
    .limit(limit)
    .execute();
}

export async function saveInstitution(trx: Kysely<Schema>, row: InstitutionRow): Promise<void> {
  const values = { ...row, fields: JSON.stringify(row.fields) };
  await trx
    .insertInto('travel_institution')
    .values(values)
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute();
}

const liveAddresses = (db: Kysely<Schema>, organizationId: string) =>
  db
    .selectFrom('travel_address')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null);

/** A page of travel addresses, newest first. */
export function readTravelAddresses(db: Kysely<Schema>, organizationId: string, page: Page) {
  return readPage(
    liveAddresses(db, organizationId),
    (all) => all.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'),
    page,
  );
}

export async function countTravelAddresses(db: Kysely<Schema>, organizationId: string): Promise<number> {
  const { total } = await liveAddresses(db, organizationId)
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function insertTravelAddress(trx: Kysely<Schema>, row: TravelAddressRow): Promise<void> {
  await trx.insertInto('travel_address').values(row).execute();
}

/** Ends a travel address; undefined if there is none. */
export function endTravelAddress(
  trx: Kysely<Schema>,
  organizationId: string,
  id: string,
  at: Date,
): Promise<TravelAddressRow | undefined> {
  return trx
    .updateTable('travel_address')
    .set({ deleted_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** The live travel address of a token, of an organization that exists. */
export function findTravelAddress(db: Kysely<Schema>, token: string): Promise<TravelAddressRow | undefined> {
  return db
    .selectFrom('travel_address')
    .innerJoin('organization', 'organization.id', 'travel_address.organization_id')
    .selectAll('travel_address')
    .where('token', '=', token)
    .where('travel_address.deleted_at', 'is', null)
    .where('organization.deleted_at', 'is', null)
    .executeTakeFirst();
}

export function findTravelAddressById(db: Kysely<Schema>, id: string): Promise<TravelAddressRow | undefined> {
  return db.selectFrom('travel_address').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A page of transfers, newest first. */
export function readTransfers(
  db: Kysely<Schema>,
  organizationId: string,
  filter: { direction?: TransferRow['direction'] | undefined; state?: TransferRow['state'] | undefined },
  page: Page,
) {
  let query = db.selectFrom('travel_transfer').where('organization_id', '=', organizationId);
  if (filter.direction) query = query.where('direction', '=', filter.direction);
  if (filter.state) query = query.where('state', '=', filter.state);
  return readPage(query, (all) => all.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'), page);
}

export function findTransfer(
  db: Kysely<Schema>,
  organizationId: string,
  id: string,
): Promise<TransferRow | undefined> {
  return db
    .selectFrom('travel_transfer')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A transfer, locked until the transaction ends. */
export function lockTransfer(
  trx: Kysely<Schema>,
  which: { id: string } | { callbackHash: Uint8Array } | { addressId: string; reference: string },
): Promise<TransferRow | undefined> {
  const all = trx.selectFrom('travel_transfer').selectAll().forUpdate();
  if ('id' in which) return all.where('id', '=', which.id).executeTakeFirst();
  if ('callbackHash' in which) {
    return all.where('callback_hash', '=', which.callbackHash).executeTakeFirst();
  }
  return all
    .where('travel_address_id', '=', which.addressId)
    .where('reference', '=', which.reference)
    .where('direction', '=', 'in')
    .executeTakeFirst();
}

/** Inserts a transfer; false if the inquiry exists already. */
export async function insertTransfer(trx: Kysely<Schema>, row: TransferRow): Promise<boolean> {
  const written = await trx
    .insertInto('travel_transfer')
    .values(row)
    .onConflict((conflict) => conflict.columns(['travel_address_id', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return written !== undefined;
}

export function updateTransfer(
  trx: Kysely<Schema>,
  id: string,
  change: Partial<TransferRow>,
): Promise<TransferRow> {
  return trx
    .updateTable('travel_transfer')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Incoming transfers of an organization that wait for a decision. */
export async function countWaiting(db: Kysely<Schema>, organizationId: string): Promise<number> {
  const { total } = await db
    .selectFrom('travel_transfer')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('organization_id', '=', organizationId)
    .where('direction', '=', 'in')
    .where('state', 'in', ['undecided', 'more_requested'])
    .executeTakeFirstOrThrow();
  return Number(total);
}

const queue: RetryQueue<'travel_transfer'> = {
  table: 'travel_transfer',
  key: 'id',
  order: 'created_at',
  /** Longer than one attempt takes. */
  claimMs: 60_000,
};

/** Claims transfers whose message is due. */
export const claimMessages = (db: Kysely<Schema>, at: number, limit: number): Promise<TransferRow[]> =>
  claimDue(db, queue, { at, limit });

/** Adds an event of a locked transfer; returns its number. */
export async function addEvent(
  trx: Kysely<Schema>,
  { id, organization_id: organizationId }: Pick<TransferRow, 'id' | 'organization_id'>,
  event: Pick<TravelEventRow, 'kind' | 'at' | 'actor_id'>,
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into travel_event (transfer_id, number, organization_id, kind, at, actor_id)
    select ${id}::uuid, coalesce(max(number), 0) + 1, ${organizationId}::uuid, ${event.kind}, ${event.at}, ${event.actor_id}::uuid
    from travel_event where transfer_id = ${id}::uuid returning number`.execute(trx);
  return rows[0]?.number ?? 0;
}

export function readTravelEvents(db: Kysely<Schema>, transferId: string): Promise<TravelEventRow[]> {
  return db
    .selectFrom('travel_event')
    .selectAll()
    .where('transfer_id', '=', transferId)
    .orderBy('number')
    .execute();
}

/** Transfers whose personal data is older than the retention time of their organization. */
export async function readExpired(
  db: Kysely<Schema>,
  at: Date,
  limit: number,
): Promise<Pick<TransferRow, 'id' | 'organization_id'>[]> {
  const { rows } = await sql<Pick<TransferRow, 'id' | 'organization_id'>>`
    select t.id, t.organization_id from travel_transfer t
    join travel_institution i on i.organization_id = t.organization_id
    where t.personal is not null and t.updated_at < ${at}::timestamptz - make_interval(days => i.retention_days)
    order by t.updated_at limit ${limit}`.execute(db);
  return rows;
}

/** Encrypted columns of transfers, in portions by ID. */
export function readSealed(db: Kysely<Schema>, after: string, limit: number) {
  return db
    .selectFrom('travel_transfer')
    .select(['id', 'personal', 'peer', 'callback'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** A page of wallet proofs, newest first. */
export function readProofs(db: Kysely<Schema>, organizationId: string, page: Page) {
  return readPage(
    db.selectFrom('wallet_proof').where('organization_id', '=', organizationId),
    (all) => all.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'),
    page,
  );
}

export function findProof(
  db: Kysely<Schema>,
  organizationId: string,
  id: string,
): Promise<ProofRow | undefined> {
  return db
    .selectFrom('wallet_proof')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertProof(trx: Kysely<Schema>, row: ProofRow): Promise<void> {
  await trx.insertInto('wallet_proof').values(row).execute();
}

/** Stores the signature of a proof that has none; undefined if it has one. */
export function proveProof(
  trx: Kysely<Schema>,
  id: string,
  proof: { method: NonNullable<ProofRow['method']>; signature: string; at: Date },
): Promise<ProofRow | undefined> {
  const { method, signature, at } = proof;
  return trx
    .updateTable('wallet_proof')
    .set({ method, signature, proven_at: at })
    .where('id', '=', id)
    .where('proven_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}
