import { endpoints, type ProvisioningRules } from '@hopscope/contract';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { z } from 'zod';
import type { TestDatabases } from '../../support/databases.ts';
import { createTeamsApi, type Someone, type TeamsApi } from '../../support/api/teams-api.ts';

const resource = z.looseObject({ id: z.string() });
const list = z.looseObject({ totalResults: z.number(), Resources: z.array(resource) });

/** An organization with an identity provider that speaks SCIM. */
export interface ScimApi {
  api: TeamsApi;
  owner: Someone;
  operator: Someone;
  organizationId: string;
  rules: ProvisioningRules;
  /** Makes a call with the API key; the answer must have this status. */
  ask(status: number, method: string, path: string, payload?: object): Promise<LightMyRequestResponse>;
  create(kind: 'Users' | 'Groups', payload: object): Promise<z.infer<typeof resource>>;
  change(path: string, ...operations: object[]): Promise<z.infer<typeof resource>>;
  find(path: string): Promise<z.infer<typeof list>>;
  /** Roles of members by email. */
  roles(): Promise<Record<string, string>>;
}

export const rules: ProvisioningRules = {
  domains: ['bank.example'],
  groups: [
    { group: 'Compliance Leads', role: 'manager' },
    { group: 'Compliance', role: 'team_member' },
    { group: 'Administrators', role: 'admin' },
  ],
  defaultRole: null,
};

/** Starts the application with an organization whose members an identity provider manages. */
export async function createScimApi(
  databases: TestDatabases,
  more: Partial<ProvisioningRules> = {},
): Promise<ScimApi> {
  const api = await createTeamsApi(await databases.empty(), {
    env: { PUBLIC_URL: 'https://hopscope.example' },
  });
  const operator = await api.operator();
  const owner = await api.someone('owner@bank.example');
  const organizationId = await api.found(owner, 'Bank');
  await api.assign(organizationId, 'business');
  const given = { ...rules, ...more };
  await api.as(operator, endpoints.setProvisioning, { params: { organizationId }, body: given });
  const { secret } = await api.as(owner, endpoints.createApiKey, {
    params: { id: organizationId },
    body: { name: 'Identity provider', scopes: ['provision'] },
  });
  const scim: ScimApi = {
    api,
    owner,
    operator,
    organizationId,
    rules: given,
    async ask(status, method, path, payload) {
      const answer = await api.app.inject({
        method: method as 'GET',
        url: `/api/v1/scim/v2/${path}`,
        headers: {
          authorization: `Bearer ${secret}`,
          ...(payload && { 'content-type': 'application/scim+json' }),
        },
        ...(payload && { payload: JSON.stringify(payload) }),
      });
      expect({ path, status: answer.statusCode, body: answer.body }).toMatchObject({ path, status });
      if (status !== 204) expect(answer.headers['content-type']).toMatch(/^application\/scim\+json/);
      return answer;
    },
    create: async (kind, payload) => resource.parse((await scim.ask(201, 'POST', kind, payload)).json()),
    change: async (path, ...operations) => {
      const body = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations };
      return resource.parse((await scim.ask(200, 'PATCH', path, body)).json());
    },
    find: async (path) => list.parse((await scim.ask(200, 'GET', path)).json()),
    async roles() {
      const people = await api.people(owner, organizationId);
      return Object.fromEntries(
        people.filter(({ status }) => status === 'active').map(({ email, role }) => [email, role]),
      );
    },
  };
  return scim;
}

/** A user as Okta sends it. */
export const user = (email: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: email,
  name: { givenName: 'Ada', familyName: 'Byron' },
  emails: [{ primary: true, value: email, type: 'work' }],
  displayName: 'Ada Byron',
  locale: 'en-US',
  externalId: `00u-${email}`,
  groups: [],
  active: true,
  ...more,
});
