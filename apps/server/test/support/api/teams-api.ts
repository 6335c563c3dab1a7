import {
  type CallInput,
  type CallOutput,
  type Endpoint,
  endpoints,
  type MemberRole,
  type Problem,
} from '@hopscope/contract';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { SqlDatabase } from '../../../src/db/session.ts';
import type { FreeBytes } from '../../../src/contexts/identity/subscriptions/storage.service.ts';
import type { Sources } from '../../../src/sources/sources.ts';
import { problemOf, urlOf } from './api-client.ts';
import { createPeopleApi, type PeopleApi, type Tokens } from './people-api.ts';

/** A signed-up person with a verified email address. */
export interface Someone extends Tokens {
  email: string;
}

/** The application with people in organizations. */
export interface TeamsApi extends PeopleApi {
  /** Creates a person with a verified email address, unless `verified` is false. */
  someone(email: string, more?: { verified?: boolean }): Promise<Someone>;
  operator(email?: string): Promise<Someone>;
  /** Makes a call as `who`; the answer must match the declaration exactly. */
  as<E extends Endpoint>(who: Tokens, declaration: E, input: CallInput<E>): Promise<CallOutput<E>>;
  /** Makes a call of the contract and returns the raw answer. */
  answer<E extends Endpoint>(
    who: Tokens,
    declaration: E,
    input: CallInput<E>,
  ): Promise<LightMyRequestResponse>;
  /** Makes a call that must be refused with this status. */
  refused<E extends Endpoint>(
    status: number,
    who: Tokens,
    declaration: E,
    input: CallInput<E>,
  ): Promise<Problem>;
  /** Creates an organization of `owner`; returns its ID. */
  found(owner: Tokens, name?: string): Promise<string>;
  /** Makes `who` a member with a role; returns the member's ID. */
  enlist(owner: Tokens, organizationId: string, who: Someone, role?: MemberRole): Promise<string>;
  /** Reads members and open invitations as `who`. */
  people(who: Tokens, organizationId: string): Promise<CallOutput<typeof endpoints.listMembers>['data']>;
  /** Returns the token in the newest invitation mail to an email address. */
  invitationToken(email: string): Promise<string>;
  /** Assigns a plan to an organization, as the operator. */
  assign(organizationId: string, tierId: string): Promise<void>;
  /** Returns the actions in the audit log of an organization, oldest first. */
  audited(who: Tokens, organizationId: string): Promise<string[]>;
}

/** Starts the application over `db` for the running test. */
export async function createTeamsApi(
  db: SqlDatabase,
  options: { env?: Record<string, string>; start?: number; sources?: Sources; freeBytes?: FreeBytes } = {},
): Promise<TeamsApi> {
  const base = await createPeopleApi(db, options);
  let operator: Someone | undefined;

  async function answer<E extends Endpoint>(
    who: Tokens,
    declaration: E,
    input: CallInput<E>,
  ): Promise<LightMyRequestResponse> {
    const { body, ...place } = input as { body?: object };
    return base.ask(urlOf(declaration, place), {
      method: declaration.method,
      token: who.accessToken,
      ...(body === undefined ? {} : { payload: body }),
    });
  }

  const api: TeamsApi = Object.create(base, {
    ...Object.getOwnPropertyDescriptors({
      async someone(email: string, { verified = true }: { verified?: boolean } = {}) {
        const tokens = await base.signUp(email);
        if (verified) {
          const at = new Date(base.clock);
          await base.rows('update app_user set email_verified_at = $1 where id = $2', [at, tokens.id]);
        }
        return { ...tokens, email };
      },
      async operator(email = 'operator@example.org') {
        operator ??= await api.someone(email);
        await base.rows(`update app_user set role = 'operator' where id = $1`, [operator.id]);
        return operator;
      },
      answer,
      async as<E extends Endpoint>(who: Tokens, declaration: E, input: CallInput<E>) {
        const given = await answer(who, declaration, input);
        expect({ status: given.statusCode, body: given.body.slice(0, 500) }).toMatchObject({
          status: declaration.status ?? 200,
        });
        const parsed = declaration.response.parse(given.json());
        expect(given.json()).toEqual(parsed);
        return parsed;
      },
      async refused<E extends Endpoint>(
        status: number,
        who: Tokens,
        declaration: E,
        input: CallInput<E>,
      ): Promise<Problem> {
        return problemOf(await answer(who, declaration, input), status);
      },
      async found(owner: Tokens, name = 'Analytical Engines') {
        const { data } = await api.as(owner, endpoints.createOrganization, { body: { name } });
        return data._id;
      },
      async enlist(owner: Tokens, id: string, who: Someone, role: MemberRole = 'team_member') {
        await api.as(owner, endpoints.inviteMembers, { params: { id }, body: { emails: [who.email], role } });
        const token = await api.invitationToken(who.email);
        await api.as(who, endpoints.acceptInvitation, { body: { token } });
        const member = (await api.people(owner, id)).find((line) => line.userId === who.id);
        return member?._id ?? '';
      },
      async people(who: Tokens, id: string) {
        const { data } = await api.as(who, endpoints.listMembers, { params: { id }, query: { limit: 200 } });
        return data;
      },
      async invitationToken(email: string) {
        return (await base.linkTo(email, 'invitation')).searchParams.get('token') ?? '';
      },
      async assign(organizationId: string, tierId: string) {
        await api.as(await api.operator(), endpoints.assignPlan, {
          params: { organizationId },
          body: { tierId, billingPeriod: 'yearly', reason: 'As agreed' },
        });
      },
      async audited(who: Tokens, id: string) {
        const { data } = await api.as(who, endpoints.listAuditLog, { params: { id }, query: { limit: 200 } });
        return data.entries.map((entry) => entry.action).toReversed();
      },
    }),
  });
  return api;
}
