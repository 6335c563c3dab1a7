import { randomUUID } from 'node:crypto';
import { type CallOutput, type ContactRequest, type operatorEndpoints, texts } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { RateLimits } from '../../../lib/rate-limits.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { By, People } from '../people/people.service.ts';
import {
  closeContactRequest,
  deleteContactRequestsOf,
  type ContactRequestRow,
  insertContactRequest,
  lockContactRequest,
  readContactRequests,
} from './contact-sales.store.ts';

type Stored = CallOutput<typeof operatorEndpoints.closeContactRequest>['data'];

function present(row: ContactRequestRow): Stored {
  return {
    id: row.id,
    userId: row.user_id,
    email: row.email,
    company: row.company,
    companySize: row.company_size,
    message: row.message,
    createdAt: row.created_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
  };
}

/** Stores sales requests, mails them to operators, and marks them as answered. */
export function createContactSales(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  people: Pick<People, 'operators'>;
  mail: Pick<Mail, 'queue'>;
  rateLimits: Pick<RateLimits, 'take'>;
  now: () => number;
}) {
  const { kysely, audit, people, mail, rateLimits, now } = options;
  const subject = (id: string) => ({ type: 'contact_request', id });

  return {
    /** Keeps a request and mails it to every operator. */
    async submit({ actor, origin }: By, input: ContactRequest): Promise<string> {
      await rateLimits.take('contactSales', actor.user._id);
      const id = randomUUID();
      await kysely.transaction().execute(async (trx) => {
        await insertContactRequest(trx, {
          id,
          user_id: actor.user._id,
          email: input.email,
          company: input.company,
          company_size: input.companySize,
          message: input.message,
          created_at: new Date(now()),
          closed_at: null,
        });
        for (const operator of await people.operators(trx)) {
          await mail.queue(trx, { to: operator.email, template: 'new_contact_request', data: input });
        }
        await audit.record(trx, {
          actor,
          origin,
          organizationId: null,
          action: 'contact_request.created',
          subject: subject(id),
          after: { email: input.email, company: input.company, companySize: input.companySize },
        });
      });
      return texts.contactThanks;
    },

    /** For the operator, newest first. */
    async list(query: { page: number; limit: number; open?: boolean | undefined }) {
      const { rows, total } = await readContactRequests(kysely, query.open, query);
      return { data: rows.map(present), total, page: query.page, limit: query.limit };
    },

    /** Marks a request as answered; idempotent. Throws 404 if it is unknown. */
    async close({ actor, origin }: By, id: string): Promise<Stored> {
      return kysely.transaction().execute(async (trx) => {
        const row = isUuid(id) ? await lockContactRequest(trx, id) : undefined;
        if (!row) throw notFound('Contact request not found');
        if (row.closed_at !== null) return present(row);
        const closed = await closeContactRequest(trx, id, new Date(now()));
        await audit.record(trx, {
          actor,
          origin,
          organizationId: null,
          action: 'contact_request.closed',
          subject: subject(id),
        });
        return present(closed);
      });
    },

    /** Deletes the requests of a person whose account is removed. */
    forgetPerson: deleteContactRequestsOf,
  };
}
