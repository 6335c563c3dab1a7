import type { Access } from '@hopscope/contract';
import type { FastifyRequest } from 'fastify';
import { forbidden } from '../lib/app-error.ts';
import type { Actor, Auth } from '../contexts/identity/auth/auth.service.ts';
import { isDemoEmail } from '../contexts/identity/people/demo-email.ts';
import type { Memberships } from '../contexts/identity/organizations/membership.service.ts';

/** Creates the access check for all declared calls; the only place where tokens and memberships are checked. */
export function createAccessCheck({ auth, memberships }: { auth: Auth; memberships: Memberships }) {
  async function enter(request: FastifyRequest, access: Access, organizationId: unknown): Promise<void> {
    if (typeof access === 'string' || !request.actor) return;
    const { user, secondFactor, emailKey, emailVerified } = request.actor;
    request.member = await memberships.require(
      { userId: user._id, secondFactor, emailKey: emailVerified ? emailKey : null },
      organizationId,
      access.organization,
    );
  }

  return {
    /** Throws 403 for a call about one's own account if several people share the account. */
    ownAccount({ actor }: FastifyRequest): void {
      if (!actor || !isDemoEmail(actor.emailKey)) return;
      throw forbidden('Demo accounts are shared by all visitors and cannot be changed');
    },
    /** Checks before the input is read: token, role in the installation, organization of the path or header. */
    async early(access: Access, request: FastifyRequest): Promise<void> {
      if (access === 'public') return;
      const actor = await auth.authenticate(request.headers.authorization);
      request.actor = actor;
      if (access === 'user') return;
      if (access === 'operator' || access === 'provider') requireStanding(actor, access);
      else if (access.from === 'path') await enter(request, access, field(request.params, 'id'));
      else if (access.from === 'header') {
        const named = request.headers['x-organization-id'];
        await enter(request, access, named ?? (await memberships.onlyOne(actor.user._id)));
      }
    },
    /** Checks after the input was validated: organization of the body. */
    async late(access: Access, request: FastifyRequest): Promise<void> {
      if (typeof access === 'string' || access.from !== 'body') return;
      await enter(request, access, field(request.body, 'organizationId'));
    },
  };
}

export type AccessCheck = ReturnType<typeof createAccessCheck>;

function requireStanding({ user }: Actor, access: 'operator' | 'provider'): void {
  if (user.role === 'operator' || (access === 'provider' && user.provider)) return;
  throw forbidden(
    access === 'operator' ? 'Only the operator can do this' : 'Your account has no access to this',
  );
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
