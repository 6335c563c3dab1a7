import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { type AlertFilter, type AlertRow, matching, subjectColumns } from './alerts.store.ts';

/** Whether an alert is about a transaction, or about what the issuer of a token did. */
export type AlertAbout = 'transaction' | 'issuer_measure';

/** Returns the organization's open group of a rule and a monitored address; without a rule, of alerts about the same. */
export async function findOpenGroup(
  trx: Kysely<Schema>,
  asked: {
    organizationId: string;
    ruleId: string | null;
    about: AlertAbout;
    address: string;
    from: Date;
  },
): Promise<string | undefined> {
  const { organizationId, ruleId, about, address, from } = asked;
  const row = await matching(trx, { organizationId })
    .select('alert.id')
    .where('alert.rule_id', ruleId === null ? 'is' : '=', ruleId)
    .where('alert.transaction_id', about === 'transaction' ? 'is not' : 'is', null)
    .whereRef('alert.id', '=', 'alert.group_id')
    .where('alert.raised_at', '>', from)
    .where((eb) => eb.or([eb('t.address', '=', address), eb('i.address', '=', address)]))
    .orderBy('alert.raised_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

export interface GroupRow {
  latest: AlertRow;
  severity: AlertRow['severity'];
  count: number;
  fresh: number;
  first: Date;
}

const severities = ['low', 'medium', 'high'] as const;

/** A page of the groups that have alerts of a filter, with the exact number of groups. */
export async function readGroups(
  db: Kysely<Schema>,
  filter: AlertFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: GroupRow[]; total: number }> {
  const { total } = await matching(db, filter)
    .select(sql<bigint>`count(distinct alert.group_id)`.as('total'))
    .executeTakeFirstOrThrow();
  const groups = await matching(db, filter)
    .select(({ fn }) => [
      'alert.group_id',
      fn.countAll<bigint>().as('count'),
      fn.countAll<bigint>().filterWhere('alert.status', '=', 'new').as('fresh'),
      fn.min('alert.raised_at').as('first'),
      sql<number>`max(case alert.severity when 'low' then 0 when 'medium' then 1 else 2 end)`.as('severity'),
      sql<string>`(array_agg(alert.id order by alert.raised_at desc, alert.id desc))[1]`.as('latest'),
    ])
    .groupBy('alert.group_id')
    .orderBy(({ fn }) => fn.max('alert.raised_at'), 'desc')
    .orderBy('alert.group_id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const latest = groups.map((group) => group.latest);
  const alerts = latest.length === 0 ? [] : await readAll(db, filter.organizationId, latest);
  const byId = new Map(alerts.map((row) => [row.id, row]));
  const rows = groups.flatMap(({ latest: id, count, fresh, first, severity }) => {
    const row = byId.get(id);
    const highest = severities[severity];
    if (!row || !highest) return [];
    return [{ latest: row, severity: highest, count: Number(count), fresh: Number(fresh), first }];
  });
  return { rows, total: Number(total) };
}

function readAll(db: Kysely<Schema>, organizationId: string, ids: readonly string[]): Promise<AlertRow[]> {
  return matching(db, { organizationId })
    .selectAll('alert')
    .select(subjectColumns)
    .where('alert.id', 'in', [...ids])
    .execute();
}
