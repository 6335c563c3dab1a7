import { randomUUID } from 'node:crypto';
import { type EffectiveRole, type MemberRole, type SessionTokens, texts } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { conflict, forbidden, notFound } from '../lib/app-error.ts';
import type { Schema } from '../db/schema.ts';
import type { Origin } from '../lib/origin.ts';
import { addressKey, type RateLimits } from '../lib/rate-limits.ts';
import { createKeyedMutex } from '../lib/keyed-mutex.ts';
import type { Audit } from '../contexts/identity/audit/audit.service.ts';
import type { UserAccount } from '../contexts/identity/auth/accounts.ts';
import type { Actor } from '../contexts/identity/auth/auth.service.ts';
import type { Sessions } from '../contexts/identity/auth/sessions.service.ts';
import type { DirectoryModule } from '../contexts/directory/records/create-directory.ts';
import type { ByMember, Memberships } from '../contexts/identity/organizations/membership.service.ts';
import type { Organizations } from '../contexts/identity/organizations/organizations.service.ts';
import type { Seats } from '../contexts/identity/organizations/seats.service.ts';
import type { People } from '../contexts/identity/people/people.service.ts';
import { demoEditors, demoOrganization, demoPeople } from './demo-people.ts';

/** The organization's owner has the role of an admin. */
const memberRoleOf: Readonly<Record<EffectiveRole, MemberRole>> = {
  owner: 'admin',
  admin: 'admin',
  manager: 'manager',
  team_member: 'team_member',
};

/** Origin of the demo's own actions. */
const ownOrigin: Origin = { ip: '127.0.0.1', userAgent: 'demo', requestId: 'demo' };

/** Signs in as one of the demo's people, without a password. */
export function createDemoSignIn(options: {
  kysely: Kysely<Schema>;
  people: People;
  sessions: Sessions;
  organizations: Pick<Organizations, 'create'>;
  seats: Seats;
  memberships: Pick<Memberships, 'require'>;
  /** People who edit the directory. */
  editors: Pick<DirectoryModule['editors'], 'isEditor' | 'add'>;
  audit: Audit;
  limits: RateLimits;
  /** Tests whether the demo network runs here. */
  isDemo: () => boolean;
  /** Tests whether a request of this origin may use the accounts. */
  mayUse: (origin: Pick<Origin, 'isLocal'>) => boolean;
  /** The installation requires a second factor, which accounts that people share cannot have. */
  requireSecondFactor: boolean;
  now: () => number;
}) {
  const { kysely, people, sessions, organizations, seats, memberships, editors, audit, limits, now } =
    options;
  const { isDemo, mayUse, requireSecondFactor } = options;
  const mutex = createKeyedMutex();
  /** Runs one at a time: the second of two concurrent calls finds what the first creates. */
  const runExclusive = <T>(work: () => Promise<T>): Promise<T> => mutex('sign-in', work);

  const actorOf = (account: UserAccount): Actor => ({
    user: people.present(account),
    sessionId: '',
    emailKey: account.email_key,
    emailVerified: true,
    secondFactor: false,
    passwordLength: null,
    signedInAt: null,
    provenAt: null,
    tokenEndsAt: now(),
  });

  async function personFor(role: EffectiveRole, origin: Origin): Promise<UserAccount> {
    const { email, ...names } = demoPeople[role];
    const emailKey = people.emailKeyOf(email);
    return kysely.transaction().execute(async (trx) => {
      const known = await people.accounts.findByEmail(trx, emailKey);
      if (known) return known;
      const made = await people.accounts.insert(trx, {
        id: randomUUID(),
        ...names,
        email,
        email_key: emailKey,
        password_hash: null,
        password_length: null,
        role: 'user',
        created_at: new Date(now()),
        email_verified_at: new Date(now()),
        removed_at: null,
        theme: null,
      });
      if (!made) throw conflict('The demo account is being created. Please try again.');
      await audit.record(trx, {
        actor: { user: people.present(made) },
        origin,
        organizationId: null,
        action: 'user.signed_up',
        subject: { type: 'user', id: made.id },
        after: { by: 'demo' },
      });
      return made;
    });
  }

  async function organizationFor(owner: UserAccount, origin: Origin): Promise<string> {
    const known = await seats.ownedBy(owner.id);
    if (known !== undefined) return known;
    return (await organizations.create({ actor: actorOf(owner), origin }, { ...demoOrganization }))._id;
  }

  /** Lets people of some roles edit the directory. */
  async function letEdit(role: EffectiveRole, account: UserAccount): Promise<void> {
    if (!demoEditors.includes(role) || (await editors.isEditor(account.id))) return;
    await editors.add({ actor: actorOf(account), origin: ownOrigin }, account.email);
  }

  async function memberOf(account: UserAccount, organizationId: string): Promise<ByMember> {
    const person = { userId: account.id, emailKey: account.email_key, credentials: null };
    const member = await memberships.require(person, organizationId, 'addresses.read');
    return { actor: actorOf(account), member, origin: ownOrigin };
  }

  async function findOwner(): Promise<{ account: UserAccount; organizationId: string } | undefined> {
    if (!isDemo()) return undefined;
    const account = await people.accounts.findByEmail(kysely, people.emailKeyOf(demoPeople.owner.email));
    const organizationId = account && (await seats.ownedBy(account.id));
    return account && organizationId !== undefined ? { account, organizationId } : undefined;
  }

  /** Returns whether the accounts are offered to requests of this origin; null if there are none. */
  function offerTo(origin: Pick<Origin, 'isLocal'>): 'offered' | 'refused' | null {
    if (!isDemo() || requireSecondFactor) return null;
    return mayUse(origin) ? 'offered' : 'refused';
  }

  return {
    offerTo,

    /** Returns the demo's owner in its organization after the first sign-in; the demo's automatic actions are theirs. */
    async owner(): Promise<ByMember | undefined> {
      const found = await findOwner();
      return found && memberOf(found.account, found.organizationId);
    },

    /** Returns a member of the demo's team, creating it if missing: some of the demo's actions need several people. */
    async colleague(role: Exclude<EffectiveRole, 'owner'>): Promise<ByMember | undefined> {
      const found = await findOwner();
      if (!found) return undefined;
      return runExclusive(async () => {
        const account = await personFor(role, ownOrigin);
        await seats.give(found.organizationId, {
          actor: actorOf(account),
          origin: ownOrigin,
          role: memberRoleOf[role],
          reason: 'The demo shows what several people do',
        });
        await letEdit(role, account);
        return memberOf(account, found.organizationId);
      });
    },

    /**
     * Creates a session for the demo person of a role, and the person and organization if missing. Throws 404 if the demo
     * network doesn't run or a second factor is required, and 403 for requests from other machines unless the accounts are for anyone.
     */
    async signIn(role: EffectiveRole, origin: Origin): Promise<SessionTokens> {
      const offer = offerTo(origin);
      if (offer === null) {
        throw notFound('Demo accounts exist only on the demo network, unless a second factor is required');
      }
      if (offer === 'refused') throw forbidden(texts.demoAccountsRefused);
      await limits.take('demoSignIn', addressKey(origin.ip));
      return runExclusive(async () => {
        const owner = await personFor('owner', origin);
        const organizationId = await organizationFor(owner, origin);
        const account = role === 'owner' ? owner : await personFor(role, origin);
        await seats.give(organizationId, {
          actor: actorOf(account),
          origin,
          role: memberRoleOf[role],
          reason: 'The demo account of this role signed in',
        });
        await letEdit(role, account);
        return kysely
          .transaction()
          .execute((trx) => sessions.open(trx, account, { origin, by: 'demo', secondFactor: false }));
      });
    },
  };
}
