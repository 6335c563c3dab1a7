import { randomUUID } from 'node:crypto';
import { toHex } from '@hopscope/chain';
import {
  type CallOutput,
  type CaseDetails,
  type CaseField,
  type caseEndpoints,
  caseStatuses,
  mayAssignCase,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { forbidden, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import { createThrottle } from '../screening/throttle.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import { type CaseChanges } from './case-changes.ts';
import type { CaseMembers } from './case-members.ts';
import { findTransactions, insertTransactions } from './case-parts.store.ts';
import type { CaseViews } from './case-views.ts';
import { type Facts, tagsOf } from './cases.presenter.ts';
import {
  type CaseFilter,
  type CaseRow,
  casesOf,
  insertCase,
  nextNumber,
  priorityOf,
  rankOf,
  readCases,
} from './cases.store.ts';
import { checkRecords } from '../../identity/subscriptions/record-limits.ts';

type Calls = typeof caseEndpoints;
type ListQuery = z.output<NonNullable<Calls['listCases']['query']>>;
type NewCase = z.output<NonNullable<Calls['createCase']['body']>>;
type Update = z.output<NonNullable<Calls['updateCase']['body']>>;
type Changes = Facts['changes'];
type Fields = Pick<CaseDetails, CaseField>;

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const fieldsOf = (row: CaseRow): Fields => ({
  title: row.title,
  description: row.description,
  priority: priorityOf(row.priority),
  clientId: row.client_id,
  tags: tagsOf(row),
  dueAt: row.due_at?.toISOString() ?? null,
});

/** Merges the given fields into the current ones. */
function afterUpdate(before: Fields, { version: _version, ...given }: Update): Fields {
  const after: Fields = { ...before };
  if (given.title !== undefined) after.title = given.title;
  if (given.description !== undefined) after.description = given.description;
  if (given.priority !== undefined) after.priority = given.priority;
  if (given.clientId !== undefined) after.clientId = given.clientId;
  if (given.tags !== undefined) after.tags = given.tags;
  if (given.dueAt !== undefined) after.dueAt = momentOf(given.dueAt)?.toISOString() ?? null;
  return after;
}

function changesOf(before: Fields, after: Fields): Changes {
  const names = Object.keys(before) as CaseField[];
  return names
    .filter((field) => !same(before[field], after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }));
}

const rowOf = (fields: Fields): Partial<CaseRow> => ({
  title: fields.title,
  description: fields.description,
  priority: rankOf(fields.priority),
  client_id: fields.clientId,
  tags: JSON.stringify(fields.tags),
  due_at: momentOf(fields.dueAt),
});

function filterOf({ organizationId }: Member, query: ListQuery): CaseFilter {
  const { group, status, priority, search = '', dueBefore, ...rest } = query;
  const inGroup = caseStatuses.filter(
    (each) => group === undefined || (each === 'CLOSED') === (group === 'closed'),
  );
  const text = search.trim();
  const number = /^#(\d{1,9})$/.exec(text)?.[1];
  return {
    organizationId,
    statuses: status ? inGroup.filter((each) => each === status) : inGroup,
    priority: priority && rankOf(priority),
    assignedTo: rest.assignedTo,
    clientId: rest.clientId,
    tag: rest.tag,
    transactionId: rest.transactionId,
    dueBefore: dueBefore === undefined ? undefined : new Date(dueBefore),
    number: number === undefined ? undefined : Number(number),
    search: text === '' || number !== undefined ? undefined : text,
  };
}

/** Cases: lists, one with everything in it, its timeline, opening and changing one (docs/guide/cases.md). */
export function createCasesService(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  organizations: Pick<OrganizationDirectory, 'lock'>;
  members: CaseMembers;
  views: CaseViews;
  changes: CaseChanges;
  now: () => number;
}) {
  const { kysely, audit, organizations, members, views, changes, now } = options;
  const throttle = createThrottle(now);

  /** Records a view of a case, at most once per hour. */
  async function noteLook({ actor, member, origin }: ByMember, id: string): Promise<void> {
    await throttle.once(`${member.userId} ${id}`, () =>
      kysely.transaction().execute((trx) =>
        audit.record(trx, {
          actor,
          actorRole: member.role,
          origin,
          organizationId: member.organizationId,
          action: 'case.viewed',
          subject: { type: 'case', id },
        }),
      ),
    );
  }

  async function newRow(trx: Kysely<Schema>, { member }: ByMember, given: NewCase): Promise<CaseRow> {
    const at = new Date(now());
    return {
      id: randomUUID(),
      organization_id: member.organizationId,
      number: await nextNumber(trx, member.organizationId),
      title: given.title,
      description: given.description,
      priority: rankOf(given.priority),
      status: 'UNDER_REVIEW',
      status_by: null,
      assigned_to: given.assignedTo,
      client_id: given.clientId,
      tags: JSON.stringify(given.tags),
      due_at: momentOf(given.dueAt),
      outcome: null,
      decision_reason: null,
      decided_by: null,
      decided_at: null,
      created_by: member.userId,
      created_at: at,
      updated_at: at,
      version: 1,
      hold_by: null,
      hold_at: null,
      hold_reason: null,
    };
  }

  return {
    async list(member: Member, query: ListQuery): Promise<Omit<CallOutput<Calls['listCases']>, 'success'>> {
      const { page, limit } = query;
      const { rows, total } = await readCases(kysely, filterOf(member, query), query);
      return { data: await views.summaries(rows), total, page, limit };
    },

    async get(by: ByMember, id: string): Promise<CaseDetails> {
      const details = await views.details(by.member, id);
      await noteLook(by, details._id);
      return details;
    },

    async timeline(member: Member, id: string, page: { page: number; limit: number }) {
      return { ...(await views.timeline(member, id, page)), ...page };
    },

    /** Throws 403 if the caller can't assign it to others, and 404 for unknown transactions. */
    async create(by: ByMember, given: NewCase): Promise<CaseDetails> {
      const { member } = by;
      const { assignedTo } = given;
      if (assignedTo !== null) {
        const open = { status: 'UNDER_REVIEW', assigneeId: null, statusBy: null } as const;
        if (!mayAssignCase(member, open, assignedTo))
          throw forbidden('Only managers can assign cases to others');
        await members.check(member, assignedTo);
      }
      const id = await kysely.transaction().execute(async (trx) => {
        await organizations.lock(trx, member.organizationId);
        if (assignedTo !== null) await members.lock(trx, member, assignedTo);
        const wanted = new Set(given.transactionIds.map((each) => each.toLowerCase()));
        const found = await findTransactions(trx, member.organizationId, [...wanted]);
        if (found.length < wanted.size) throw notFound('Transaction not found');
        await checkRecords(trx, 'cases', (most) => casesOf(trx, member.organizationId, most));
        const row = await newRow(trx, by, given);
        await insertCase(trx, row);
        const added = { case_id: row.id, added_by: member.userId, added_at: row.created_at };
        if (found.length > 0) {
          await insertTransactions(
            trx,
            found.map((each) => ({ ...added, transaction_id: each.id })),
          );
        }
        const first = { field: 'assignedTo', from: null, to: assignedTo, person: true };
        await changes.publish(
          { trx, row, at: row.created_at },
          {
            kind: 'created',
            changes: assignedTo === null ? [] : [first],
            items: found.map((each) => ({ id: each.id, name: toHex(each.txid) })),
            after: { number: row.number, assignedTo, transactions: found.map((each) => each.id) },
          },
          { organizationId: member.organizationId, by },
        );
        return row.id;
      });
      const details = await views.details(member, id);
      await changes.events(details, by);
      return details;
    },

    /** Changes the given fields. Idempotent. */
    async update(by: ByMember, id: string, given: Update): Promise<CaseDetails> {
      return changes.change(by, { id, version: given.version }, async ({ row }) => {
        const before = fieldsOf(row);
        const after = afterUpdate(before, given);
        const events = changesOf(before, after);
        if (events.length === 0) return null;
        return {
          kind: 'changed',
          set: rowOf(after),
          changes: events,
          after: { fields: events.map(({ field }) => field) },
        };
      });
    },
  };
}
