import { type Access, type Endpoint, inOrganization, texts } from '@hopscope/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { AppError, forbidden, notFound } from '../lib/app-error.ts';
import type { Actor, Auth } from '../contexts/identity/auth/auth.service.ts';
import { keyOfHeader } from '../contexts/identity/api-keys/key-secret.ts';
import type { KeyUse, Quota } from '../contexts/identity/api-keys/key-use.service.ts';
import { isDemoEmail } from '../contexts/identity/people/demo-email.ts';
import type { SessionMemory } from '../contexts/identity/auth/session-memory.ts';
import { type Memberships, personOf } from '../contexts/identity/organizations/membership.service.ts';

/** Creates the access check for all declared calls; the only place where tokens, API keys, and memberships are checked. */
export function createAccessCheck(checks: {
  auth: Auth;
  memberships: Memberships;
  keyUse: KeyUse;
  sessionMemory: SessionMemory;
  config: Pick<Config, 'requireSecondFactor'>;
}) {
  const { auth, memberships, keyUse, sessionMemory } = checks;
  const { requireSecondFactor } = checks.config;

  async function enter(request: FastifyRequest, access: Access, organizationId: unknown): Promise<void> {
    if (typeof access === 'string' || !request.actor) return;
    const { key } = request.actor;
    if (key && key.organizationId !== organizationId) throw notFound('Organization not found');
    request.member = await memberships.require(personOf(request.actor), organizationId, access.organization);
  }

  /**
   * Lets an API key in: it acts as its creator, in its organization, within its scopes. Calls outside an organization are
   * allowed to keys only while their creator is a member of it.
   */
  async function enterWithKey(
    secret: string,
    { id, access, scope }: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Actor> {
    const { key, ...person } = await keyUse.authenticate(secret, request.ip, id);
    await keyUse.requireScope(key, id, scope);
    const named = (request.headers['x-organization-id'] ??= key.organizationId);
    if (named !== key.organizationId) throw notFound('Organization not found');
    request.actor = { ...person, key };
    if (access === 'user') await enter(request, inOrganization('organization.read', 'header'), named);
    setQuota(reply, await keyUse.take(key, id));
    return request.actor;
  }

  return {
    /** Throws 403 for a call about one's own account if several people share the account. */
    ownAccount({ actor }: FastifyRequest): void {
      if (!actor || !isDemoEmail(actor.emailKey)) return;
      throw forbidden('Demo accounts are shared by all visitors and cannot be changed');
    },
    /**
     * Call it before the response to a call that can have changed sessions or people, which API keys can only for an identity
     * provider: the announcement of the database may arrive after the response.
     */
    changed({ method, scope }: Endpoint): void {
      const canChangePeople = scope === undefined || scope === 'provision';
      if (method !== 'GET' && canChangePeople) sessionMemory.forget();
    },
    /** Checks before the input is read: token or API key, role in the installation, organization of the path or header. */
    early: (declaration: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> =>
      logRefusal(request, async () => {
        const { access } = declaration;
        if (access === 'public') return;
        const secret = keyOfHeader(request.headers.authorization);
        const actor =
          secret === undefined
            ? await auth.authenticate(request.headers.authorization)
            : await enterWithKey(secret, declaration, request, reply);
        request.actor = actor;
        if (requireSecondFactor && !actor.secondFactor && !declaration.withoutSecondFactor) {
          throw new AppError('second_factor_missing', texts.secondFactorOfInstallation);
        }
        if (access === 'user') return;
        if (access === 'operator' || access === 'provider') requireStanding(actor, access);
        else if (access.from === 'path') await enter(request, access, field(request.params, 'id'));
        else if (access.from === 'header') {
          const named = request.headers['x-organization-id'];
          await enter(request, access, named ?? (await memberships.onlyOne(actor.user._id)));
        }
      }),
    /** Checks after the input was validated: organization of the body. */
    late: (access: Access, request: FastifyRequest): Promise<void> =>
      logRefusal(request, async () => {
        if (typeof access === 'string' || access.from !== 'body') return;
        await enter(request, access, field(request.body, 'organizationId'));
      }),
  };
}

/** Logs who was refused which call, by ID: a person, or an API key. Calls without valid sign-in aren't logged. */
async function logRefusal(request: FastifyRequest, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    const { actor } = request;
    if (actor && error instanceof AppError && ['forbidden', 'not_found'].includes(error.reason)) {
      const by = { person: actor.user._id, key: actor.key?.id };
      request.log.warn({ req: request, ...by, code: error.code }, 'access refused');
    }
    throw error;
  }
}

export type AccessCheck = ReturnType<typeof createAccessCheck>;

function requireStanding({ user }: Actor, access: 'operator' | 'provider'): void {
  if (user.role === 'operator' || (access === 'provider' && user.provider)) return;
  throw forbidden(
    access === 'operator' ? 'Only the operator can do this' : 'Your account has no access to this',
  );
}

/** Sends what is left of the limit of the plan (draft-ietf-httpapi-ratelimit-headers-05). */
function setQuota(reply: FastifyReply, { limit, remaining, resetSeconds }: Quota): void {
  if (limit === null || remaining === null) return;
  void reply.headers({
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  });
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
