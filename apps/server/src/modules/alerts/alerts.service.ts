import { fromHex } from '@hopscope/chain';
import type { Alert, alertEndpoints, CallOutput } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { AppError, badRequest, notFound } from '../../app-error.ts';
import type { Schema } from '../../db/schema.ts';
import type { Audit } from '../audit/audit.service.ts';
import { isHash } from '../blockchain/identifiers.ts';
import type { OrganizationDirectory } from '../organizations/directory.service.ts';
import type { ByMember, Member, Memberships } from '../organizations/membership.service.ts';
import type { People } from '../people/people.service.ts';
import { peopleOf, presentAlert } from './alerts.presenter.ts';
import {
  type AlertRow,
  countAlerts,
  freeAlerts,
  lockAlert,
  readAlerts,
  updateAlert,
} from './alerts.store.ts';

type Calls = typeof alertEndpoints;
type ListQuery = z.output<NonNullable<Calls['listAlerts']['query']>>;

function searched(text: string | undefined): { txid: Uint8Array } | { search: string } | undefined {
  const search = text?.trim() ?? '';
  if (search === '') return undefined;
  return isHash(search) ? { txid: fromHex(search.toLowerCase().replace(/^0x/, '')) } : { search };
}

/** Alerts as members look at them and take care of them. */
export function createAlerts(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: Pick<People, 'findByIds'>;
  organizations: Pick<OrganizationDirectory, 'lock'>;
  memberships: Pick<Memberships, 'isMember'>;
  now: () => number;
}) {
  const { kysely, audit, people, organizations, memberships, now } = options;

  const present = async (db: Kysely<Schema>, row: AlertRow): Promise<Alert> =>
    presentAlert(row, await people.findByIds(db, peopleOf(row)));

  /** 404 where the organisation has none of this id, 409 where it is not the version that was looked at. */
  async function lockOne(
    trx: Kysely<Schema>,
    { member }: ByMember,
    { id, version }: { id: string; version: number },
  ): Promise<AlertRow> {
    const row = await lockAlert(trx, member.organizationId, id);
    if (!row) throw notFound('Alert not found');
    if (version !== row.version) {
      throw new AppError('changed_meanwhile', 409, 'Somebody else has changed this alert meanwhile', {
        details: { current: await present(trx, row) },
      });
    }
    return row;
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

  return {
    async list(
      { organizationId }: Member,
      { search, severity, status, ...order }: ListQuery,
    ): Promise<Omit<CallOutput<Calls['listAlerts']>, 'success'>> {
      const filter = { organizationId, severity, status, ...searched(search) };
      const [{ rows, total }, counts] = await Promise.all([
        readAlerts(kysely, filter, order),
        countAlerts(kysely, organizationId),
      ]);
      const named = await people.findByIds(kysely, rows.flatMap(peopleOf));
      const { page, limit } = order;
      return { data: rows.map((row) => presentAlert(row, named)), counts, total, page, limit };
    },

    /** Acknowledging what is acknowledged changes nothing. */
    async acknowledge(by: ByMember, id: string, version: number): Promise<Alert> {
      return kysely.transaction().execute(async (trx) => {
        const row = await lockOne(trx, by, { id, version });
        if (row.status === 'acknowledged') return present(trx, row);
        const changed = await updateAlert(trx, row, {
          status: 'acknowledged',
          acknowledged_by: by.member.userId,
          acknowledged_at: new Date(now()),
        });
        const view = await present(trx, changed);
        await audit.record(trx, {
          ...recordOf(by, 'alert.acknowledged', row.id),
          before: { status: row.status },
          after: { status: changed.status },
        });
        return view;
      });
    },

    /** To an active member, or to nobody. */
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
        const row = await lockOne(trx, by, { id, version });
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

    /** What somebody who goes was given is nobody's again. */
    release: (trx: Kysely<Schema>, { organizationId, userId }: { organizationId: string; userId: string }) =>
      freeAlerts(trx, organizationId, userId),
  };
}
