import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** `stored`: no mail server is set; the mail waits here and in the outbox folder for the operator. */
const mailStatus = z.enum(['queued', 'sent', 'stored', 'failed']);

/** A mail in the operator's list. */
export const outboxMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  template: z.string(),
  status: mailStatus,
  attempts: z.int().nonnegative(),
  lastError: z.string().nullable(),
  createdAt: z.iso.datetime(),
  nextAttemptAt: z.iso.datetime().nullable(),
  doneAt: z.iso.datetime().nullable(),
});
export type OutboxMailView = z.infer<typeof outboxMail>;
const params = z.object({ id: z.string().max(200) });

export const listOutbox = endpoint({
  id: 'listOutbox',
  method: 'GET',
  path: '/operator/outbox',
  access: 'operator',
  tag: 'operator',
  summary: 'Queued, delivered, undeliverable, and failed emails; newest first',
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    status: mailStatus.optional(),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      mails: z.array(outboxMail),
      total: z.int().nonnegative(),
      page: z.int(),
      limit: z.int(),
    }),
  }),
});

export const getOutboxMail = endpoint({
  id: 'getOutboxMail',
  method: 'GET',
  path: '/operator/outbox/:id',
  access: 'operator',
  tag: 'operator',
  summary: 'One email with its text; delivered and expired emails have none',
  params,
  response: z.object({
    success: z.literal(true),
    data: outboxMail.extend({ text: z.string().nullable(), html: z.string().nullable() }),
  }),
});

export const retryOutboxMail = endpoint({
  id: 'retryOutboxMail',
  method: 'POST',
  path: '/operator/outbox/:id/retry',
  access: 'operator',
  tag: 'operator',
  summary: 'Retry the delivery of an email now',
  params,
  response: z.object({ success: z.literal(true), data: outboxMail }),
});

/** Calls of the operator's outbox. */
export const outboxEndpoints = { listOutbox, getOutboxMail, retryOutboxMail } as const;
