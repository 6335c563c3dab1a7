import { randomUUID } from 'node:crypto';
import { type CaseDetails, type caseEndpoints, caseLimits } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import type { CaseChanges } from './case-changes.ts';
import { checkLimit } from './case-contents.service.ts';
import type { CaseMembers } from './case-members.ts';
import { deleteTask, insertTask, readTasks, type TaskRow, updateTask } from './case-parts.store.ts';
import type { Facts } from './cases.presenter.ts';

type Calls = typeof caseEndpoints;
type NewTask = z.output<NonNullable<Calls['addCaseTask']['body']>>;
type TaskUpdate = z.output<NonNullable<Calls['changeCaseTask']['body']>>;

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
const nameOf = (task: TaskRow) => [{ id: task.id, name: task.content }];

/** Returns the changed fields of a task. Completing it again keeps the first person and time. */
function afterUpdate(
  task: TaskRow,
  given: TaskUpdate,
  { userId, at }: { userId: string; at: Date },
): Pick<TaskRow, 'content' | 'assigned_to' | 'due_at' | 'done_by' | 'done_at'> {
  const { text = task.content, assigneeId = task.assigned_to, dueAt, done = task.done_at !== null } = given;
  const finished = task.done_at === null ? { done_by: userId, done_at: at } : task;
  return {
    content: text,
    assigned_to: assigneeId,
    due_at: dueAt === undefined ? task.due_at : momentOf(dueAt),
    done_by: done ? finished.done_by : null,
    done_at: done ? finished.done_at : null,
  };
}

function changesOf(before: TaskRow, after: ReturnType<typeof afterUpdate>): Facts['changes'] {
  const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;
  const [was, is] = [before.done_at !== null, after.done_at !== null];
  return [
    { field: 'text', from: before.content, to: after.content },
    { field: 'assignee', from: before.assigned_to, to: after.assigned_to, person: true },
    { field: 'dueAt', from: isoOf(before.due_at), to: isoOf(after.due_at) },
    { field: 'done', from: was, to: is },
  ].filter(({ from, to }) => from !== to);
}

/** What is to be done in a case. */
export function createCaseTasks(options: { changes: CaseChanges; members: CaseMembers }) {
  const { changes, members } = options;

  async function taskOf(trx: Kysely<Schema>, caseId: string, taskId: string): Promise<TaskRow> {
    const task = (await readTasks(trx, caseId)).find(({ id }) => id === taskId.toLowerCase());
    if (!task) throw notFound('Task not found');
    return task;
  }

  return {
    async add(by: ByMember, id: string, { text, assigneeId, dueAt }: NewTask): Promise<CaseDetails> {
      if (assigneeId !== null) await members.check(by.member, assigneeId);
      const membersToLock = assigneeId === null ? [] : [assigneeId];
      return changes.change(by, { id, membersToLock }, async ({ trx, row, at }) => {
        checkLimit((await readTasks(trx, row.id)).length + 1, caseLimits.tasks, 'tasks');
        const task: TaskRow = {
          id: randomUUID(),
          case_id: row.id,
          content: text,
          assigned_to: assigneeId,
          due_at: momentOf(dueAt),
          done_by: null,
          done_at: null,
          added_at: at,
        };
        await insertTask(trx, task);
        const given = { field: 'assignee', from: null, to: assigneeId, person: true };
        return {
          kind: 'task_added',
          changes: assigneeId === null ? [] : [given],
          items: nameOf(task),
          after: { task: task.id, assignee: assigneeId },
        };
      });
    },

    /** The same again changes nothing. */
    async change(
      by: ByMember,
      { id, taskId }: { id: string; taskId: string },
      given: TaskUpdate,
    ): Promise<CaseDetails> {
      const { assigneeId, version } = given;
      const to = assigneeId ?? null;
      if (to !== null) await members.check(by.member, to);
      const membersToLock = to === null ? [] : [to];
      return changes.change(by, { id, version, membersToLock }, async ({ trx, row, at }) => {
        const before = await taskOf(trx, row.id, taskId);
        const after = afterUpdate(before, given, { userId: by.member.userId, at });
        const events = changesOf(before, after);
        if (events.length === 0) return null;
        await updateTask(trx, before.id, after);
        return {
          kind: 'task_changed',
          changes: events,
          items: nameOf({ ...before, ...after }),
          after: { task: before.id, fields: events.map(({ field }) => field) },
        };
      });
    },

    async remove(by: ByMember, { id, taskId }: { id: string; taskId: string }): Promise<CaseDetails> {
      return changes.change(by, { id }, async ({ trx, row }) => {
        const task = await taskOf(trx, row.id, taskId);
        await deleteTask(trx, task.id);
        return { kind: 'task_removed', items: nameOf(task), before: { task: task.id } };
      });
    },
  };
}
