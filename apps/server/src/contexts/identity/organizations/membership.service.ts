import { type EffectiveRole, effectiveRole, may, type Permission } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, badRequest, forbidden, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Origin } from '../../../lib/origin.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { Actor } from '../auth/auth.service.ts';
import { type Credentials, requireRules } from './access-rules.ts';
import { findMembership, findOwnIds } from './membership.store.ts';

/** An active member of an organization, as handlers get it once the access check has passed. */
export interface Member {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly ownerId: string;
  readonly memberId: string;
  readonly userId: string;
  /** `owner` if the person owns the organization, regardless of the role of the membership. */
  readonly role: EffectiveRole;
}

/** A member who does something, from where. */
export interface ByMember {
  readonly actor: Actor;
  readonly member: Member;
  readonly origin: Origin;
}

/** Whose membership is asked for. */
export interface Person {
  userId: string;
  /** Null unless the email is verified. */
  emailKey: string | null;
  /** Null: someone else asks about the person, so that the rules about sign-ins don't matter. */
  credentials: Credentials | null;
}

/** The person who makes a call. */
export function personOf(actor: Actor): Person {
  const { user, emailKey, emailVerified } = actor;
  return { userId: user._id, emailKey: emailVerified ? emailKey : null, credentials: actor };
}

/** The check behind every call inside an organization. */
export function createMemberships({ smallReads, now }: { smallReads: Kysely<Schema>; now: () => number }) {
  return {
    /** Tests whether a person is an active member. */
    async isMember(db: Kysely<Schema>, organizationId: string, userId: string): Promise<boolean> {
      const ids = { userId, organizationId, emailKey: null, now: new Date(now()) };
      const place = await findMembership(db, ids);
      return place !== undefined && place.member !== null;
    },

    /** Returns the only organization of a person, for calls that don't specify one. Throws 400 if there are several. */
    async onlyOne(userId: string): Promise<string | undefined> {
      const [first, second] = await findOwnIds(smallReads, userId, 2);
      if (second !== undefined) {
        throw badRequest(
          'bad_request',
          'You are a member of several organizations: specify one in the header x-organization-id',
        );
      }
      return first;
    },

    /**
     * The caller as a member with `permission`. One 404 for everything outside the caller's sight (unknown, deleted,
     * foreign, not an id); 403 for an invitation that is not accepted, a missing permission, an access rule.
     */
    async require(person: Person, organizationId: unknown, permission: Permission): Promise<Member> {
      const place =
        typeof organizationId === 'string' && isUuid(organizationId)
          ? await findMembership(smallReads, {
              userId: person.userId,
              organizationId,
              emailKey: person.emailKey,
              now: new Date(now()),
            })
          : undefined;
      if (!place) throw notFound('Organization not found');
      if (!place.member) {
        throw new AppError('membership_pending', 'Please accept the invitation to this organization first');
      }
      const role = effectiveRole({ userId: person.userId, role: place.member.role }, place.ownerId);
      if (person.credentials) requireRules(place.rules, person.credentials, now());
      if (!may(role, permission)) throw forbidden('Your role does not allow this');
      return {
        organizationId: place.organizationId,
        organizationName: place.organizationName,
        ownerId: place.ownerId,
        memberId: place.member.id,
        userId: person.userId,
        role,
      };
    },
  };
}

export type Memberships = ReturnType<typeof createMemberships>;
