import { type Blockchain, type ComplianceStatus, complianceStatuses } from '@hopscope/contract';
import { chains, defaultChain, millisecondsOfDay, type RiskBand, utcDay } from '@hopscope/domain';
import { type Kysely, type RawBuilder, sql, type Updateable } from 'kysely';
import type { ComplianceTransactionTable, Schema } from '../../../db/schema.ts';
import { sortingOf, type TransactionPage, type TransactionRow } from './transaction-order.ts';
import { readDailyCount, readDailyCountByStatus } from './daily-counts.store.ts';

export interface TransactionFilter {
  organizationId: string;
  statuses: readonly ComplianceStatus[];
  blockchain?: Blockchain | undefined;
  clientId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** In the smallest unit of the chain's coin, of Bitcoin where no chain is named. */
  minAmount?: string | undefined;
  maxAmount?: string | undefined;
  riskLevel?: RiskBand | undefined;
  reviewerId?: string | undefined;
  monitoredAddressId?: string | undefined;
  overThreshold?: boolean | undefined;
  queue?: 'open' | 'approval' | 'snoozed' | undefined;
  /** Bytes as people write them. */
  txid?: Uint8Array | undefined;
  address?: string | undefined;
}

const queues: Readonly<Record<NonNullable<TransactionFilter['queue']>, RawBuilder<unknown>>> = {
  open: sql`c.proposed_at is null and c.snoozed_until is null`,
  approval: sql`c.proposed_at is not null`,
  snoozed: sql`c.snoozed_until is not null`,
};

/**
 * Compares amounts with those of the chain's coin: amounts of the coin itself exactly, amounts of other assets by what both were worth on the day,
 * in US cents. A worth that is not known is neither more nor less. The lowest and the highest price limit what an index has to return.
 */
function amountBetween({
  blockchain = defaultChain,
  minAmount: min,
  maxAmount: max,
}: TransactionFilter): RawBuilder<unknown> {
  const { symbol, decimals } = chains[blockchain].coin;
  // Cents times this are compared with the amount times a price in millionths of a dollar.
  const scale = sql`(10::numeric ^ ${decimals - 2 + 6}::int)`;
  const price = sql`(select p.micros from price_day p
    where p.symbol = ${symbol} and p.day <= to_char(c.happened_at at time zone 'UTC', 'YYYY-MM-DD')
    order by p.day desc limit 1)`;
  const lowest = sql`(select min(p.micros) from price_day p where p.symbol = ${symbol})`;
  const highest = sql`(select max(p.micros) from price_day p where p.symbol = ${symbol})`;
  const both = (parts: readonly (RawBuilder<unknown> | false)[]): RawBuilder<unknown> =>
    sql.join(
      parts.filter((part) => part !== false),
      sql` and `,
    );
  return sql`(${both([
    sql`c.chain = ${blockchain} and c.contract is null`,
    min !== undefined && sql`c.amount >= ${min}::numeric`,
    max !== undefined && sql`c.amount <= ${max}::numeric`,
  ])} or ${both([
    sql`(c.chain <> ${blockchain} or c.contract is not null)`,
    min !== undefined &&
      sql`c.usd_cents >= floor(${min}::numeric * ${lowest} / ${scale}) and c.usd_cents * ${scale} >= ${min}::numeric * ${price}`,
    max !== undefined &&
      sql`c.usd_cents <= ceil(${max}::numeric * ${highest} / ${scale}) and c.usd_cents * ${scale} <= ${max}::numeric * ${price}`,
  ])})`;
}

/** What of a filter concerns neither organization nor status, as `and …`. */
function narrowing(filter: TransactionFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [];
  const where = (value: unknown, condition: RawBuilder<unknown>): void => {
    if (value !== undefined) conditions.push(sql` and ${condition}`);
  };
  where(filter.blockchain, sql`c.chain = ${filter.blockchain}`);
  where(filter.clientId, sql`c.client_id = ${filter.clientId}`);
  where(filter.from, sql`c.happened_at >= ${filter.from}`);
  where(filter.to, sql`c.happened_at <= ${filter.to}`);
  where(filter.minAmount ?? filter.maxAmount, amountBetween(filter));
  where(
    filter.riskLevel,
    filter.riskLevel === 'unknown' ? sql`c.risk_score is null` : sql`c.risk_level = ${filter.riskLevel}`,
  );
  where(filter.reviewerId, sql`c.reviewer_id = ${filter.reviewerId}`);
  where(filter.monitoredAddressId, sql`c.address_id = ${filter.monitoredAddressId}`);
  where(filter.overThreshold, sql`c.over_threshold = ${filter.overThreshold}`);
  if (filter.queue !== undefined) conditions.push(sql` and ${queues[filter.queue]}`);
  where(filter.txid, sql`c.chain in ('bitcoin', 'ethereum') and c.txid = ${filter.txid}`);
  where(filter.address, sql`c.address = ${filter.address}`);
  return conditions.length === 0 ? sql`` : sql.join(conditions, sql``);
}

/**
 * A page of those that are listed. Each status is read in the order of its own index, as far as the page reaches; then they are merged.
 */
export async function readTransactions(
  db: Kysely<Schema>,
  filter: TransactionFilter,
  { page, limit, sortBy, sortOrder, after }: TransactionPage,
): Promise<TransactionRow[]> {
  const isOneAsset = filter.blockchain !== undefined && !chains[filter.blockchain].hasTokens;
  const { order, found = order, parts: all = [sql``], behind } = sortingOf(sortBy, sortOrder, isOneAsset);
  const parts = after ? behind(after) : all;
  const offset = after ? 0 : (page - 1) * limit;
  const narrowed = narrowing(filter);
  if (filter.statuses.length === 0) return [];
  // A condition on one status lets the database combine indexes, unlike a join with the statuses.
  const selects = filter.statuses.flatMap((status) =>
    parts.map(
      (part) => sql`(select c.* from compliance_transaction c
        where c.organization_id = ${filter.organizationId} and c.status = ${status} and not c.below_threshold ${narrowed}${part}
        order by ${found} limit ${offset + limit})`,
    ),
  );
  const { rows } = await sql<TransactionRow>`
    select t.* from (${sql.join(selects, sql` union all `)}) t
    order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Filters that the daily counts support; any other filter requires counting rows. */
const countedDaily: readonly (keyof TransactionFilter)[] = [
  'organizationId',
  'statuses',
  'blockchain',
  'riskLevel',
  'overThreshold',
  'from',
  'to',
];

/** How many match: those that are listed, or those that are worth less than the organization's threshold. */
export async function countTransactions(
  db: Kysely<Schema>,
  filter: TransactionFilter,
  { belowThreshold }: { belowThreshold: boolean },
): Promise<number> {
  if (filter.queue === 'open') {
    // Few are put aside: taking them off is quicker than counting all others.
    const [all, proposed, snoozed] = await Promise.all(
      [undefined, 'approval' as const, 'snoozed' as const].map((queue) =>
        countTransactions(db, { ...filter, queue }, { belowThreshold }),
      ),
    );
    return (all ?? 0) - (proposed ?? 0) - (snoozed ?? 0);
  }
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined);
  if (asked.some(([name]) => !countedDaily.includes(name as keyof TransactionFilter))) {
    return countRows(db, filter, { belowThreshold });
  }
  const { from, to } = filter;
  // Daily counts cover complete days; partial first and last days are counted.
  const first = from && Math.ceil(from.getTime() / millisecondsOfDay) * millisecondsOfDay;
  const end = to && Math.floor((to.getTime() + 1) / millisecondsOfDay) * millisecondsOfDay;
  if (first !== undefined && end !== undefined && first >= end)
    return countRows(db, filter, { belowThreshold });
  const days = {
    from: first === undefined ? undefined : utcDay(first),
    before: end === undefined ? undefined : utcDay(end),
  };
  const [fullDays, ...edges] = await Promise.all([
    readDailyCount(db, { ...filter, belowThreshold, days }),
    from && first !== from.getTime()
      ? countRows(db, { ...filter, to: new Date((first ?? 0) - 1) }, { belowThreshold })
      : 0,
    to && end !== to.getTime() + 1
      ? countRows(db, { ...filter, from: new Date(end ?? 0) }, { belowThreshold })
      : 0,
  ]);
  return edges.reduce((sum, edge) => sum + edge, fullDays);
}

async function countRows(
  db: Kysely<Schema>,
  filter: TransactionFilter,
  { belowThreshold }: { belowThreshold: boolean },
): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from compliance_transaction c
    where c.organization_id = ${filter.organizationId} and c.status = any(${filter.statuses}::text[])
      and ${belowThreshold ? sql`c.below_threshold` : sql`not c.below_threshold`} ${narrowing(filter)}`.execute(
    db,
  );
  return Number(rows[0]?.total ?? 0n);
}

/** Counts listed transactions by status, and open ones by whether they have a reviewer. */
export async function countByStatus(
  db: Kysely<Schema>,
  organizationId: string,
): Promise<Map<ComplianceStatus, number>> {
  return readDailyCountByStatus(db, { organizationId, statuses: complianceStatuses, belowThreshold: false });
}

type OtherCount = 'screening' | 'belowThreshold' | 'addresses' | 'approvals' | 'snoozed' | 'overdue';

/** Those being screened, those below the threshold, those put aside or overdue at a time, and addresses that are monitored. */
export async function countAround(
  db: Kysely<Schema>,
  organizationId: string,
  at: Date,
): Promise<Record<OtherCount, number>> {
  const { rows } = await sql<Record<OtherCount, bigint>>`select
    (select count(*) from compliance_transaction
      where organization_id = ${organizationId} and next_attempt_at is not null and screening = 'pending') as screening,
    (select coalesce(sum(n), 0)::int8 from compliance_daily_count where organization_id = ${organizationId} and below_threshold) as "belowThreshold",
    (select count(*) from monitored_address
      where organization_id = ${organizationId} and deleted_at is null) as addresses,
    (select count(*) from compliance_transaction
      where organization_id = ${organizationId} and proposed_at is not null and not below_threshold) as approvals,
    (select count(*) from compliance_transaction
      where organization_id = ${organizationId} and snoozed_until is not null and not below_threshold) as snoozed,
    (select count(*) from compliance_transaction
      where organization_id = ${organizationId} and due_at < ${at} and not below_threshold
        and status in ('UNASSIGNED', 'UNREVIEWED', 'IN_REVIEW', 'HOLD')) as overdue`.execute(db);
  const [row] = rows;
  return {
    screening: Number(row?.screening ?? 0n),
    belowThreshold: Number(row?.belowThreshold ?? 0n),
    addresses: Number(row?.addresses ?? 0n),
    approvals: Number(row?.approvals ?? 0n),
    snoozed: Number(row?.snoozed ?? 0n),
    overdue: Number(row?.overdue ?? 0n),
  };
}

interface TransactionId {
  organizationId: string;
  id: string;
}

/** One of the organization, listed or not. */
export async function findTransaction(
  db: Kysely<Schema>,
  { organizationId, id }: TransactionId,
): Promise<TransactionRow | undefined> {
  return db
    .selectFrom('compliance_transaction')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Those of the organization among some ids. */
export async function findTransactions(
  db: Kysely<Schema>,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, TransactionRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('compliance_transaction')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Those of the organization among some ids, locked until the transaction ends; always in the same order. */
export async function lockTransactions(
  trx: Kysely<Schema>,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, TransactionRow>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('compliance_transaction')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Order in which transactions are taken; each part uses the score index. */
const urgencies: readonly RawBuilder<boolean>[] = [
  sql<boolean>`over_threshold and presence <> 'withdrawn'`,
  sql<boolean>`not over_threshold and presence <> 'withdrawn'`,
  sql<boolean>`presence = 'withdrawn'`,
];

/** Returns the most urgent unassigned transaction that isn't locked; withdrawn ones only if there is no other. */
export async function lockNext(
  trx: Kysely<Schema>,
  organizationId: string,
): Promise<TransactionRow | undefined> {
  for (const urgency of urgencies) {
    const row = await trx
      .selectFrom('compliance_transaction')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('status', '=', 'UNASSIGNED')
      .where('below_threshold', '=', false)
      .where('proposed_at', 'is', null)
      .where(urgency)
      .orderBy('risk_score', (order) => order.desc().nullsLast())
      .orderBy('happened_at')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (row) return row;
  }
  return undefined;
}

/** Changes some in the same way; each gets the next version. */
export async function updateTransactions(
  trx: Kysely<Schema>,
  ids: readonly string[],
  change: Updateable<ComplianceTransactionTable>,
): Promise<TransactionRow[]> {
  if (ids.length === 0) return [];
  return trx
    .updateTable('compliance_transaction')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', 'in', [...ids])
    .returningAll()
    .execute();
}

/** Returns the open transactions of a reviewer, locked until the transaction ends. */
export async function lockOpenOf(
  trx: Kysely<Schema>,
  organizationId: string,
  reviewerId: string,
): Promise<TransactionRow[]> {
  return trx
    .selectFrom('compliance_transaction')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('reviewer_id', '=', reviewerId)
    .where('status', 'in', ['UNREVIEWED', 'IN_REVIEW', 'HOLD'])
    .orderBy('id')
    .forUpdate()
    .execute();
}
