import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { CaseEvidenceTable } from '../../../db/schema.ts';

export type EvidenceRow = Selectable<CaseEvidenceTable>;

/** Files of a case, removed ones too, the oldest first. */
export async function readEvidence(db: Kysely<Schema>, caseId: string): Promise<EvidenceRow[]> {
  return db
    .selectFrom('case_evidence')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('added_at')
    .orderBy('id')
    .execute();
}

/** Bytes travel as base64. */
const decoded = (bytes: Buffer) => sql<Uint8Array>`decode(${bytes.toString('base64')}::text, 'base64')`;

export async function insertEvidence(trx: Kysely<Schema>, row: EvidenceRow): Promise<void> {
  await trx.insertInto('case_evidence').values(row).execute();
}

export async function insertPart(
  trx: Kysely<Schema>,
  { evidenceId, part, bytes }: { evidenceId: string; part: number; bytes: Buffer },
): Promise<void> {
  await trx
    .insertInto('case_evidence_part')
    .values({ evidence_id: evidenceId, part, bytes: decoded(bytes) })
    .execute();
}

/** Reads the stored parts of a file in order. */
export async function* readParts(db: Kysely<Schema>, evidenceId: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const row = await db
      .selectFrom('case_evidence_part')
      .select(sql<string>`encode(bytes, 'base64')`.as('base64'))
      .where('evidence_id', '=', evidenceId)
      .where('part', '=', part)
      .executeTakeFirst();
    if (!row) return;
    yield Buffer.from(row.base64, 'base64');
  }
}

/** The bytes and their key go, the rest stays. */
export async function removeBytes(
  trx: Kysely<Schema>,
  id: string,
  removal: Pick<EvidenceRow, 'removed_by' | 'removed_at' | 'removed_because'>,
): Promise<void> {
  await trx
    .updateTable('case_evidence')
    .set({ ...removal, key: null })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('case_evidence_part').where('evidence_id', '=', id).execute();
}

/** Bytes of an organization's evidence files. */
export async function readEvidenceBytes(db: Kysely<Schema>, organizationId: string): Promise<number> {
  const row = await db
    .selectFrom('case_evidence as e')
    .innerJoin('compliance_case as c', 'c.id', 'e.case_id')
    .where('c.organization_id', '=', organizationId)
    .where('e.removed_at', 'is', null)
    .select(({ fn }) => fn.sum<string | null>('e.size').as('bytes'))
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/** Keys of files at a time. */
const keysAtOnce = 500;

/** Reads encrypted keys of files in the order of their IDs, after one of them (empty: from the first). */
export async function readKeys(
  db: Kysely<Schema>,
  after: string,
): Promise<{ id: string; key: Uint8Array }[]> {
  let query = db.selectFrom('case_evidence').select(['id', 'key']).where('key', 'is not', null);
  if (after !== '') query = query.where('id', '>', after);
  const rows = await query.orderBy('id').limit(keysAtOnce).execute();
  return rows.flatMap(({ id, key }) => (key ? [{ id, key }] : []));
}

/** Replaces the key of a file unless it has changed. */
export async function replaceKey(
  db: Kysely<Schema>,
  { id, key, resealed }: { id: string; key: Uint8Array; resealed: Uint8Array },
): Promise<void> {
  await db
    .updateTable('case_evidence')
    .set({ key: resealed })
    .where('id', '=', id)
    .where('key', '=', key)
    .execute();
}
