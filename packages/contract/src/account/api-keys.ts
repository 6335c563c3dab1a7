import { z } from 'zod';
import { endpoint, inOrganization } from '../endpoint.ts';
import { keyScopes } from './key-scopes.ts';
import { isNetwork } from './networks.ts';

/** Limits of API keys. */
export const apiKeyLimits = {
  /** Keys of an organization that aren't revoked. */
  keys: 50,
  networks: 20,
  /** Hours for which an older secret remains valid at most. */
  overlapHours: 168,
  usageDays: 92,
} as const;

const name = z.string().trim().min(1).max(100);
const scopes = z
  .array(z.enum(keyScopes))
  .min(1)
  .max(keyScopes.length)
  .transform((all) => keyScopes.filter((scope) => all.includes(scope)));
const networks = z
  .array(
    z.string().trim().max(50).refine(isNetwork, 'Enter a network such as 203.0.113.0/24 or 2001:db8::/32'),
  )
  .max(apiKeyLimits.networks);

/** An API key without its secrets. */
export const apiKey = z.object({
  _id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** Networks in CIDR notation that may use the key; empty: all. */
  networks: z.array(z.string()),
  expiresAt: z.iso.datetime().nullable(),
  /** The key acts as this person, and never exceeds their role. */
  createdBy: z.object({ _id: z.string(), name: z.string() }),
  createdAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
  lastUsedAt: z.iso.datetime().nullable(),
  version: z.int(),
  /** Valid secrets, the newest first: its first characters, and when it ends after a rotation. */
  secrets: z.array(
    z.object({ hint: z.string(), createdAt: z.iso.datetime(), endsAt: z.iso.datetime().nullable() }),
  ),
});
export type ApiKey = z.infer<typeof apiKey>;

const params = z.object({ id: z.string() });
const keyParams = params.extend({ keyId: z.string() });
const one = z.object({ success: z.literal(true), data: apiKey });
/** The secret is shown only in this answer. */
const withSecret = one.extend({ secret: z.string() });
const tag = 'API keys';
const access = inOrganization('api_keys.manage');

const listApiKeys = endpoint({
  id: 'listApiKeys',
  method: 'GET',
  path: '/organizations/:id/api-keys',
  access,
  tag,
  summary: 'API keys of an organization, the newest first, with revoked ones',
  params,
  response: z.object({ success: z.literal(true), data: z.array(apiKey) }),
});

const createApiKey = endpoint({
  id: 'createApiKey',
  method: 'POST',
  path: '/organizations/:id/api-keys',
  access,
  tag,
  summary: 'Create an API key; its secret is shown only in this answer',
  description:
    'The key acts as the person who creates it: it can do what its scopes open and what the role of that person allows at the time of the call. It ends when that person leaves the organization. 409 `plan_limit` if the plan has no API access.',
  status: 201,
  params,
  body: z.object({
    name,
    scopes,
    networks: networks.default([]),
    expiresAt: z.iso.datetime().nullable().default(null),
  }),
  response: withSecret,
});

const changeApiKey = endpoint({
  id: 'changeApiKey',
  method: 'PATCH',
  path: '/organizations/:id/api-keys/:keyId',
  access,
  tag,
  summary: 'Change name, scopes, networks or expiry of an API key; takes effect with the next call',
  description:
    '409 `changed_meanwhile` with the current key as `details.current`, if `version` is not the current one. Only the creator of the key can do this, because it acts as that person; admins can revoke every key.',
  params: keyParams,
  body: z.object({
    version: z.int(),
    name: name.optional(),
    scopes: scopes.optional(),
    networks: networks.optional(),
    expiresAt: z.iso.datetime().nullable().optional(),
  }),
  response: one,
});

const rotateApiKey = endpoint({
  id: 'rotateApiKey',
  method: 'POST',
  path: '/organizations/:id/api-keys/:keyId/secret',
  access,
  tag,
  summary: 'Make a new secret; the previous one remains valid for some hours',
  description:
    'At most two secrets are valid at once: an even older one ends immediately. Only the creator of the key can do this.',
  params: keyParams,
  body: z.object({ overlapHours: z.int().min(0).max(apiKeyLimits.overlapHours).default(24) }),
  response: withSecret,
});

const revokeApiKey = endpoint({
  id: 'revokeApiKey',
  method: 'DELETE',
  path: '/organizations/:id/api-keys/:keyId',
  access,
  tag,
  summary: 'Revoke an API key with all its secrets; takes effect with the next call',
  params: keyParams,
  response: one,
});

const getApiUsage = endpoint({
  id: 'getApiUsage',
  method: 'GET',
  path: '/organizations/:id/api-usage',
  access: inOrganization('usage.read'),
  scope: 'read',
  tag,
  summary: 'Calls with API keys by day, key and call, and the limit of the plan',
  params,
  query: z.object({ days: z.coerce.number().int().min(1).max(apiKeyLimits.usageDays).default(30) }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      /** Calls of all keys on the current day (UTC), and the limit; null: no limit. */
      today: z.object({
        day: z.iso.date(),
        used: z.int(),
        limit: z.int().nullable(),
        endsAt: z.iso.datetime(),
      }),
      /** The newest day first; days without a call are left out. */
      days: z.array(
        z.object({
          day: z.iso.date(),
          keyId: z.string(),
          keyName: z.string(),
          calls: z.int(),
          refused: z.int(),
          byCall: z.array(z.object({ call: z.string(), calls: z.int(), refused: z.int() })),
        }),
      ),
    }),
  }),
});

/** Calls of API keys and their usage. */
export const apiKeyEndpoints = {
  listApiKeys,
  createApiKey,
  changeApiKey,
  rotateApiKey,
  revokeApiKey,
  getApiUsage,
} as const;
