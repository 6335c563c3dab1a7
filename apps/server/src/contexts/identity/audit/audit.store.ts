import type { AuditAction } from '@hopscope/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { AuditDetailTable, AuditLogTable } from '../../../db/schema.ts';
import { genesisHash, installationChain } from './chain.ts';

export type AuditRow = Selectable<AuditLogTable> & Pick<AuditDetailTable, 'salt' | 'details' | 'erased_at'>;

/** Length and head of a chain, locked until the transaction ends: rows are added one after the other. */
export async function lockChain(
  trx: Kysely<Schema>,
  chainId: string,
): Promise<{ length: bigint; head: Uint8Array }> {
  await trx
    .insertInto('audit_chain')
    .values({ id: chainId, length: 0n, head: genesisHash })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return trx
    .selectFrom('audit_chain')
    .select(['length', 'head'])
    .where('id', '=', chainId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function appendRow(trx: Kysely<Schema>, row: AuditRow): Promise<void> {
  const { salt, details, erased_at, ...facts } = row;
  await trx.insertInto('audit_log').values(facts).execute();
  await trx
    .insertInto('audit_detail')
    .values({ chain_id: row.chain_id, sequence: row.sequence, salt, details, erased_at })
    .execute();
  await trx
    .updateTable('audit_chain')
    .set({ length: row.sequence, head: row.hash })
    .where('id', '=', row.chain_id)
    .execute();
}

export async function findChain(
  db: Kysely<Schema>,
  chainId: string,
): Promise<{ length: bigint; head: Uint8Array } | undefined> {
  return db.selectFrom('audit_chain').select(['length', 'head']).where('id', '=', chainId).executeTakeFirst();
}

/** Every chain that there is or ought to be: one that lost its head, its rows or both is among them. */
export async function listChains(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from audit_chain
    union select distinct chain_id from audit_log
    union select id from organization
    order by id`.execute(db);
  return rows.map((row) => row.id);
}

function allEntries(db: Kysely<Schema>) {
  return db
    .selectFrom('audit_log')
    .leftJoin('audit_detail', (join) =>
      join
        .onRef('audit_detail.chain_id', '=', 'audit_log.chain_id')
        .onRef('audit_detail.sequence', '=', 'audit_log.sequence'),
    )
    .selectAll('audit_log')
    .select(['audit_detail.salt', 'audit_detail.details', 'audit_detail.erased_at']);
}

function entries(db: Kysely<Schema>, chainId: string) {
  return allEntries(db).where('audit_log.chain_id', '=', chainId);
}

/** Rows after `after`, oldest first. */
export async function readForward(
  db: Kysely<Schema>,
  range: { chainId: string; after: bigint; limit: number },
): Promise<AuditRow[]> {
  return entries(db, range.chainId)
    .where('audit_log.sequence', '>', range.after)
    .orderBy('audit_log.sequence')
    .limit(range.limit)
    .execute();
}

/** A page, newest first, with the exact number of rows that match. */
export async function readPage(
  db: Kysely<Schema>,
  query: { chainId: string; action: AuditAction | undefined; page: number; limit: number },
): Promise<{ rows: AuditRow[]; total: bigint }> {
  const { chainId, action, page, limit } = query;
  const skip = (page - 1) * limit;
  if (action === undefined) {
    const total = (await findChain(db, chainId))?.length ?? 0n;
    // Sequences have no holes: the page is a range, however deep it lies.
    const newest = total - BigInt(skip);
    const found = await entries(db, chainId)
      .where('audit_log.sequence', '<=', newest)
      .orderBy('audit_log.sequence', 'desc')
      .limit(limit)
      .execute();
    return { rows: found, total };
  }
  const { total } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('chain_id', '=', chainId)
    .where('action', '=', action)
    .executeTakeFirstOrThrow();
  const found = await entries(db, chainId)
    .where('audit_log.action', '=', action)
    .orderBy('audit_log.sequence', 'desc')
    .limit(limit)
    .offset(skip)
    .execute();
  return { rows: found, total };
}

/** Columns of an entry with the ID of a person or of another record. */
export type PlaceInEntry = 'actor_id' | 'subject_id';

/** Entries with an ID in one place, of all chains, by chain and then oldest first, after `after`. */
export async function readEntriesWith(
  db: Kysely<Schema>,
  { place, id }: { place: PlaceInEntry; id: string },
  { after, limit }: { after: { chainId: string; sequence: bigint } | undefined; limit: number },
): Promise<AuditRow[]> {
  return allEntries(db)
    .where(`audit_log.${place}`, '=', id)
    .$if(after !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(audit_log.chain_id, audit_log.sequence) > (${after?.chainId}::uuid, ${after?.sequence}::bigint)`,
      ),
    )
    .orderBy('audit_log.chain_id')
    .orderBy('audit_log.sequence')
    .limit(limit)
    .execute();
}

/** Entries about erasing and exporting are never erased themselves. */
const neverErased: readonly AuditAction[] = ['audit.person_erased', 'audit.exported', 'user.removed'];

export interface PersonRow {
  sequence: bigint;
  at: Date;
  actor_id: string | null;
  subject_id: string | null;
  details: string;
}

/** Returns entries that name a person: by ID as actor or subject, or by email (lowercase) in the details. */
function ofPerson(
  db: Kysely<Schema>,
  { userId, email }: { userId?: string | undefined; email?: string | undefined },
) {
  return db
    .selectFrom('audit_log as log')
    .innerJoin('audit_detail as detail', (join) =>
      join.onRef('detail.chain_id', '=', 'log.chain_id').onRef('detail.sequence', '=', 'log.sequence'),
    )
    .where('detail.details', 'is not', null)
    .where('log.action', 'not in', neverErased)
    .where(({ or, eb }) =>
      or([
        ...(userId === undefined ? [] : [eb('log.actor_id', '=', userId), eb('log.subject_id', '=', userId)]),
        ...(email === undefined
          ? []
          : [sql<boolean>`strpos(lower(detail.details), ${JSON.stringify(email)}) > 0`]),
      ]),
    );
}

/** Chains with rows that name a person, ascending: the order in which they are locked. */
export async function readChainsOf(
  db: Kysely<Schema>,
  person: { userId?: string | undefined; email?: string | undefined },
): Promise<string[]> {
  const rows = await ofPerson(db, person).select('log.chain_id').distinct().orderBy('log.chain_id').execute();
  return rows.map((row) => row.chain_id);
}

/** Rows of one chain that name a person, after `after`, oldest first. */
export async function readRowsOf(
  db: Kysely<Schema>,
  person: { userId?: string | undefined; email?: string | undefined },
  range: { chainId: string; after: bigint; limit: number },
): Promise<PersonRow[]> {
  const rows = await ofPerson(db, person)
    .select(['log.sequence', 'log.at', 'log.actor_id', 'log.subject_id', 'detail.details'])
    .where('log.chain_id', '=', range.chainId)
    .where('log.sequence', '>', range.after)
    .orderBy('log.sequence')
    .limit(range.limit)
    .execute();
  return rows.map((row) => ({ ...row, details: row.details ?? '' }));
}

/** Puts redacted details in the place of those of a row. */
export async function replaceDetails(
  trx: Kysely<Schema>,
  row: { chainId: string; sequence: bigint; salt: Uint8Array; details: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('audit_detail')
    .set({ salt: row.salt, details: row.details, erased_at: row.at })
    .where('chain_id', '=', row.chainId)
    .where('sequence', '=', row.sequence)
    .execute();
}

/** Returns removed people whose names are in entries of organizations from before `before`. */
export async function readNamedRemovedPeople(
  db: Kysely<Schema>,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('app_user as person')
    .select('person.id')
    .where('person.removed_at', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('audit_log as log')
          .innerJoin('audit_detail as detail', (join) =>
            join.onRef('detail.chain_id', '=', 'log.chain_id').onRef('detail.sequence', '=', 'log.sequence'),
          )
          .select(sql<number>`1`.as('one'))
          .whereRef('log.actor_id', '=', 'person.id')
          .where('log.chain_id', '<>', installationChain)
          .where('log.at', '<', before)
          .where('log.action', 'not in', neverErased)
          .where('detail.details', 'is not', null)
          .where(sql<boolean>`detail.details::jsonb -> 'actor' ->> 'name' is not null`),
      ),
    )
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the number of the last entry of a chain, regardless of its head; 0 without entries. */
export async function readLastSequence(db: Kysely<Schema>, chainId: string): Promise<bigint> {
  const row = await db
    .selectFrom('audit_log')
    .select('sequence')
    .where('chain_id', '=', chainId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.sequence ?? 0n;
}

/** Whether an organization of this id was ever founded. */
export async function isOrganization(db: Kysely<Schema>, id: string): Promise<boolean> {
  const row = await db.selectFrom('organization').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Entries that anchor heads, oldest first. */
export async function readAnchorRows(
  db: Kysely<Schema>,
  range: { after: bigint; limit: number },
): Promise<AuditRow[]> {
  return entries(db, installationChain)
    .where('audit_log.action', '=', 'audit.heads_anchored')
    .where('audit_log.sequence', '>', range.after)
    .orderBy('audit_log.sequence')
    .limit(range.limit)
    .execute();
}

/** Heads of organizations that no anchor has yet, ascending by chain. */
export async function readUnanchoredHeads(
  db: Kysely<Schema>,
  limit: number,
): Promise<{ id: string; length: bigint; head: Uint8Array }[]> {
  return db
    .selectFrom('audit_chain')
    .select(['id', 'length', 'head'])
    .where('id', '<>', installationChain)
    .whereRef('length', '>', 'anchored')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function noteAnchored(
  trx: Kysely<Schema>,
  heads: readonly { id: string; length: bigint }[],
): Promise<void> {
  for (const { id, length } of heads) {
    await trx.updateTable('audit_chain').set({ anchored: length }).where('id', '=', id).execute();
  }
}
