import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../../../config.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { PublicUrl } from '../../../lib/public-url.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { OrganizationDirectory } from '../organizations/directory.service.ts';
import type { People } from '../people/people.service.ts';
import { createInvoiceBilling } from './invoice-billing.service.ts';
import { createPlanAdministration } from './plan-administration.service.ts';
import { createRenewals } from './renewals.service.ts';
import { createRetention, type RetentionSource } from './retention.service.ts';
import { createStripeBilling } from './stripe-billing.service.ts';
import { createStripeClient } from './stripe-client.ts';
import { createSubscriptions } from './subscriptions.service.ts';
import { createSubscriptionWriter } from './subscription-writer.ts';
import { createUsage } from './usage.service.ts';

const minute = 60_000;

/** Builds everything of plans, payment, usage and retention, and its jobs. */
export function createPayment(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: People;
  mail: Mail;
  directory: OrganizationDirectory;
  sources: readonly RetentionSource[];
  stripe: Config['stripe'];
  publicUrl: PublicUrl;
  jobs: Jobs;
  logger: Logger;
  now: () => number;
}) {
  const { jobs, now } = options;
  const writer = createSubscriptionWriter(options);
  const stripe =
    options.stripe &&
    createStripeBilling({ ...options, writer, stripe: createStripeClient({ ...options.stripe, now }) });
  const invoices = createInvoiceBilling({ writer, now });
  const subscriptions = createSubscriptions({ ...options, writer, invoices, stripe });
  const renewals = createRenewals({ ...options, writer });
  const retention = createRetention(options);

  jobs.every(minute, 'roll subscriptions', (signal) => renewals.run(signal));
  jobs.every(6 * 60 * minute, 'delete what plans no longer keep', (signal) => retention.run(signal));
  if (stripe) jobs.every(minute, 'cancel deleted subscriptions', (signal) => stripe.cancelDeleted(signal));

  return {
    subscriptions,
    planAdministration: createPlanAdministration({ ...options, writer }),
    usage: createUsage({ ...options, subscriptions }),
  };
}
