import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { CaseEvidenceTable } from '../../../db/schema.ts';

export type EvidenceRow = Selectable<CaseEvidenceTable>;

/** Bytes of a part: small enough for one statement. They travel as base64. */
const partBytes = 512 * 1024;

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

const decoded = (bytes: Buffer) => sql<Uint8Array>`decode(${bytes.toString('base64')}::text, 'base64')`;

export async function insertEvidence(trx: Kysely<Schema>, row: EvidenceRow, bytes: Buffer): Promise<void> {
  await trx.insertInto('case_evidence').values(row).execute();
  for (let part = 0; part * partBytes < bytes.length; part += 1) {
    const from = part * partBytes;
    await trx
      .insertInto('case_evidence_part')
      .values({ evidence_id: row.id, part, bytes: decoded(bytes.subarray(from, from + partBytes)) })
      .execute();
  }
}

export async function readBytes(db: Kysely<Schema>, evidenceId: string): Promise<Buffer> {
  const parts = await db
    .selectFrom('case_evidence_part')
    .select(sql<string>`encode(bytes, 'base64')`.as('base64'))
    .where('evidence_id', '=', evidenceId)
    .orderBy('part')
    .execute();
  return Buffer.concat(parts.map(({ base64 }) => Buffer.from(base64, 'base64')));
}

/** Reads a file in parts. */
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

/** The bytes go, the rest stays. */
export async function removeBytes(
  trx: Kysely<Schema>,
  id: string,
  removal: Pick<EvidenceRow, 'removed_by' | 'removed_at' | 'removed_because'>,
): Promise<void> {
  await trx.updateTable('case_evidence').set(removal).where('id', '=', id).execute();
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
