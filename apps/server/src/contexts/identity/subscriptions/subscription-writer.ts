import { randomUUID } from 'node:crypto';
import { type AuditAction, invoiceDays } from '@hopscope/contract';
import { millisecondsOfDay, utcDay } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Audit, AuditRecord } from '../audit/audit.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { KnownOrganization } from '../organizations/directory.service.ts';
import type { People } from '../people/people.service.ts';
import type { Step } from './billing.ts';
import { insertInvoice, type InvoiceRow, readOpenInvoices, settleInvoice } from './invoices.store.ts';
import { toUnits } from './money.ts';
import { auditView, numberOf } from './subscriptions.presenter.ts';
import { type SubscriptionRow, updateSubscription } from './subscriptions.store.ts';

/** Why a subscription changes, for the audit log. */
export interface Cause {
  action: AuditAction;
  by?: Pick<AuditRecord, 'actor' | 'actorRole' | 'origin'>;
  reason?: string;
}

/** Mails to the owner of an organization. */
export interface Notice {
  title: string;
  text: string;
}

/** Writes changes of subscriptions: row, invoices, audit log, mail to the owner, all in the caller's transaction. */
export function createSubscriptionWriter(options: {
  audit: Audit;
  mail: Pick<Mail, 'queue'>;
  people: Pick<People, 'findByIds'>;
  now: () => number;
}) {
  const { audit, mail, people, now } = options;

  async function notify(trx: Kysely<Schema>, organization: KnownOrganization, notice: Notice): Promise<void> {
    const owner = (await people.findByIds(trx, [organization.ownerId])).get(organization.ownerId);
    if (!owner || owner.removed) return;
    await mail.queue(trx, {
      to: owner.email,
      template: 'subscription_notice',
      data: { organization: organization.name, title: notice.title, notice: notice.text },
    });
  }

  async function writeInvoice(
    trx: Kysely<Schema>,
    row: SubscriptionRow,
    charge: NonNullable<Step['charge']>,
  ): Promise<InvoiceRow> {
    const at = new Date(now());
    return insertInvoice(trx, {
      id: randomUUID(),
      organization_id: row.organization_id,
      plan_id: row.plan_id,
      billing_period: row.billing_period,
      amount: charge.amount,
      currency: row.currency,
      status: 'open',
      period_start: charge.start,
      period_end: charge.end,
      created_at: at,
      due_at: new Date(at.getTime() + invoiceDays * millisecondsOfDay),
      paid_at: null,
    });
  }

  return {
    notify,
    /** Writes a step; the organization and the subscription are locked by the caller. */
    async apply(
      trx: Kysely<Schema>,
      change: {
        organization: KnownOrganization;
        row: SubscriptionRow;
        step: Step;
        cause: Cause;
        notice?: Notice;
      },
    ): Promise<SubscriptionRow> {
      const { organization, row, step, cause } = change;
      const after = await updateSubscription(trx, row, step.set, new Date(now()));
      if (step.voidOpen) {
        for (const open of await readOpenInvoices(trx, row.organization_id)) {
          await settleInvoice(trx, open.id, { status: 'void', paidAt: null });
        }
      }
      const invoice = step.charge && (await writeInvoice(trx, after, step.charge));
      if (change.notice) await notify(trx, organization, change.notice);
      if (invoice) {
        await notify(trx, organization, {
          title: `Invoice ${numberOf(invoice)}`,
          text: `Invoice ${numberOf(invoice)} for ${toUnits(invoice.amount).toFixed(2)} ${invoice.currency} is due on ${utcDay(invoice.due_at.getTime())}.`,
        });
      }
      const record = {
        ...cause.by,
        organizationId: row.organization_id,
        subject: { type: 'subscription', id: row.organization_id },
      };
      await audit.record(trx, {
        ...record,
        action: cause.action,
        reason: cause.reason,
        before: auditView(row),
        after: auditView(after),
      });
      if (invoice) {
        await audit.record(trx, {
          ...record,
          action: 'invoice.created',
          subject: { type: 'invoice', id: invoice.id },
          after: {
            number: numberOf(invoice),
            amount: toUnits(invoice.amount),
            currency: invoice.currency,
          },
        });
      }
      return after;
    },
  };
}

export type SubscriptionWriter = ReturnType<typeof createSubscriptionWriter>;
