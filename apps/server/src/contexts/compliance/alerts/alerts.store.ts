import type { Alert } from '@hopscope/contract';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { containing } from '../../../db/like.ts';
import type { Schema } from '../../../db/schema.ts';
import type { AlertTable } from '../../../db/schema.ts';
import { readPage } from '../../../db/paging.ts';
import type { ComplianceTransactionTable, IssuerMeasureTable } from '../../../db/schema.ts';

type NewAlert = Selectable<AlertTable>;
/** An alert with the displayed fields of what it is about: its transaction, or what the issuer of a token did. */
export type AlertRow = NewAlert & AlertPlace & AlertMeasure;
type AlertPlace = Pick<
  Selectable<ComplianceTransactionTable>,
  'txid' | 'chain' | 'address' | 'presence' | 'happened_at'
>;
/** What the issuer of a token did; null: the alert is about a transaction. */
export interface AlertMeasure {
  readonly measure_kind: IssuerMeasureTable['kind'] | null;
  readonly measure_contract: Buffer | null;
}

export interface AlertFilter {
  organizationId: string;
  /** Part of message or summary. */
  search?: string | undefined;
  txid?: Uint8Array | undefined;
  severity?: Alert['severity'] | undefined;
  status?: Alert['status'] | undefined;
  group?: string | undefined;
}

export interface AlertOrder {
  sortBy: 'severity' | 'type' | 'message' | 'timestamp' | 'status';
  sortOrder: 'asc' | 'desc';
  page: number;
  limit: number;
}

/** Severity ascends from low to high. */
const orders: Readonly<Record<AlertOrder['sortBy'], RawBuilder<unknown>>> = {
  severity: sql`case alert.severity when 'low' then 0 when 'medium' then 1 else 2 end`,
  type: sql`alert.type`,
  message: sql`alert.message`,
  timestamp: sql`alert.raised_at`,
  status: sql`alert.status`,
};

/** Alerts of a filter with what they are about. */
export function matching(db: Kysely<Schema>, filter: AlertFilter) {
  let query = db
    .selectFrom('alert')
    .leftJoin('compliance_transaction as t', 't.id', 'alert.transaction_id')
    .leftJoin('issuer_measure as i', 'i.id', 'alert.issuer_measure_id')
    .where('alert.organization_id', '=', filter.organizationId);
  if (filter.severity !== undefined) query = query.where('alert.severity', '=', filter.severity);
  if (filter.status !== undefined) query = query.where('alert.status', '=', filter.status);
  if (filter.group !== undefined) query = query.where('alert.group_id', '=', filter.group);
  if (filter.txid) {
    const txid = Buffer.from(filter.txid);
    query = query.where((eb) => eb.or([eb('t.txid', '=', txid), eb('i.txid', '=', txid)]));
  }
  if (filter.search === undefined) return query;
  const pattern = containing(filter.search);
  return query.where((eb) =>
    eb.or([eb('alert.message', 'ilike', pattern), eb('alert.summary', 'ilike', pattern)]),
  );
}

/** What is shown of the transaction, or of what an issuer did, where these are joined as `t` and `i`. */
export const subjectColumns = [
  sql<Buffer>`coalesce(t.txid, i.txid)`.as('txid'),
  sql<AlertPlace['chain']>`coalesce(t.chain, i.chain)`.as('chain'),
  sql<string>`coalesce(t.address, i.address)`.as('address'),
  sql<AlertPlace['presence']>`coalesce(t.presence, i.presence)`.as('presence'),
  sql<Date>`coalesce(t.happened_at, i.happened_at)`.as('happened_at'),
  sql<AlertMeasure['measure_kind']>`i.kind`.as('measure_kind'),
  sql<Buffer | null>`i.contract`.as('measure_contract'),
] as const;

/** Returns a page with the exact total; newer first if equal. */
export async function readAlerts(
  db: Kysely<Schema>,
  filter: AlertFilter,
  { sortBy, sortOrder, page, limit }: AlertOrder,
): Promise<{ rows: AlertRow[]; total: number }> {
  return readPage(
    matching(db, filter),
    (all) =>
      all
        .selectAll('alert')
        .select(subjectColumns)
        .orderBy(orders[sortBy], sortOrder)
        .orderBy('alert.raised_at', 'desc')
        .orderBy('alert.id', 'desc'),
    { page, limit },
  );
}

export async function countAlerts(
  db: Kysely<Schema>,
  organizationId: string,
): Promise<{ all: number; new: number }> {
  const { all, fresh } = await db
    .selectFrom('alert')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('all'),
      fn.countAll<bigint>().filterWhere('status', '=', 'new').as('fresh'),
    ])
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return { all: Number(all), new: Number(fresh) };
}

/** False where the rule raised one for the transaction, or for what the issuer did, before. */
export async function insertAlert(trx: Kysely<Schema>, row: NewAlert): Promise<boolean> {
  const result = await trx
    .insertInto('alert')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['rule_id', 'transaction_id', 'issuer_measure_id']).doNothing(),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) === 1n;
}

/** Locked until the transaction ends. */
export async function lockAlert(
  trx: Kysely<Schema>,
  organizationId: string,
  id: string,
): Promise<AlertRow | undefined> {
  return matching(trx, { organizationId })
    .selectAll('alert')
    .select(subjectColumns)
    .where('alert.id', '=', id)
    .forUpdate('alert')
    .executeTakeFirst();
}

export async function updateAlert(
  trx: Kysely<Schema>,
  row: AlertRow,
  change: Partial<NewAlert>,
): Promise<AlertRow> {
  const changed = await trx
    .updateTable('alert')
    .set({ ...change, version: row.version + 1 })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, ...changed };
}

/** Unassigns the unacknowledged alerts of a member. */
export async function freeAlerts(trx: Kysely<Schema>, organizationId: string, userId: string): Promise<void> {
  await trx
    .updateTable('alert')
    .set((eb) => ({ assignee_id: null, version: eb('version', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .where('assignee_id', '=', userId)
    .where('status', '=', 'new')
    .execute();
}
