import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { Mail } from '../../identity/mail/mail.service.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { People } from '../../identity/people/people.service.ts';
import type { WebhookRow } from './webhooks.store.ts';

/** Says that a webhook was paused: to the owner by mail, and in the audit log. */
export function createPauseNotice(options: {
  audit: Pick<Audit, 'record'>;
  mail: Pick<Mail, 'queue'>;
  people: Pick<People, 'findByIds'>;
  organizations: Pick<OrganizationDirectory, 'findByIds'>;
}) {
  const { audit, mail, people, organizations } = options;
  return async (trx: Kysely<Schema>, webhook: WebhookRow): Promise<void> => {
    const { id, organization_id: organizationId, url, state } = webhook;
    const reason = webhook.reason ?? '';
    const organization = (await organizations.findByIds(trx, [organizationId])).get(organizationId);
    const owner =
      organization && (await people.findByIds(trx, [organization.ownerId])).get(organization.ownerId);
    if (owner && !owner.removed && organization) {
      await mail.queue(trx, {
        to: owner.email,
        template: 'webhook_paused',
        data: {
          organization: organization.name,
          host: new URL(url).host,
          reason,
          link: '/home/alerts?delivery=true',
        },
      });
    }
    await audit.record(trx, {
      organizationId,
      action: 'webhook.paused',
      subject: { type: 'webhook', id },
      after: { state },
      reason,
    });
  };
}
