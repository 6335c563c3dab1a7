import {
  type CallOutput,
  type complianceEndpoints,
  type complianceTeamEndpoints,
  complianceStatuses,
  statusGroups,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { endOfDays } from './days.ts';
import { type AppError, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import {
  peopleOf,
  peopleOfEvents,
  presentEvent,
  presentStatusHistory,
  presentTransaction,
  reportsOf,
} from './compliance.presenter.ts';
import {
  countAround,
  countByStatus,
  countTransactions,
  findTransaction,
  readTransactions,
  type TransactionFilter,
} from './compliance-transactions.store.ts';
import { readCountsByDay } from './daily-counts.store.ts';
import type { TransactionRow } from './transaction-order.ts';
import { saveFirstReview } from '../review/review-steps.store.ts';
import { countFindings } from '../review/findings.store.ts';
import { readEvents } from '../review/events.store.ts';
import { createThrottle } from '../screening/throttle.ts';
import { searchedFor } from './search-text.ts';
import type { TransactionViews } from './transaction-views.ts';

type Answer<E> = Omit<CallOutput<E>, 'success'>;
type Calls = typeof complianceEndpoints;
type ListQuery = z.output<NonNullable<Calls['listComplianceTransactions']['query']>>;

export const transactionMissing = (): AppError => notFound('Transaction not found');

const dateOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

/** Lists and reads compliance transactions. */
export function createCompliance(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  views: TransactionViews;
  /** Of Bitcoin: how addresses are written. */
  network: () => Promise<NetworkName>;
  now: () => number;
}) {
  const { kysely, audit, views, network, now } = options;
  const throttle = createThrottle(now);

  async function filterOf({ organizationId }: Member, query: ListQuery): Promise<TransactionFilter> {
    const { group, status, search, overThreshold, ...rest } = query;
    const ofGroup: TransactionFilter['statuses'] = group ? statusGroups[group] : complianceStatuses;
    return {
      ...rest,
      ...(search !== undefined && searchedFor(search, await network())),
      organizationId,
      statuses: status ? ofGroup.filter((each) => status.includes(each)) : ofGroup,
      overThreshold: overThreshold === undefined ? undefined : overThreshold === 'true',
      from: dateOf(query['timestamp[from]']),
      to: dateOf(query['timestamp[to]']),
    };
  }

  /** Records a view of a transaction, at most once per hour. */
  async function noteLook({ actor, member, origin }: ByMember, { id }: TransactionRow): Promise<void> {
    await throttle.once(`${member.userId} ${id}`, () =>
      kysely.transaction().execute(async (trx) => {
        await saveFirstReview(trx, {
          id,
          organizationId: member.organizationId,
          by: member.userId,
          at: new Date(now()),
        });
        await audit.record(trx, {
          actor,
          actorRole: member.role,
          origin,
          organizationId: member.organizationId,
          action: 'compliance_transaction.viewed',
          subject: { type: 'compliance_transaction', id },
        });
      }),
    );
  }

  return {
    async list(member: Member, query: ListQuery): Promise<Answer<Calls['listComplianceTransactions']>> {
      const filter = await filterOf(member, query);
      const { page, limit, after: id } = query;
      const { organizationId } = member;
      const after = id === undefined ? undefined : await findTransaction(kysely, { organizationId, id });
      if (id !== undefined && !after) throw transactionMissing();
      const [rows, total, belowThreshold] = await Promise.all([
        readTransactions(kysely, filter, { ...query, after }),
        countTransactions(kysely, filter, { belowThreshold: false }),
        countTransactions(kysely, filter, { belowThreshold: true }),
      ]);
      const transactions = await views.many(kysely, organizationId, rows);
      const next = rows.length === limit ? (rows.at(-1)?.id ?? null) : null;
      return { data: { transactions }, total, belowThreshold, page, limit, next };
    },

    /** Counts listed transactions by day and risk level. Throws 400 for an invalid range. */
    async days(
      { organizationId }: Member,
      { from, to }: { from: string; to: string },
    ): Promise<Answer<(typeof complianceTeamEndpoints)['countComplianceDays']>['data']> {
      const before = endOfDays({ from, to });
      const counts = await readCountsByDay(kysely, { organizationId, from, before });
      return [...Map.groupBy(counts, ({ day }) => day)].map(([date, levels]) => {
        const day = { date, high: 0, medium: 0, low: 0, unknown: 0 };
        for (const { level, count } of levels) day[level] += count;
        return day;
      });
    },

    async counts({
      organizationId,
      userId,
    }: Member): Promise<Answer<Calls['countComplianceTransactions']>['data']> {
      const mine = { organizationId, statuses: statusGroups.active, reviewerId: userId };
      const [byStatus, around, ofMine, found] = await Promise.all([
        countByStatus(kysely, organizationId),
        countAround(kysely, organizationId, new Date(now())),
        countTransactions(kysely, mine, { belowThreshold: false }),
        countFindings(kysely, { organizationId, status: 'new' }),
      ]);
      const sumOf = (statuses: TransactionFilter['statuses']): number =>
        statuses.reduce((sum, status) => sum + (byStatus.get(status) ?? 0), 0);
      return {
        unassigned: sumOf(statusGroups.unassigned),
        active: sumOf(statusGroups.active),
        archived: sumOf(statusGroups.archived),
        mine: ofMine,
        findings: found,
        ...around,
      };
    },

    /** Returns a transaction with its history; records the view in the audit log. */
    async get(by: ByMember, id: string): Promise<Answer<Calls['getComplianceTransaction']>['data']> {
      const { organizationId } = by.member;
      const row = isUuid(id) ? await findTransaction(kysely, { organizationId, id }) : undefined;
      if (!row) throw transactionMissing();
      const events = await readEvents(kysely, row.id);
      const named = {
        people: [...peopleOf(row), ...peopleOfEvents(events)],
        reports: [...reportsOf(row), ...events.flatMap(({ sar_id: sarId }) => sarId ?? [])],
      };
      const surroundings = await views.around(kysely, organizationId, named);
      const { people } = surroundings;
      await noteLook(by, row);
      return {
        ...presentTransaction(row, surroundings),
        statusHistory: presentStatusHistory(events, { seenAt: row.seen_at, people }),
        events: events.map((each) => presentEvent(each, surroundings)),
      };
    },
  };
}
