import type { AlertMailChoice } from '@hopscope/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import { AppError } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { AlertMailTable } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { Mail } from '../../identity/mail/mail.service.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { ByMember, Member, Memberships } from '../../identity/organizations/membership.service.ts';
import type { People } from '../../identity/people/people.service.ts';
import { lastEvent } from './alert-events.ts';

type Row = Selectable<AlertMailTable>;

const hour = 3_600_000;
const day = 24 * hour;
/** Time of the day of daily mails, UTC. */
const morning = 6 * hour;
const criticalMs = 60_000;
/** Rules that a mail names; the others are a number. */
const mostRules = 10;

/** When a mail may go out next. */
export function nextMail(frequency: Row['frequency'], at: number): Date {
  if (frequency === 'critical') return new Date(at + criticalMs);
  if (frequency === 'hourly') return new Date((Math.floor(at / hour) + 1) * hour);
  return new Date((Math.floor((at - morning) / day) + 1) * day + morning);
}

/** Emails members about alerts; each person gets each alert in one email. */
export function createAlertMail(options: {
  kysely: Kysely<Schema>;
  audit: Pick<Audit, 'record'>;
  people: Pick<People, 'findByIds'>;
  organizations: Pick<OrganizationDirectory, 'findByIds'>;
  memberships: Pick<Memberships, 'isMember'>;
  mail: Pick<Mail, 'queue'>;
  now: () => number;
}) {
  const { kysely, audit, organizations, memberships, mail, now } = options;

  const mine = (db: Kysely<Schema>, { organizationId, userId }: Pick<Member, 'organizationId' | 'userId'>) =>
    db
      .selectFrom('alert_mail')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId);

  async function remove(trx: Kysely<Schema>, who: { organizationId: string; userId: string }): Promise<void> {
    await trx
      .deleteFrom('alert_mail')
      .where('organization_id', '=', who.organizationId)
      .where('user_id', '=', who.userId)
      .execute();
  }

  /** Raised after one event and up to another, by rule, gravest and most first. */
  async function readRaised(trx: Kysely<Schema>, row: Row, upTo: bigint) {
    let query = trx
      .selectFrom('alert_event')
      .innerJoin('alert', 'alert.id', 'alert_event.alert_id')
      .select(({ fn }) => ['alert.severity', 'alert.summary', fn.countAll<bigint>().as('count')])
      .where('alert_event.organization_id', '=', row.organization_id)
      .where('alert_event.number', '>', row.cursor_sequence)
      .where('alert_event.number', '<=', upTo)
      .where('alert_event.kind', '=', 'alert.raised');
    if (row.frequency === 'critical') query = query.where('alert.severity', '=', 'high');
    const found = await query
      .groupBy(['alert.severity', 'alert.rule_id', 'alert.summary'])
      .orderBy(sql`case alert.severity when 'high' then 0 when 'medium' then 1 else 2 end`)
      .orderBy(({ fn }) => fn.countAll(), 'desc')
      .orderBy('alert.summary')
      .execute();
    return found.map(({ count, ...rule }) => ({ ...rule, count: Number(count) }));
  }

  /** Somebody who left, or has no verified email any more, gets none. */
  async function recipient(trx: Kysely<Schema>, { organization_id: id, user_id: userId }: Row) {
    const person = (await options.people.findByIds(trx, [userId])).get(userId);
    if (!person || person.removed || !person.emailVerified) return undefined;
    return (await memberships.isMember(trx, id, userId)) ? person.email : undefined;
  }

  async function write(trx: Kysely<Schema>, row: Row): Promise<void> {
    const { organization_id: organizationId, user_id: userId } = row;
    const organization = (await organizations.findByIds(trx, [organizationId])).get(organizationId);
    const to = await recipient(trx, row);
    if (!organization || to === undefined) return remove(trx, { organizationId, userId });
    // Later commits have higher numbers.
    const upTo = await lastEvent(trx, organizationId);
    const rules = await readRaised(trx, row, upTo);
    if (rules.length > 0) {
      await mail.queue(trx, {
        to,
        template: 'alert_digest',
        data: {
          organization: organization.name,
          total: rules.reduce((sum, { count }) => sum + count, 0),
          rules: rules.slice(0, mostRules),
          others: rules.slice(mostRules).reduce((sum, { count }) => sum + count, 0),
          link: '/home/alerts',
          settings: '/home/alerts?delivery=true',
        },
      });
    }
    await trx
      .updateTable('alert_mail')
      .set({ cursor_sequence: upTo, due_at: nextMail(row.frequency, now()) })
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .execute();
  }

  return {
    async read(member: Member): Promise<{ frequency: AlertMailChoice }> {
      return { frequency: (await mine(kysely, member).executeTakeFirst())?.frequency ?? 'off' };
    },

    /** Turning on starts with new alerts; changing the frequency skips none. */
    async set(by: ByMember, frequency: AlertMailChoice): Promise<{ frequency: AlertMailChoice }> {
      const { organizationId, userId } = by.member;
      return kysely.transaction().execute(async (trx) => {
        const person = (await options.people.findByIds(trx, [userId])).get(userId);
        if (frequency !== 'off' && person?.emailVerified !== true) {
          throw new AppError('email_unverified', 'Please confirm your email first');
        }
        const before = await mine(trx, by.member).forUpdate().executeTakeFirst();
        if ((before?.frequency ?? 'off') === frequency) return { frequency };
        if (frequency === 'off') await remove(trx, by.member);
        else {
          const due = { frequency, due_at: nextMail(frequency, now()) };
          const cursor = { cursor_sequence: await lastEvent(trx, organizationId) };
          await trx
            .insertInto('alert_mail')
            .values({ organization_id: organizationId, user_id: userId, ...cursor, ...due })
            .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet(due))
            .execute();
        }
        await audit.record(trx, {
          actor: by.actor,
          actorRole: by.member.role,
          origin: by.origin,
          organizationId,
          action: 'alert_mail.changed',
          subject: { type: 'user', id: userId },
          before: { frequency: before?.frequency ?? 'off' },
          after: { frequency },
        });
        return { frequency };
      });
    },

    /** Writes due emails, each in one transaction with the record of its alerts. */
    async run(signal: AbortSignal): Promise<void> {
      for (let more = true; more && !signal.aborted; ) {
        more = await kysely.transaction().execute(async (trx) => {
          const row = await trx
            .selectFrom('alert_mail')
            .selectAll()
            .where('due_at', '<=', new Date(now()))
            .orderBy('due_at')
            .limit(1)
            .forUpdate()
            .skipLocked()
            .executeTakeFirst();
          if (row) await write(trx, row);
          return row !== undefined;
        });
      }
    },

    release: remove,
  };
}
