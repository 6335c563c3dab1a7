import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** Bytes of evidence files and of FlowTrace documents, deleted documents too: their rows are still there. */
export async function readStoredBytes(db: Kysely<Schema>, organizationId: string): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select (
      coalesce((select sum(e.size) from case_evidence e join compliance_case c on c.id = e.case_id
        where c.organization_id = ${organizationId} and e.removed_at is null), 0)
      + coalesce((select sum(d.bytes) from flow_document d where d.organization_id = ${organizationId}), 0)
    )::text as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}
