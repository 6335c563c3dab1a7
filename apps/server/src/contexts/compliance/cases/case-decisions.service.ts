import {
  allowedCaseTransitions,
  type CaseDetails,
  type caseEndpoints,
  type CaseStatus,
  caseTransitions,
  may,
  mayAssignCase,
  type StreamMessage,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { AppError, conflict, forbidden } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import { type CaseChanges } from './case-changes.ts';
import type { CaseMembers } from './case-members.ts';
import { readTasks, updateTask } from './case-parts.store.ts';
import { type CaseRow, lockWorkOf } from './cases.store.ts';

type Calls = typeof caseEndpoints;
type BodyOf<Name extends 'changeCaseStatus' | 'assignCase' | 'decideCase' | 'reopenCase' | 'changeCaseHold'> =
  z.output<NonNullable<Calls[Name]['body']>>;

const wordOf = (status: CaseStatus): string => status.toLowerCase().replaceAll('_', ' ');
const placeOf = ({ status, assigned_to: assigneeId, status_by: statusBy }: CaseRow) => ({
  status,
  assigneeId,
  statusBy,
});

/** Throws 409 for an undefined change of status, 403 for one that the caller can't make, and 400 if a note is required. */
function checkTransition(row: CaseRow, { member }: ByMember, asked: { to: CaseStatus; note?: string }): void {
  const { to, note } = asked;
  const transition = allowedCaseTransitions(member, placeOf(row)).find((each) => each.to === to);
  if (!transition) {
    const others = caseTransitions[row.status].find((each) => each.to === to);
    if (others) {
      const who = others.by.includes('assignee')
        ? 'the assignee or a manager'
        : others.by.includes('reviewer')
          ? `a manager other than the person who made it ${wordOf(row.status)}`
          : 'a manager';
      throw forbidden(`Only ${who} can do this`);
    }
    throw conflict(`The status of a case cannot change from ${wordOf(row.status)} to ${wordOf(to)}`);
  }
  if (transition.needs === 'note' && note === undefined) {
    const message = 'Please enter a reason in a note';
    throw new AppError('validation_failed', message, { fields: [{ field: 'note', message }] });
  }
}

const statusChange = (from: CaseStatus, to: CaseStatus) => ({ field: 'status', from, to });
const assigneeChange = (from: string | null, to: string | null) => ({
  field: 'assignedTo',
  from,
  to,
  person: true,
});

/** Who has a case and what becomes of it (docs/guide/cases.md). */
export function createCaseDecisions(options: {
  members: CaseMembers;
  changes: CaseChanges;
  now: () => number;
}) {
  const { members, changes, now } = options;

  return {
    async status(by: ByMember, id: string, asked: BodyOf<'changeCaseStatus'>): Promise<CaseDetails> {
      const { status: to, note, version } = asked;
      return changes.change(by, { id, version }, async ({ row }) => {
        if (to === 'CLOSED') throw conflict('Close the case with a decision');
        checkTransition(row, by, { to, ...(note !== undefined && { note }) });
        return {
          kind: 'status_changed',
          set: { status: to, status_by: by.member.userId },
          changes: [statusChange(row.status, to)],
          note: note ?? null,
          before: { status: row.status },
          after: { status: to },
          ...(note !== undefined && { reason: note }),
        };
      });
    },

    /** Idempotent for the current assignee. */
    async assign(by: ByMember, id: string, asked: BodyOf<'assignCase'>): Promise<CaseDetails> {
      const { assigneeId: to, version } = asked;
      if (to !== null) await members.check(by.member, to);
      const membersToLock = to === null ? [] : [to];
      return changes.change(by, { id, version, membersToLock }, async ({ row }) => {
        const from = row.assigned_to;
        if (from === to) return null;
        if (!mayAssignCase(by.member, placeOf(row), to)) {
          throw to === by.member.userId
            ? row.assigned_to === null
              ? forbidden('Only managers can take this case')
              : conflict('This case is already assigned')
            : forbidden('Only managers can assign cases to others');
        }
        return {
          kind: 'assigned',
          set: { assigned_to: to },
          changes: [assigneeChange(from, to)],
          before: { assignedTo: from },
          after: { assignedTo: to },
        };
      });
    },

    async decide(by: ByMember, id: string, asked: BodyOf<'decideCase'>): Promise<CaseDetails> {
      const { outcome, reason, version } = asked;
      return changes.change(by, { id, version }, async ({ trx, row, at }) => {
        checkTransition(row, by, { to: 'CLOSED' });
        const open = (await readTasks(trx, row.id)).filter((task) => task.done_at === null).length;
        if (open > 0) throw conflict('Finish or delete the open tasks before the decision');
        return {
          kind: 'decided',
          set: {
            status: 'CLOSED',
            outcome,
            decision_reason: reason,
            decided_by: by.member.userId,
            decided_at: at,
          },
          changes: [statusChange(row.status, 'CLOSED'), { field: 'outcome', from: null, to: outcome }],
          note: reason,
          before: { status: row.status },
          after: { status: 'CLOSED', outcome },
          reason,
        };
      });
    },

    /** The decision before stays in the timeline. */
    async reopen(by: ByMember, id: string, asked: BodyOf<'reopenCase'>): Promise<CaseDetails> {
      const { reason, version } = asked;
      if (!may(by.member.role, 'cases.decide')) throw forbidden('Only managers can reopen closed cases');
      return changes.change(by, { id, version, closed: true }, async ({ row }) => {
        checkTransition(row, by, { to: 'UNDER_REVIEW', note: reason });
        return {
          kind: 'reopened',
          set: {
            status: 'UNDER_REVIEW',
            status_by: by.member.userId,
            outcome: null,
            decision_reason: null,
            decided_by: null,
            decided_at: null,
          },
          changes: [
            statusChange(row.status, 'UNDER_REVIEW'),
            { field: 'outcome', from: row.outcome, to: null },
          ],
          note: reason,
          before: { status: row.status, outcome: row.outcome },
          after: { status: 'UNDER_REVIEW' },
          reason,
        };
      });
    },

    /** Places or releases a legal hold. Idempotent. */
    async hold(by: ByMember, id: string, asked: BodyOf<'changeCaseHold'>): Promise<CaseDetails> {
      const { hold, reason, version } = asked;
      if (!may(by.member.role, 'cases.decide')) throw forbidden('Only managers can change a legal hold');
      return changes.change(by, { id, version, closed: 'either' }, async ({ row, at }) => {
        if (hold === (row.hold_at !== null)) return null;
        return {
          kind: hold ? 'hold_placed' : 'hold_released',
          set: hold
            ? { hold_by: by.member.userId, hold_at: at, hold_reason: reason }
            : { hold_by: null, hold_at: null, hold_reason: null },
          note: reason,
          before: { hold: !hold },
          after: { hold },
          reason,
        };
      });
    },

    /** Unassigns the open cases and tasks of a member who leaves; returns the updated cases. */
    async release(
      trx: Kysely<Schema>,
      { organizationId, userId }: { organizationId: string; userId: string },
    ): Promise<StreamMessage<'cases'>[]> {
      const rows = await lockWorkOf(trx, organizationId, userId);
      const at = new Date(now());
      const note = 'The assignee left the organization';
      for (const row of rows) {
        const theirs = (await readTasks(trx, row.id)).filter(
          (task) => task.assigned_to === userId && task.done_at === null,
        );
        for (const task of theirs) await updateTask(trx, task.id, { assigned_to: null });
        const isTheirs = row.assigned_to === userId;
        const change = {
          kind: 'assigned' as const,
          ...(isTheirs && { set: { assigned_to: null } }),
          changes: [
            ...(isTheirs ? [assigneeChange(userId, null)] : []),
            ...theirs.map(() => ({ field: 'assignee', from: userId, to: null, person: true })),
          ],
          items: theirs.map((task) => ({ id: task.id, name: task.content })),
          note,
          before: { assignedTo: row.assigned_to, tasks: theirs.map((task) => task.id) },
          after: { assignedTo: isTheirs ? null : row.assigned_to },
        };
        await changes.apply({ trx, row, at }, change, null);
      }
      return rows.map(({ id, version }) => ({ organizationId, caseId: id, version: version + 1, by: null }));
    },
  };
}
