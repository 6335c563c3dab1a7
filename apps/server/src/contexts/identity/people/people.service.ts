import {
  type Notifications,
  type Preferences,
  type User,
  type NotificationEvent,
  notificationEvents,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { unauthorized } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Origin } from '../../../lib/origin.ts';
import type { Audit } from '../audit/audit.service.ts';
import { emailKeyOf } from './email-key.ts';
import {
  findOperators,
  findUser,
  findUserByEmail,
  findUsers,
  insertUser,
  lockUser,
  updateUser,
  type UserRow,
} from './people.store.ts';

/** Whether a person sees the Admin Panel: a verified email in the provider's domain, or the operator. */
function isProvider(
  row: Pick<UserRow, 'email' | 'email_verified_at' | 'role'>,
  providerDomain: string | undefined,
): boolean {
  if (row.role === 'operator') return true;
  if (providerDomain === undefined || row.email_verified_at === null) return false;
  return emailKeyOf(row.email).endsWith(`@${providerDomain}`);
}

/** A person as the wire shows them. */
function presentUser(row: Omit<UserRow, 'password_hash'>, providerDomain: string | undefined): User {
  return {
    _id: row.id,
    name: row.name,
    surname: row.surname,
    email: row.email,
    role: row.role,
    emailVerified: row.email_verified_at !== null,
    provider: isProvider(row, providerDomain),
  };
}

function presentPreferences(row: UserRow): Preferences {
  return {
    currency: row.currency,
    timeZone: row.time_zone,
    numberFormat: row.number_format,
    theme: row.theme,
  };
}

/** Every event with its ways; in the app and by mail unless chosen otherwise, security notices always by mail. */
function presentNotifications(chosen: Partial<Notifications>): Notifications {
  const entries = notificationEvents.map((event): [NotificationEvent, Notifications[NotificationEvent]] => {
    const { app, mail } = chosen[event] ?? { app: true, mail: true };
    return [event, { app, mail: mail || event === 'security_notice' }];
  });
  return Object.fromEntries(entries) as Notifications;
}

/** A person as other modules see them; a removed one is called Deleted and has no email. */
export interface Person {
  id: string;
  name: string;
  surname: string;
  email: string;
  emailKey: string;
  emailVerified: boolean;
  role: User['role'];
  removed: boolean;
}
/** Who does something, from where. */
export interface By {
  actor: { user: User };
  origin: Origin;
}

function toPerson(row: UserRow): Person {
  return {
    id: row.id,
    name: row.name,
    surname: row.surname,
    email: row.email,
    emailKey: row.email_key,
    emailVerified: row.email_verified_at !== null,
    role: row.role,
    removed: row.removed_at !== null,
  };
}

/** People: who they are, their profile and preferences. Other modules ask here; `db` may be a transaction. */
export function createPeople(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  providerDomain: string | undefined;
  now: () => number;
}) {
  const { kysely, audit, providerDomain, now } = options;
  const gone = () => unauthorized('Please sign in');
  const present = (row: Omit<UserRow, 'password_hash'>): User => presentUser(row, providerDomain);

  return {
    emailKeyOf,
    /** Returns people by ID, including removed ones; omits unknown IDs. */
    async findByIds(db: Kysely<Schema>, ids: readonly string[]): Promise<Map<string, Person>> {
      const rows = await findUsers(db, [...new Set(ids)]);
      return new Map(rows.map((row) => [row.id, toPerson(row)]));
    },
    /** The person whose account has this email, in the form of `emailKeyOf`. */
    async findByEmailKey(db: Kysely<Schema>, emailKey: string): Promise<Person | undefined> {
      const row = await findUserByEmail(db, emailKey);
      return row && toPerson(row);
    },
    /** Whom requests to the operator are mailed to. */
    async operators(db: Kysely<Schema>): Promise<Person[]> {
      return (await findOperators(db)).map(toPerson);
    },

    /** Rows for sign-in, which decides by them. */
    accounts: {
      find: findUser,
      findByEmail: findUserByEmail,
      lock: lockUser,
      insert: insertUser,
      update: updateUser,
    },
    present,

    /** Records that a person verified their email, in the transaction of the proof; also writes `change`. */
    async proveEmail(
      trx: Kysely<Schema>,
      userId: string,
      change: {
        password_hash?: string | null;
        password_length?: number | null;
        name?: string;
        surname?: string;
      } = {},
    ): Promise<UserRow> {
      const before = await lockUser(trx, userId);
      const verifiedAt = before?.email_verified_at ?? new Date(now());
      const after = await updateUser(trx, userId, { ...change, email_verified_at: verifiedAt });
      if (!after) throw gone();
      return after;
    },

    /** One's own profile. */
    async me(userId: string) {
      const row = await findUser(kysely, userId);
      if (!row) throw gone();
      return {
        user: present(row),
        preferences: presentPreferences(row),
        notifications: { events: presentNotifications(row.notifications) },
      };
    },

    /** Changes the given names of the caller. */
    async updateName(
      { actor, origin }: By,
      change: { name?: string | undefined; surname?: string | undefined },
    ): Promise<User> {
      return kysely.transaction().execute(async (trx) => {
        const before = await lockUser(trx, actor.user._id);
        if (!before) throw gone();
        const after = await updateUser(trx, before.id, {
          name: change.name ?? before.name,
          surname: change.surname ?? before.surname,
        });
        if (!after) throw gone();
        await audit.record(trx, {
          actor,
          origin,
          organizationId: null,
          action: 'user.profile_changed',
          subject: { type: 'user', id: before.id },
          before: { name: before.name, surname: before.surname },
          after: { name: after.name, surname: after.surname },
        });
        return present(after);
      });
    },

    async updatePreferences({ actor, origin }: By, next: Preferences): Promise<Preferences> {
      return kysely.transaction().execute(async (trx) => {
        const before = await lockUser(trx, actor.user._id);
        const after = await updateUser(trx, actor.user._id, {
          currency: next.currency,
          time_zone: next.timeZone,
          number_format: next.numberFormat,
          theme: next.theme,
        });
        if (!before || !after) throw gone();
        await audit.record(trx, {
          actor,
          origin,
          organizationId: null,
          action: 'user.preferences_changed',
          subject: { type: 'user', id: before.id },
          before: presentPreferences(before),
          after: presentPreferences(after),
        });
        return presentPreferences(after);
      });
    },

    /** Omitted events don't change; security notices are always mailed. */
    async updateNotifications({ actor, origin }: By, events: Partial<Notifications>): Promise<Notifications> {
      return kysely.transaction().execute(async (trx) => {
        const before = await lockUser(trx, actor.user._id);
        if (!before) throw gone();
        const next = presentNotifications({ ...before.notifications, ...events });
        await updateUser(trx, before.id, { notifications: next });
        await audit.record(trx, {
          actor,
          origin,
          organizationId: null,
          action: 'user.notifications_changed',
          subject: { type: 'user', id: before.id },
          before: presentNotifications(before.notifications),
          after: next,
        });
        return next;
      });
    },
  };
}

export type People = ReturnType<typeof createPeople>;
