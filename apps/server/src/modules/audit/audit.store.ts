import type { AuditAction } from '@hopscope/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { AuditDetailTable, AuditLogTable } from '../../db/schema.ts';
import { genesisHash } from './chain.ts';

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

export async function listChains(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('audit_chain').select('id').orderBy('id').execute();
  return rows.map((row) => row.id);
}

function entries(db: Kysely<Schema>, chainId: string) {
  return db
    .selectFrom('audit_log')
    .leftJoin('audit_detail', (join) =>
      join
        .onRef('audit_detail.chain_id', '=', 'audit_log.chain_id')
        .onRef('audit_detail.sequence', '=', 'audit_log.sequence'),
    )
    .selectAll('audit_log')
    .select(['audit_detail.salt', 'audit_detail.details', 'audit_detail.erased_at'])
    .where('audit_log.chain_id', '=', chainId);
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

/** Erases the details of every row in which a person acted, was the subject, or is named by email. */
export async function eraseDetailsOf(
  trx: Kysely<Schema>,
  { userId, email }: { userId?: string; email: string },
  at: Date,
): Promise<bigint> {
  const quoted = JSON.stringify(email.toLowerCase());
  const result = await trx
    .updateTable('audit_detail')
    .set({ salt: null, details: null, erased_at: at })
    .where('erased_at', 'is', null)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('audit_log')
            .select(sql<number>`1`.as('one'))
            .whereRef('audit_log.chain_id', '=', 'audit_detail.chain_id')
            .whereRef('audit_log.sequence', '=', 'audit_detail.sequence')
            .where((log) =>
              log.or([log.eb('actor_id', '=', userId ?? null), log.eb('subject_id', '=', userId ?? null)]),
            ),
        ),
        sql<boolean>`strpos(lower(details), ${quoted}) > 0`,
      ]),
    )
    .executeTakeFirst();
  return result.numUpdatedRows;
}
