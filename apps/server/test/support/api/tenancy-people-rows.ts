import {
  endpoints,
  type peopleEndpoints,
  type provisioningEndpoints,
  type scimEndpoints,
} from '@hopscope/contract';
import { type Input, password } from './api-client.ts';
import type { Row } from './tenancy-rows.ts';
import type { World } from './tenancy-world.ts';

const rules = { domains: ['zanzibar.example'], groups: [], defaultRole: null };
const ofOrganization = (world: World) => ({ organizationId: world.organizationId });

/** Lets an identity provider manage the members of the organization. */
async function provision(world: World): Promise<void> {
  const { operator } = world.people;
  await world.api.as(operator, endpoints.setProvisioning, { params: ofOrganization(world), body: rules });
}

const newUser = (world: World) => ({ userName: `${world.another()}@zanzibar.example` });
const newGroup = (world: World) => ({ displayName: `${world.another()} group`, members: [] });

/** Returns the row of a call about a new user or group of SCIM. */
function ofNew(kind: 'user' | 'group', more: (world: World) => Input = () => ({})): Row {
  return {
    async ask(world) {
      await provision(world);
      const made =
        kind === 'user'
          ? await world.call('owner', endpoints.createScimUser, { body: newUser(world) })
          : await world.call('owner', endpoints.createScimGroup, { body: newGroup(world) });
      return { ...more(world), params: { id: made.json<{ id: string }>().id } };
    },
  };
}

/** Returns the row of a call that adds a user or group. */
function adding(body: (world: World) => object): Row {
  return {
    async ask(world) {
      await provision(world);
      return { body: body(world) };
    },
  };
}

const plain: Row = { ask: () => ({}) };
const patch = (path: string, value: unknown): Input => ({
  body: { Operations: [{ op: 'replace', path, value }] },
});

/** Calls about one's own profile, and about identity providers. */
export const peopleRows = {
  getMe: plain,
  updateMe: { ask: () => ({ body: { name: 'Augusta' } }) },
  updatePreferences: {
    ask: () => ({ body: { currency: 'GBP', timeZone: 'UTC', numberFormat: '1,234.56' } }),
  },
  updateNotifications: { ask: () => ({ body: { events: {} } }) },
  // An open invitation, and changes of the organization by the operator.
  downloadPersonalData: { ask: () => ({ body: { password } }), knows: ['pending member', 'operator'] },
  listProvisioning: { ask: () => ({}), knows: ['operator'] },
  setProvisioning: {
    ask: (world) => ({ params: ofOrganization(world), body: rules }),
    knows: ['operator'],
  },
  removeProvisioning: {
    async ask(world) {
      await provision(world);
      return { params: ofOrganization(world) };
    },
    knows: ['operator'],
  },
  getScimConfig: plain,
  listScimResourceTypes: plain,
  listScimSchemas: plain,
  listScimUsers: plain,
  createScimUser: adding(newUser),
  getScimUser: ofNew('user'),
  // The email of a user can't change.
  replaceScimUser: {
    async ask(world) {
      await provision(world);
      const body = newUser(world);
      const made = await world.call('owner', endpoints.createScimUser, { body });
      return { params: { id: made.json<{ id: string }>().id }, body };
    },
  },
  changeScimUser: ofNew('user', () => patch('externalId', 'zanzibar-7')),
  deleteScimUser: ofNew('user'),
  listScimGroups: plain,
  createScimGroup: adding(newGroup),
  getScimGroup: ofNew('group'),
  replaceScimGroup: ofNew('group', (world) => ({ body: newGroup(world) })),
  changeScimGroup: ofNew('group', () => patch('externalId', 'zanzibar-8')),
  deleteScimGroup: ofNew('group'),
} as const satisfies Record<
  keyof typeof peopleEndpoints | keyof typeof scimEndpoints | keyof typeof provisioningEndpoints,
  Row
>;
