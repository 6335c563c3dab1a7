import { randomUUID } from 'node:crypto';
import type { ComplianceStatus } from '@hopscope/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { ComplianceFindingTable } from '../../../db/schema.ts';
import type { Change } from './finding-change.ts';

export type FindingRow = Selectable<ComplianceFindingTable>;

export async function insertFinding(
  trx: Kysely<Schema>,
  row: { id: string; organization_id: string; release: bigint; status: ComplianceStatus },
  { change, at }: { change: Change; at: Date },
): Promise<void> {
  await trx
    .insertInto('compliance_finding')
    .values({
      id: randomUUID(),
      organization_id: row.organization_id,
      transaction_id: row.id,
      release: row.release,
      found_at: at,
      before: JSON.stringify(change.before),
      after: JSON.stringify(change.after),
      parties: JSON.stringify(change.parties),
      transaction_status: row.status,
      seen_by: null,
      seen_at: null,
      note: null,
    })
    .execute();
}

export interface FindingFilter {
  readonly organizationId: string;
  readonly status: 'new' | 'seen' | 'all';
  readonly transactionId?: string | undefined;
}

function matching(db: Kysely<Schema>, { organizationId, status, transactionId }: FindingFilter) {
  const ofOrganization = db.selectFrom('compliance_finding').where('organization_id', '=', organizationId);
  const ofTransaction =
    transactionId === undefined ? ofOrganization : ofOrganization.where('transaction_id', '=', transactionId);
  if (status === 'all') return ofTransaction;
  return ofTransaction.where('seen_at', status === 'new' ? 'is' : 'is not', null);
}

/** The newest first. */
export async function readFindings(
  db: Kysely<Schema>,
  filter: FindingFilter,
  { page, limit }: { page: number; limit: number },
): Promise<FindingRow[]> {
  return matching(db, filter)
    .selectAll()
    .orderBy('found_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

export async function countFindings(db: Kysely<Schema>, filter: FindingFilter): Promise<number> {
  const row = await matching(db, filter)
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirst();
  return Number(row?.total ?? 0n);
}

/** How many of some ids the organization has. */
export async function countFindingsAmong(
  db: Kysely<Schema>,
  organizationId: string,
  ids: readonly string[],
): Promise<number> {
  const row = await db
    .selectFrom('compliance_finding')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .executeTakeFirst();
  return Number(row?.total ?? 0n);
}

/** Marks unreviewed findings of the organization as reviewed; returns their IDs and transactions. */
export async function markSeen(
  trx: Kysely<Schema>,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
  seen: { by: string; at: Date; note: string | null },
): Promise<{ id: string; transaction_id: string }[]> {
  return trx
    .updateTable('compliance_finding')
    .set({ seen_by: seen.by, seen_at: seen.at, note: seen.note })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .where('seen_at', 'is', null)
    .returning(['id', 'transaction_id'])
    .execute();
}

/** Returns the source lists and times of releases. */
export async function readReleaseSources(
  db: Kysely<Schema>,
  releases: readonly bigint[],
): Promise<Map<string, { source: string; at: Date }>> {
  if (releases.length === 0) return new Map();
  const { rows } = await sql<{ id: bigint; source: string; at: Date }>`
    select r.id, coalesce(s.name, r.source_id) as source, r.at from directory_release r
    left join directory_source s on s.id = r.source_id
    where r.id = any(${releases.map(String)}::text[]::int8[])`.execute(db);
  return new Map(rows.map(({ id, source, at }) => [String(id), { source, at }]));
}
