import type { CasePriority, CaseStatus } from '@hopscope/contract';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { containing } from '../../../db/like.ts';
import type { Schema } from '../../../db/schema.ts';
import type { ComplianceCaseTable } from '../../../db/schema.ts';

export type CaseRow = Selectable<ComplianceCaseTable>;

export interface CaseFilter {
  organizationId: string;
  statuses: readonly CaseStatus[];
  /** 1: critical to 4: low. */
  priority?: number | undefined;
  assignedTo?: string | undefined;
  clientId?: string | undefined;
  tag?: string | undefined;
  dueBefore?: Date | undefined;
  transactionId?: string | undefined;
  search?: string | undefined;
  number?: number | undefined;
}

export interface CasePage {
  page: number;
  limit: number;
  sortBy: 'updatedAt' | 'createdAt' | 'dueAt' | 'priority';
  sortOrder: 'asc' | 'desc';
}

/** Critical is 1, so that descending order starts with the highest priority. */
const sortings: Readonly<Record<CasePage['sortBy'], Record<CasePage['sortOrder'], RawBuilder<unknown>>>> = {
  updatedAt: { asc: sql`updated_at, id`, desc: sql`updated_at desc, id desc` },
  createdAt: { asc: sql`number`, desc: sql`number desc` },
  dueAt: { asc: sql`due_at nulls last, id`, desc: sql`due_at desc nulls last, id desc` },
  priority: { asc: sql`priority desc, number`, desc: sql`priority, number` },
};

function conditionsOf(filter: CaseFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [
    sql`c.organization_id = ${filter.organizationId}`,
    sql`c.status = any(${filter.statuses}::text[])`,
  ];
  const where = (value: unknown, condition: () => RawBuilder<unknown>): void => {
    if (value !== undefined) conditions.push(condition());
  };
  where(filter.priority, () => sql`c.priority = ${filter.priority}`);
  where(filter.assignedTo, () => sql`c.assigned_to = ${filter.assignedTo}`);
  where(filter.clientId, () => sql`c.client_id = ${filter.clientId}`);
  where(filter.tag, () => sql`c.tags like ${containing(JSON.stringify(filter.tag))}`);
  where(filter.dueBefore, () => sql`c.due_at <= ${filter.dueBefore} and c.status <> 'CLOSED'`);
  where(
    filter.transactionId,
    () => sql`exists (select 1 from case_transaction t
      where t.case_id = c.id and t.transaction_id = ${filter.transactionId})`,
  );
  where(filter.number, () => sql`c.number = ${filter.number}`);
  where(filter.search, () => {
    const part = containing(filter.search ?? '');
    return sql`(c.title ilike ${part} or c.description ilike ${part} or c.client_id ilike ${part}
      or exists (select 1 from case_address a
        where a.case_id = c.id and lower(a.address) = lower(${filter.search}::text)))`;
  });
  return sql.join(conditions, sql` and `);
}

export async function readCases(
  db: Kysely<Schema>,
  filter: CaseFilter,
  { page, limit, sortBy, sortOrder }: CasePage,
): Promise<{ rows: CaseRow[]; total: number }> {
  const conditions = conditionsOf(filter);
  const counted = await sql<{ total: bigint }>`
    select count(*) as total from compliance_case c where ${conditions}`.execute(db);
  const { rows } = await sql<CaseRow>`
    select c.* from compliance_case c where ${conditions}
    order by ${sortings[sortBy][sortOrder]} limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return { rows, total: Number(counted.rows[0]?.total ?? 0n) };
}

export interface CaseCounts {
  transactions: number;
  addresses: number;
  notes: number;
  tasks: number;
  openTasks: number;
  evidence: number;
}

/** How much is in each of some cases. */
export async function countParts(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<Map<string, CaseCounts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string } & Record<keyof CaseCounts, bigint>>`
    select c.id,
      (select count(*) from case_transaction p where p.case_id = c.id) as transactions,
      (select count(*) from case_address p where p.case_id = c.id) as addresses,
      (select count(*) from case_note p where p.case_id = c.id) as notes,
      (select count(*) from case_task p where p.case_id = c.id) as tasks,
      (select count(*) from case_task p where p.case_id = c.id and p.done_at is null) as "openTasks",
      (select count(*) from case_evidence p where p.case_id = c.id and p.removed_at is null) as evidence
    from compliance_case c where c.id = any(${ids}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, ...counts }) => [
      id,
      {
        transactions: Number(counts.transactions),
        addresses: Number(counts.addresses),
        notes: Number(counts.notes),
        tasks: Number(counts.tasks),
        openTasks: Number(counts.openTasks),
        evidence: Number(counts.evidence),
      },
    ]),
  );
}

interface CaseId {
  organizationId: string;
  id: string;
}

/** One of the organization; with `lock` until the transaction ends. */
export async function findCase(
  db: Kysely<Schema>,
  { organizationId, id }: CaseId,
  lock = false,
): Promise<CaseRow | undefined> {
  const query = db
    .selectFrom('compliance_case')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Returns the number of the next case. The caller holds the organization lock. */
export async function nextNumber(trx: Kysely<Schema>, organizationId: string): Promise<number> {
  const row = await trx
    .selectFrom('compliance_case')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

/** Up to `most` cases of an organization, to be counted. */
export const casesOf = (db: Kysely<Schema>, organizationId: string, most: number) =>
  db.selectFrom('compliance_case').select('id').where('organization_id', '=', organizationId).limit(most);

export async function insertCase(trx: Kysely<Schema>, row: CaseRow): Promise<void> {
  await trx.insertInto('compliance_case').values(row).execute();
}

export async function updateCase(
  trx: Kysely<Schema>,
  id: string,
  change: Partial<Omit<CaseRow, 'id' | 'organization_id' | 'number'>>,
): Promise<void> {
  await trx.updateTable('compliance_case').set(change).where('id', '=', id).execute();
}

/** Returns open cases with this assignee or their open tasks, locked until the transaction ends. */
export async function lockWorkOf(
  trx: Kysely<Schema>,
  organizationId: string,
  userId: string,
): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select c.* from compliance_case c
    where c.organization_id = ${organizationId} and c.status <> 'CLOSED'
      and (c.assigned_to = ${userId} or exists (select 1 from case_task t
        where t.case_id = c.id and t.assigned_to = ${userId} and t.done_at is null))
    order by c.id for update`.execute(trx);
  return rows;
}

const priorities: readonly CasePriority[] = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];

export const rankOf = (priority: CasePriority): number => priorities.indexOf(priority) + 1;
export const priorityOf = (rank: number): CasePriority => priorities[rank - 1] ?? 'LOW';
