import { randomUUID } from 'node:crypto';
import {
  type AuditAction,
  type CallInput,
  type Webhook,
  type webhookEndpoints,
  webhookLimits,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, badRequest, conflict, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { OutboundError } from '../../../outbound/outbound.ts';
import type { SendOutbound } from '../../../outbound/send-outbound.ts';
import type { SecretBox } from '../../../lib/secret-box.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import { deleteDeliveriesOf } from './deliveries.store.ts';
import { makeSecret } from './standard-webhooks.ts';
import { presentWebhook } from './webhooks.presenter.ts';
import {
  countDeliveries,
  countToAdd,
  insertWebhook,
  lockWebhook,
  readWebhooks,
  updateWebhook,
  type WebhookRow,
} from './webhooks.store.ts';

type Change = CallInput<typeof webhookEndpoints.changeWebhook>['body'];
const overlapMs = webhookLimits.overlapHours * 3_600_000;

/** What a secret is sealed for. */
export const secretOf = (id: string): string => `webhook ${id}`;
/** Audit log fields of an action; never contain secrets. */
export const webhookRecord = ({ actor, member, origin }: ByMember, action: AuditAction, id: string) => ({
  actor,
  actorRole: member.role,
  origin,
  organizationId: member.organizationId,
  action,
  subject: { type: 'webhook', id },
});

/** Manages the webhooks of an organization. */
export function createWebhooks(options: {
  kysely: Kysely<Schema>;
  audit: Pick<Audit, 'record'>;
  box: SecretBox;
  outbound: Pick<SendOutbound, 'check'>;
  now: () => number;
}) {
  const { kysely, audit, box, outbound, now } = options;

  async function checkUrl(url: string): Promise<string> {
    try {
      return (await outbound.check(url)).href;
    } catch (error) {
      if (error instanceof OutboundError) throw badRequest('bad_request', error.message);
      throw error;
    }
  }

  async function present(db: Kysely<Schema>, row: WebhookRow): Promise<Webhook> {
    return presentWebhook(row, (await countDeliveries(db, [row.id])).get(row.id), now());
  }

  async function lockOne(trx: Kysely<Schema>, { member }: ByMember, id: string): Promise<WebhookRow> {
    const row = await lockWebhook(trx, member.organizationId, id);
    if (!row) throw notFound('Webhook not found');
    return row;
  }

  const shownOf = ({ url, description, state }: WebhookRow) => ({ url, description, state });

  /** Changing `isActive` resets failures and back-off; undefined changes nothing. */
  function stateOf(isActive: boolean | undefined): Partial<WebhookRow> {
    if (isActive === undefined) return {};
    const fresh = { reason: null, failures: 0, not_before: null };
    return { state: isActive ? 'active' : 'disabled', ...fresh };
  }

  return {
    async list({ organizationId }: Member): Promise<Webhook[]> {
      const rows = await readWebhooks(kysely, organizationId);
      const counts = await countDeliveries(
        kysely,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => presentWebhook(row, counts.get(row.id), now()));
    },

    async create(by: ByMember, given: { url: string; description: string }) {
      const url = await checkUrl(given.url);
      const { organizationId } = by.member;
      const [id, secret, at] = [randomUUID(), makeSecret(), new Date(now())];
      const row: WebhookRow = {
        id,
        organization_id: organizationId,
        url,
        description: given.description,
        state: 'active',
        reason: null,
        failures: 0,
        not_before: null,
        last_success_at: null,
        secret: box.seal(secretOf(id), secret),
        previous_secret: null,
        previous_until: null,
        version: 1,
        created_at: at,
        updated_at: at,
        deleted_at: null,
      };
      return kysely.transaction().execute(async (trx) => {
        if ((await countToAdd(trx, organizationId)) >= webhookLimits.endpoints) {
          const most = String(webhookLimits.endpoints);
          throw conflict(`An organization can have at most ${most} webhooks`);
        }
        await insertWebhook(trx, row);
        await audit.record(trx, { ...webhookRecord(by, 'webhook.created', id), after: shownOf(row) });
        return { data: presentWebhook(row, undefined, now()), secret };
      });
    },

    /** Throws 409 `changed_meanwhile` with the current webhook. */
    async change(by: ByMember, id: string, { version, isActive, ...fields }: Change): Promise<Webhook> {
      const url = fields.url === undefined ? undefined : await checkUrl(fields.url);
      return kysely.transaction().execute(async (trx) => {
        const row = await lockOne(trx, by, id);
        if (row.version !== version) {
          throw new AppError('changed_meanwhile', 'Someone else changed this webhook', {
            details: { current: await present(trx, row) },
          });
        }
        const changed = await updateWebhook(trx, id, {
          ...(url !== undefined && { url }),
          ...(fields.description !== undefined && { description: fields.description }),
          ...stateOf(isActive),
          version: row.version + 1,
          updated_at: new Date(now()),
        });
        const view = await present(trx, changed);
        await audit.record(trx, {
          ...webhookRecord(by, 'webhook.changed', id),
          before: shownOf(row),
          after: shownOf(changed),
        });
        return view;
      });
    },

    async remove(by: ByMember, id: string): Promise<void> {
      await kysely.transaction().execute(async (trx) => {
        const row = await lockOne(trx, by, id);
        await deleteDeliveriesOf(trx, id);
        const gone = { deleted_at: new Date(now()), previous_secret: null, state: 'disabled' } as const;
        await updateWebhook(trx, id, { ...gone, secret: Buffer.alloc(0), version: row.version + 1 });
        await audit.record(trx, { ...webhookRecord(by, 'webhook.deleted', id), before: shownOf(row) });
      });
    },

    /** The one before signs as well for a while, so that receivers can change theirs. */
    async rotate(by: ByMember, id: string) {
      const secret = makeSecret();
      return kysely.transaction().execute(async (trx) => {
        const row = await lockOne(trx, by, id);
        const changed = await updateWebhook(trx, id, {
          secret: box.seal(secretOf(id), secret),
          previous_secret: row.secret,
          previous_until: new Date(now() + overlapMs),
          version: row.version + 1,
          updated_at: new Date(now()),
        });
        const view = await present(trx, changed);
        await audit.record(trx, webhookRecord(by, 'webhook.secret_made', id));
        return { data: view, secret };
      });
    },
  };
}
