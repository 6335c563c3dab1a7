import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { TransactionRow } from '../transactions/transaction-order.ts';

export interface ReviewerRow {
  user_id: string;
  owner_id: string;
  role: 'admin' | 'manager' | 'team_member';
  auto_assign: boolean;
  last_given_at: Date | null;
  open: bigint;
}

/** Members listed at most. */
const mostMembers = 500;

/** Active members of an organization with what they have open. Open invitations are no members. */
export async function readReviewers(
  db: Kysely<Schema>,
  organizationId: string,
  { taking = false, userId }: { taking?: boolean; userId?: string } = {},
): Promise<ReviewerRow[]> {
  const { rows } = await sql<ReviewerRow>`
    select m.user_id, o.owner_id, m.role, coalesce(i.auto_assign, false) as auto_assign, i.last_given_at,
      (select count(*) from compliance_transaction t
        where t.organization_id = m.organization_id and t.reviewer_id = m.user_id
          and t.status in ('UNREVIEWED', 'IN_REVIEW', 'HOLD')) as open
    from organization_member m join organization o on o.id = m.organization_id
      left join reviewer_auto_assignment i on i.organization_id = m.organization_id and i.user_id = m.user_id
    where m.organization_id = ${organizationId}
      ${taking ? sql`and i.auto_assign` : sql``} ${userId === undefined ? sql`` : sql`and m.user_id = ${userId}`}
    order by coalesce(i.auto_assign, false) desc, m.joined_at, m.id limit ${mostMembers}`.execute(db);
  return rows;
}

export async function setAutoAssign(
  trx: Kysely<Schema>,
  { organizationId, userId, autoAssign }: { organizationId: string; userId: string; autoAssign: boolean },
): Promise<void> {
  await trx
    .insertInto('reviewer_auto_assignment')
    .values({ organization_id: organizationId, user_id: userId, auto_assign: autoAssign })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'user_id']).doUpdateSet({ auto_assign: autoAssign }),
    )
    .execute();
}

export async function noteGiven(
  trx: Kysely<Schema>,
  { organizationId, userId, at }: { organizationId: string; userId: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('reviewer_auto_assignment')
    .set({ last_given_at: at })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

/** Returns organizations with automatic assignment and at least one reviewer for it. */
export async function readGiving(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from organization o where o.deleted_at is null and o.auto_assign <> 'off'
      and exists (select 1 from reviewer_auto_assignment i where i.organization_id = o.id and i.auto_assign)
    order by o.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns new transactions that were never assigned, oldest first, locked. The caller holds the organization lock. */
export async function lockUngiven(
  trx: Kysely<Schema>,
  organizationId: string,
  limit: number,
): Promise<TransactionRow[]> {
  const { rows } = await sql<TransactionRow>`
    select t.* from compliance_transaction t
    join organization o on o.id = t.organization_id and o.auto_assign <> 'off'
    where t.organization_id = ${organizationId} and t.status = 'UNASSIGNED' and not t.below_threshold
      and t.next_attempt_at is null and t.presence <> 'withdrawn' and t.proposed_at is null
      and t.seen_at >= o.auto_assign_since
      and (t.over_threshold or o.auto_assign = 'all')
      and not exists (select 1 from compliance_event h where h.transaction_id = t.id and h.kind = 'assignee')
    order by t.seen_at, t.id limit ${limit} for update of t skip locked`.execute(trx);
  return rows;
}
