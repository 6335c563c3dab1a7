import { randomUUID } from 'node:crypto';
import {
  type ApiKey,
  apiKeyLimits,
  type AuditAction,
  canChangeApiKey,
  type KeyScope,
  keyScopes,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, badRequest, conflict, forbidden, notFound } from '../../../lib/app-error.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { EndedMembership } from '../organizations/membership-changes.ts';
import type { ByMember, Member } from '../organizations/membership.service.ts';
import type { People, Person } from '../people/people.service.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.service.ts';
import {
  type ApiKeyRow,
  countKeysToAdd,
  endSecrets,
  insertKey,
  insertSecret,
  lockKey,
  lockKeysOf,
  readKeys,
  readSecrets,
  updateKey,
  type SecretRow,
} from './api-keys.store.ts';
import { makeKeySecret } from './key-secret.ts';
import { readLastUses } from './key-use.store.ts';

/** A key as pages show it; secrets only by their first characters. */
function presentKey(
  row: ApiKeyRow,
  around: {
    secrets: readonly SecretRow[];
    creator: Person | undefined;
    lastUsedAt: Date | undefined;
    now: number;
  },
): ApiKey {
  const { creator, now } = around;
  const isExpired = row.expires_at !== null && row.expires_at.getTime() <= now;
  return {
    _id: row.id,
    name: row.name,
    scopes: keyScopes.filter((scope) => row.scopes.includes(scope)),
    networks: row.networks,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdBy: { _id: row.created_by, name: creator ? `${creator.name} ${creator.surname}`.trim() : '' },
    createdAt: row.created_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    state: row.revoked_at ? 'revoked' : isExpired ? 'expired' : 'active',
    lastUsedAt: around.lastUsedAt?.toISOString() ?? null,
    version: row.version,
    secrets: row.revoked_at
      ? []
      : around.secrets
          .filter((secret) => secret.key_id === row.id)
          .map((secret) => ({
            hint: secret.hint,
            createdAt: secret.created_at.toISOString(),
            endsAt: secret.ends_at?.toISOString() ?? null,
          })),
  };
}

interface Settings {
  name: string;
  scopes: KeyScope[];
  networks: string[];
  /** ISO 8601. */
  expiresAt: string | null;
}
/** `undefined` changes nothing. */
type Change = { version: number } & { [Field in keyof Settings]?: Settings[Field] | undefined };

const subjectOf = (id: string) => ({ type: 'api_key', id });
const recordBy = ({ actor, member, origin }: ByMember, action: AuditAction, id: string) => ({
  actor,
  actorRole: member.role,
  origin,
  organizationId: member.organizationId,
  action,
  subject: subjectOf(id),
});
const settingsOf = (row: ApiKeyRow) => ({
  name: row.name,
  scopes: row.scopes,
  networks: row.networks,
  expiresAt: row.expires_at?.toISOString() ?? null,
});

/** Manages the API keys of an organization. */
export function createApiKeys(options: {
  kysely: Kysely<Schema>;
  audit: Pick<Audit, 'record'>;
  people: Pick<People, 'findByIds'>;
  subscriptions: Pick<Subscriptions, 'limitsOf'>;
  now: () => number;
}) {
  const { kysely, audit, people, subscriptions, now } = options;

  async function present(db: Kysely<Schema>, rows: readonly ApiKeyRow[]): Promise<ApiKey[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const secrets = await readSecrets(db, ids, new Date(now()));
    const lastUses = await readLastUses(db, ids);
    const creators = await people.findByIds(db, [...new Set(rows.map((row) => row.created_by))]);
    return rows.map((row) =>
      presentKey(row, {
        secrets,
        creator: creators.get(row.created_by),
        lastUsedAt: lastUses.get(row.id),
        now: now(),
      }),
    );
  }

  async function presentOne(db: Kysely<Schema>, row: ApiKeyRow): Promise<ApiKey> {
    const [key] = await present(db, [row]);
    if (!key) throw new Error('A key was not presented');
    return key;
  }

  async function lockOpen(trx: Kysely<Schema>, { member }: ByMember, id: string): Promise<ApiKeyRow> {
    const row = isUuid(id) ? await lockKey(trx, member.organizationId, id) : undefined;
    if (!row) throw notFound('API key not found');
    if (row.revoked_at) throw conflict('The API key has been revoked');
    return row;
  }

  async function lockOwn(trx: Kysely<Schema>, by: ByMember, id: string): Promise<ApiKeyRow> {
    const row = await lockOpen(trx, by, id);
    if (canChangeApiKey(by.member.userId, { createdBy: row.created_by })) return row;
    throw forbidden('Only the person who created the API key can change it; you can revoke it');
  }

  function expiryOf(expiresAt: string | null): Date | null {
    if (expiresAt === null) return null;
    const date = new Date(expiresAt);
    if (date.getTime() > now()) return date;
    const field = { field: 'expiresAt', message: 'Choose a time in the future' };
    throw new AppError('validation_failed', field.message, { fields: [field] });
  }

  async function addSecret(trx: Kysely<Schema>, keyId: string): Promise<string> {
    const { secret, hash, hint } = makeKeySecret();
    await insertSecret(trx, { hash, key_id: keyId, hint, created_at: new Date(now()), ends_at: null });
    return secret;
  }

  async function end(trx: Kysely<Schema>, row: ApiKeyRow): Promise<ApiKeyRow> {
    const at = new Date(now());
    await endSecrets(trx, row.id, at, at);
    return updateKey(trx, row.id, { revoked_at: at, updated_at: at, version: row.version + 1 });
  }

  return {
    async list({ organizationId }: Member): Promise<ApiKey[]> {
      return present(kysely, await readKeys(kysely, organizationId));
    },

    /** Throws 409 `plan_limit` if the plan has no API access. */
    async create(by: ByMember, settings: Settings) {
      const { organizationId } = by.member;
      const at = new Date(now());
      const row: ApiKeyRow = {
        id: randomUUID(),
        organization_id: organizationId,
        name: settings.name,
        scopes: settings.scopes,
        networks: settings.networks,
        expires_at: expiryOf(settings.expiresAt),
        created_by: by.member.userId,
        second_factor: by.actor.secondFactor,
        created_at: at,
        updated_at: at,
        revoked_at: null,
        version: 1,
      };
      return kysely.transaction().execute(async (trx) => {
        const { apiAccess } = await subscriptions.limitsOf(trx, organizationId);
        if (apiAccess === false) {
          throw new AppError('plan_limit', 'Your plan has no API access. Choose a plan that has it.');
        }
        if ((await countKeysToAdd(trx, organizationId)) >= apiKeyLimits.keys) {
          throw conflict(`An organization can have at most ${String(apiKeyLimits.keys)} API keys`);
        }
        await insertKey(trx, row);
        const secret = await addSecret(trx, row.id);
        const data = await presentOne(trx, row);
        await audit.record(trx, { ...recordBy(by, 'api_key.created', row.id), after: settingsOf(row) });
        return { data, secret };
      });
    },

    /** Throws 409 `changed_meanwhile` with the current key, and 403 for a key of another person. */
    async change(by: ByMember, id: string, { version, ...change }: Change): Promise<ApiKey> {
      return kysely.transaction().execute(async (trx) => {
        const row = await lockOwn(trx, by, id);
        if (row.version !== version) {
          throw new AppError('changed_meanwhile', 'Someone else changed this API key', {
            details: { current: await presentOne(trx, row) },
          });
        }
        const changed = await updateKey(trx, id, {
          ...(change.name !== undefined && { name: change.name }),
          ...(change.scopes && { scopes: change.scopes }),
          ...(change.networks && { networks: change.networks }),
          ...(change.expiresAt !== undefined && { expires_at: expiryOf(change.expiresAt) }),
          updated_at: new Date(now()),
          version: row.version + 1,
        });
        const view = await presentOne(trx, changed);
        await audit.record(trx, {
          ...recordBy(by, 'api_key.changed', id),
          before: settingsOf(row),
          after: settingsOf(changed),
        });
        return view;
      });
    },

    /** Makes a new secret; the newest one remains valid for `overlapHours`, older ones end at once. */
    async rotate(by: ByMember, id: string, { overlapHours }: { overlapHours: number }) {
      return kysely.transaction().execute(async (trx) => {
        const row = await lockOwn(trx, by, id);
        if (row.expires_at && row.expires_at.getTime() <= now()) {
          throw badRequest('bad_request', 'The API key has expired. Change its expiry first.');
        }
        const at = new Date(now());
        await endSecrets(trx, id, new Date(now() + overlapHours * 3_600_000), at);
        const secret = await addSecret(trx, id);
        const changed = await updateKey(trx, id, { updated_at: at, version: row.version + 1 });
        const data = await presentOne(trx, changed);
        await audit.record(trx, { ...recordBy(by, 'api_key.secret_made', id), after: { overlapHours } });
        return { data, secret };
      });
    },

    async revoke(by: ByMember, id: string): Promise<ApiKey> {
      return kysely.transaction().execute(async (trx) => {
        const row = await lockOpen(trx, by, id);
        const view = await presentOne(trx, await end(trx, row));
        await audit.record(trx, { ...recordBy(by, 'api_key.revoked', id), before: settingsOf(row) });
        return view;
      });
    },

    /** Revokes the keys of a former member in the same transaction. */
    async release(trx: Kysely<Schema>, { organizationId, userId }: EndedMembership): Promise<void> {
      for (const row of await lockKeysOf(trx, organizationId, userId)) {
        await end(trx, row);
        await audit.record(trx, {
          organizationId,
          action: 'api_key.revoked',
          subject: subjectOf(row.id),
          before: settingsOf(row),
          reason: 'Its creator left the organization',
        });
      }
    },
  };
}
