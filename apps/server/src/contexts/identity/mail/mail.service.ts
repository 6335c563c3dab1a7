import { randomUUID } from 'node:crypto';
import type { OutboxMailView } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import { conflict, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import {
  claimDue,
  doubling,
  errorText,
  finished,
  nextAttempt,
  queued,
  type RetryQueue,
} from '../../../jobs/retry-queue.ts';
import type { PublicUrl } from '../../../lib/public-url.ts';
import { type SecretBox, unlessBroken } from '../../../lib/secret-box.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { By } from '../people/people.service.ts';
import { type MailTransport, isRefusedForGood } from './mail-transports.ts';
import {
  deleteMailsTo,
  findMail,
  forgetMails,
  insertMail,
  listMails,
  type MailRow,
  requeueMail,
  settleMail,
} from './mail.store.ts';
import { type MailContent, renderMail } from './templates.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const batch = 20;
const outbox: RetryQueue<'outbox_mail'> = { table: 'outbox_mail', key: 'id', claimMs: 5 * minute };
const pauses = doubling(minute, 6 * 60 * minute);
const giveUpMs = 3 * day;
const textDays = 30;
const mailDays = 90;

/** Nothing to send. */
class TextLost extends Error {
  override name = 'TextLost';
}

const content = z.object({ text: z.string(), html: z.string() });
const address = z.email().max(254);
const isId = (id: string): boolean => z.uuid().safeParse(id).success;

function present(row: MailRow): OutboxMailView {
  return {
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    template: row.template,
    status: row.status,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at.toISOString(),
    nextAttemptAt: row.status === 'queued' ? (row.next_attempt_at?.toISOString() ?? null) : null,
    doneAt: row.done_at?.toISOString() ?? null,
  };
}

/** Queues mails in the transaction of their change and delivers them by a job. */
export function createMail(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  box: SecretBox;
  publicUrl: PublicUrl;
  transport: MailTransport;
  from: string;
  logger: Logger;
  now: () => number;
}) {
  const { kysely, audit, box, publicUrl, transport, from, logger, now } = options;

  /** Undefined where the text is forgotten, or sealed with another secret. */
  function read(row: MailRow): { text: string; html: string } | undefined {
    const sealed = row.content;
    const opened = sealed ? unlessBroken(() => box.open(`mail ${row.id}`, sealed)) : undefined;
    return opened === undefined ? undefined : content.parse(JSON.parse(opened));
  }

  async function deliver(row: MailRow): Promise<void> {
    const letter = read(row);
    try {
      if (!letter) throw new TextLost('The text of this email can no longer be read');
      await transport.carry({
        id: row.id,
        from,
        to: row.recipient,
        subject: row.subject,
        date: row.created_at,
        ...letter,
      });
      await settleMail(kysely, row.id, {
        status: transport.outcome,
        ...finished(new Date(now())),
        last_error: null,
        ...(transport.outcome === 'sent' ? { content: null } : {}),
      });
    } catch (error) {
      const over =
        error instanceof TextLost || isRefusedForGood(error) || now() - row.created_at.getTime() >= giveUpMs;
      const at = now();
      logger.warn({ err: error, mail: row.id, attempts: row.attempts }, 'email was not delivered');
      await settleMail(kysely, row.id, {
        ...(over
          ? { status: 'failed', ...finished(new Date(at)) }
          : { next_attempt_at: nextAttempt(pauses, row.attempts, at) }),
        last_error: errorText(error),
      });
    }
  }

  return {
    /**
     * Queues a mail in the transaction of its change. Throws unless `to` is one plain email address; `data` can contain any
     * text.
     */
    async queue(trx: Kysely<Schema>, mail: MailContent & { to: string }): Promise<void> {
      const to = address.parse(mail.to);
      const id = randomUUID();
      const at = new Date(now());
      const { subject, text, html } = renderMail(mail, publicUrl.link);
      await insertMail(trx, {
        id,
        recipient: to,
        template: mail.template,
        subject,
        content: box.seal(`mail ${id}`, JSON.stringify({ text, html })),
        status: 'queued',
        ...queued(at),
        last_error: null,
        created_at: at,
        done_at: null,
      });
    },

    /** Delivers due mails; retries failures after 1, 2, 4, … minutes, for three days. */
    async deliverDue(signal?: AbortSignal): Promise<void> {
      for (;;) {
        const rows = await claimDue(kysely, outbox, { at: now(), limit: batch });
        for (const row of rows) {
          if (signal?.aborted) return;
          await deliver(row);
        }
        if (rows.length < batch) return;
      }
    },

    /** Forgets texts after 30 days and mails after 90. */
    async forgetOld(): Promise<void> {
      await forgetMails(kysely, {
        text: new Date(now() - textDays * day),
        mail: new Date(now() - mailDays * day),
      });
    },

    /** Erases mails to a removed person. If the email was unverified, keeps mails from organizations. */
    async forgetPerson(
      trx: Kysely<Schema>,
      { email, proven }: { email: string; proven: boolean },
    ): Promise<void> {
      await deleteMailsTo(trx, email, proven ? [] : ['invitation']);
    },

    /** For the operator, newest first. */
    async list(query: { page: number; limit: number; status?: MailRow['status'] | undefined }) {
      const { page, limit } = query;
      const { rows, total } = await listMails(kysely, { page, limit, status: query.status });
      return { mails: rows.map(present), total, page, limit };
    },

    /** 404 if there is no such mail. */
    async get(id: string) {
      const row = isId(id) ? await findMail(kysely, id) : undefined;
      if (!row) throw notFound('Email not found');
      const letter = read(row);
      return { ...present(row), text: letter?.text ?? null, html: letter?.html ?? null };
    },

    /** Requeues a mail. Throws 404 if it is unknown, and 409 if it is delivered or its text is erased. */
    async retry({ actor, origin }: By, id: string): Promise<OutboxMailView> {
      const known = isId(id) ? await findMail(kysely, id) : undefined;
      if (!known) throw notFound('Email not found');
      return kysely.transaction().execute(async (trx) => {
        const row = await requeueMail(trx, id, new Date(now()));
        if (!row) {
          throw conflict('This email was delivered, or its text has been deleted');
        }
        await audit.record(trx, {
          actor,
          origin,
          organizationId: null,
          action: 'mail.retried',
          subject: { type: 'mail', id },
        });
        return present(row);
      });
    },
  };
}

export type Mail = ReturnType<typeof createMail>;
