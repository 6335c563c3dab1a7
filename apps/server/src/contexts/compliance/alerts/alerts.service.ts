import { fromHex } from '@hopscope/chain';
import {
  type Alert,
  type alertEndpoints,
  type CallOutput,
  canAcknowledgeAlert,
  canAssignAlert,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { AppError, badRequest, forbidden, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import { isHash } from '../../../lib/identifiers.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { ByMember, Member, Memberships } from '../../identity/organizations/membership.service.ts';
import type { People } from '../../identity/people/people.service.ts';
import type { PublishAlertEvents } from './alert-events.ts';
import { peopleOf, presentAlert, presentGroup } from './alerts.presenter.ts';
import {
  type AlertRow,
  countAlerts,
  freeAlerts,
  lockAlert,
  readAlerts,
  updateAlert,
} from './alerts.store.ts';
import { readGroups } from './groups.store.ts';

type Calls = typeof alertEndpoints;
type ListQuery = z.output<NonNullable<Calls['listAlerts']['query']>>;
type GroupQuery = z.output<NonNullable<Calls['listAlertGroups']['query']>>;

function searched(text: string | undefined): { txid: Uint8Array } | { search: string } | undefined {
  const search = text?.trim() ?? '';
  if (search === '') return undefined;
  return isHash(search) ? { txid: fromHex(search.toLowerCase().replace(/^0x/, '')) } : { search };
}

/** Lists, assigns, and acknowledges alerts. */
export function createAlerts(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: Pick<People, 'findByIds'>;
  organizations: Pick<OrganizationDirectory, 'lock'>;
  memberships: Pick<Memberships, 'isMember'>;
  publish: PublishAlertEvents;
  now: () => number;
}) {
  const { kysely, audit, people, organizations, memberships, publish, now } = options;

  const present = async (db: Kysely<Schema>, row: AlertRow): Promise<Alert> =>
    presentAlert(row, await people.findByIds(db, peopleOf(row)));

  async function lockOne(trx: Kysely<Schema>, { member }: ByMember, id: string): Promise<AlertRow> {
    const row = await lockAlert(trx, member.organizationId, id);
    if (!row) throw notFound('Alert not found');
    return row;
  }

  /** Throws 409 if the version differs. */
  async function checkVersion(trx: Kysely<Schema>, row: AlertRow, version: number): Promise<void> {
    if (version === row.version) return;
    throw new AppError('changed_meanwhile', 'Someone else changed this alert', {
      details: { current: await present(trx, row) },
    });
  }

  function checkMayAcknowledge({ member }: ByMember, row: AlertRow): void {
    if (canAcknowledgeAlert(member, row.assignee_id)) return;
    throw forbidden('Your role can acknowledge only alerts that are assigned to you');
  }

  const recordOf = (
    { actor, member, origin }: ByMember,
    action: 'alert.acknowledged' | 'alert.assigned',
    id: string,
  ) => ({
    actor,
    actorRole: member.role,
    origin,
    organizationId: member.organizationId,
    action,
    subject: { type: 'alert', id },
  });

  const take = (trx: Kysely<Schema>, { member }: ByMember, row: AlertRow): Promise<AlertRow> =>
    updateAlert(trx, row, {
      status: 'acknowledged',
      acknowledged_by: member.userId,
      acknowledged_at: new Date(now()),
    });
  const takenRecord = (by: ByMember, { id, status }: AlertRow) => ({
    ...recordOf(by, 'alert.acknowledged', id),
    before: { status },
    after: { status: 'acknowledged' },
  });

  return {
    async list(
      { organizationId }: Member,
      { search, severity, status, group, ...order }: ListQuery,
    ): Promise<Omit<CallOutput<Calls['listAlerts']>, 'success'>> {
      const filter = { organizationId, severity, status, group, ...searched(search) };
      const [{ rows, total }, counts] = await Promise.all([
        readAlerts(kysely, filter, order),
        countAlerts(kysely, organizationId),
      ]);
      const named = await people.findByIds(kysely, rows.flatMap(peopleOf));
      const { page, limit } = order;
      return { data: rows.map((row) => presentAlert(row, named)), counts, total, page, limit };
    },

    async groups(
      { organizationId }: Member,
      { search, severity, status, page, limit }: GroupQuery,
    ): Promise<Omit<CallOutput<Calls['listAlertGroups']>, 'success'>> {
      const filter = { organizationId, severity, status, ...searched(search) };
      const { rows, total } = await readGroups(kysely, filter, { page, limit });
      const named = await people.findByIds(
        kysely,
        rows.flatMap(({ latest }) => peopleOf(latest)),
      );
      return { data: rows.map((row) => presentGroup(row, named)), total, page, limit };
    },

    /** Idempotent for acknowledged alerts. */
    async acknowledge(by: ByMember, id: string, version: number): Promise<Alert> {
      return kysely.transaction().execute(async (trx) => {
        const row = await lockOne(trx, by, id);
        checkMayAcknowledge(by, row);
        await checkVersion(trx, row, version);
        if (row.status === 'acknowledged') return present(trx, row);
        const view = await present(trx, await take(trx, by, row));
        await publish(trx, by.member.organizationId, 'alert.acknowledged', [row.id]);
        await audit.record(trx, takenRecord(by, row));
        return view;
      });
    },

    /** Returns alerts that have changed since in their current state. */
    async acknowledgeAll(by: ByMember, asked: readonly { id: string; version: number }[]) {
      // In one order: two that overlap would wait for each other.
      const versions = [...new Map(asked.map(({ id, version }) => [id, version]))].toSorted(([a], [b]) =>
        a < b ? -1 : 1,
      );
      return kysely.transaction().execute(async (trx) => {
        const taken: { before: AlertRow; after: AlertRow }[] = [];
        const changed: AlertRow[] = [];
        for (const [id, version] of versions) {
          const row = await lockOne(trx, by, id);
          checkMayAcknowledge(by, row);
          if (row.version !== version) changed.push(row);
          else if (row.status === 'new') taken.push({ before: row, after: await take(trx, by, row) });
        }
        const ids = taken.map(({ before }) => before.id);
        await publish(trx, by.member.organizationId, 'alert.acknowledged', ids);
        const after = taken.map((each) => each.after);
        const named = await people.findByIds(trx, [...after, ...changed].flatMap(peopleOf));
        for (const { before } of taken) await audit.record(trx, takenRecord(by, before));
        const shown = (rows: readonly AlertRow[]) => rows.map((row) => presentAlert(row, named));
        return { acknowledged: shown(after), changed: shown(changed) };
      });
    },

    /** Assigns to an active member, or unassigns. */
    async assign(
      by: ByMember,
      id: string,
      { assigneeId, version }: { assigneeId: string | null; version: number },
    ): Promise<Alert> {
      const { organizationId } = by.member;
      return kysely.transaction().execute(async (trx) => {
        await organizations.lock(trx, organizationId);
        if (assigneeId !== null && !(await memberships.isMember(trx, organizationId, assigneeId))) {
          throw badRequest('bad_request', 'Only active members of this organization can be assigned alerts');
        }
        const row = await lockOne(trx, by, id);
        if (!canAssignAlert(by.member, row.assignee_id, assigneeId)) {
          throw forbidden('Your role can take unassigned alerts and unassign its own');
        }
        await checkVersion(trx, row, version);
        if (row.assignee_id === assigneeId) return present(trx, row);
        const changed = await updateAlert(trx, row, { assignee_id: assigneeId });
        const view = await present(trx, changed);
        await audit.record(trx, {
          ...recordOf(by, 'alert.assigned', row.id),
          before: { assigneeId: row.assignee_id },
          after: { assigneeId },
        });
        return view;
      });
    },

    /** Unassigns the alerts of a member who leaves. */
    release: (trx: Kysely<Schema>, { organizationId, userId }: { organizationId: string; userId: string }) =>
      freeAlerts(trx, organizationId, userId),
  };
}
