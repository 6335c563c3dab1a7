import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

async function readAccount(db: Kysely<Schema>, userId: string) {
  const row = await db
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    emailKey: row.email_key,
    account: {
      id: row.id,
      name: row.name,
      surname: row.surname,
      email: row.email,
      emailVerifiedAt: row.email_verified_at,
      role: row.role,
      createdAt: row.created_at,
      hasPassword: row.password_hash !== null,
      preferences: {
        currency: row.currency,
        timeZone: row.time_zone,
        numberFormat: row.number_format,
        theme: row.theme,
      },
      /** What was changed from the defaults. */
      notifications: row.notifications,
    },
  };
}

/** Second factors and linked providers; never seeds, hashes, or keys. */
async function readSignInMethods(db: Kysely<Schema>, userId: string) {
  const authenticatorApp = await db
    .selectFrom('user_totp')
    .select(['created_at as createdAt', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const recoveryCodes = await db
    .selectFrom('recovery_code')
    .select(['created_at as createdAt', 'used_at as usedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('hash')
    .execute();
  const passkeys = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'transports', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const providers = await db
    .selectFrom('user_identity')
    .select(['name', 'issuer', 'subject', 'linked_at as linkedAt'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .orderBy('issuer')
    .execute();
  return { authenticatorApp: authenticatorApp ?? null, recoveryCodes, passkeys, providers };
}

/** All sessions that are stored, including ended ones, newest first. */
function readSessions(db: Kysely<Schema>, userId: string) {
  return db
    .selectFrom('app_session')
    .select([
      'id',
      'ip',
      'user_agent as userAgent',
      'second_factor as secondFactor',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
      'expires_at as expiresAt',
      'ended_at as endedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

function readMemberships(db: Kysely<Schema>, userId: string) {
  return db
    .selectFrom('organization_member as member')
    .innerJoin('organization', 'organization.id', 'member.organization_id')
    .select([
      'member.id',
      'organization.id as organizationId',
      'organization.name as organization',
      sql<boolean>`organization.owner_id = member.user_id`.as('isOwner'),
      'member.role',
      'member.joined_at as joinedAt',
    ])
    .where('member.user_id', '=', userId)
    .where('organization.deleted_at', 'is', null)
    .orderBy('member.joined_at')
    .orderBy('member.id')
    .execute();
}

/** What identity providers have sent about the person, with their groups. */
function readProvisioned(db: Kysely<Schema>, userId: string) {
  return db
    .selectFrom('provisioned_user as u')
    .leftJoin('provisioned_group_member as m', 'm.provisioned_user_id', 'u.id')
    .leftJoin('provisioned_group as g', 'g.id', 'm.group_id')
    .select([
      'u.organization_id as organizationId',
      'u.user_name as userName',
      'u.external_id as externalId',
      'u.active',
      'u.created_at as createdAt',
      sql<string[]>`coalesce(array_agg(g.name order by g.name) filter (where g.id is not null), '{}')`.as(
        'groups',
      ),
    ])
    .where('u.user_id', '=', userId)
    .groupBy('u.id')
    .orderBy('u.created_at')
    .orderBy('u.id')
    .execute();
}

function readInvitations(db: Kysely<Schema>, emailKey: string) {
  return db
    .selectFrom('organization_invitation as invitation')
    .innerJoin('organization', 'organization.id', 'invitation.organization_id')
    .select([
      'organization.id as organizationId',
      'organization.name as organization',
      'invitation.role',
      'invitation.status',
      'invitation.created_at as createdAt',
      'invitation.expires_at as expiresAt',
      'invitation.answered_at as answeredAt',
    ])
    .where('invitation.email_key', '=', emailKey)
    .orderBy('invitation.created_at')
    .orderBy('invitation.id')
    .execute();
}

function readMails(db: Kysely<Schema>, recipient: string) {
  return db
    .selectFrom('outbox_mail')
    .select(['template', 'subject', 'status', 'created_at as createdAt', 'done_at as doneAt'])
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

function readKeys(db: Kysely<Schema>, userId: string) {
  return db
    .selectFrom('api_key')
    .select([
      'id',
      'organization_id as organizationId',
      'name',
      'scopes',
      'networks',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
    ])
    .where('created_by', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

function readContactRequests(db: Kysely<Schema>, userId: string) {
  return db
    .selectFrom('contact_request')
    .select([
      'email',
      'company',
      'company_size as companySize',
      'message',
      'created_at as createdAt',
      'closed_at as closedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/**
 * What the tables of accounts and organizations store about a person, with names and values for the person's own file; undefined
 * without such an account. An email that isn't verified may belong to someone else: what was sent to it is left out.
 */
export async function readPersonalData(db: Kysely<Schema>, userId: string) {
  const found = await readAccount(db, userId);
  if (!found) return undefined;
  const { account, emailKey } = found;
  const proven = account.emailVerifiedAt !== null;
  return {
    account,
    signIn: await readSignInMethods(db, userId),
    sessions: await readSessions(db, userId),
    memberships: await readMemberships(db, userId),
    identityProviders: await readProvisioned(db, userId),
    invitations: proven ? await readInvitations(db, emailKey) : [],
    apiKeys: await readKeys(db, userId),
    emails: proven ? await readMails(db, account.email) : [],
    contactRequests: await readContactRequests(db, userId),
  };
}
