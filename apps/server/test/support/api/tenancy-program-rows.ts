import { randomBytes } from 'node:crypto';
import { HDKey } from '@bitcoinerlab/descriptors-scure';
import { type CallOutput, endpoints } from '@hopscope/contract';
import type { Input } from './api-client.ts';
import type { Row } from './tenancy-rows.ts';
import type { World } from './tenancy-world.ts';

const ofOrganization = (world: World): Input => ({ params: { id: world.organizationId } });
const organization: Row = { ask: ofOrganization };
const withdrawal = {
  blockchain: 'ethereum',
  amount: '1000',
  direction: 'out',
  to: `0x${'7'.repeat(40)}`,
  client: { id: 'zanzibar-client' },
} as const;

/** Ends unfinished batches: an organization may have only a few of them. */
const finishBatches = (world: World): Promise<void> =>
  world.api.context.screeningBatches.run(new AbortController().signal);

const line = { address: withdrawal.to, reference: 'zanzibar-line' };

/** Returns the row of a call about a check of the owner. */
function ofCheck(): Row {
  return {
    ask: async (world) => {
      const made = await world.call('owner', endpoints.screenTransfer, { body: withdrawal });
      return { params: { id: made.json<CallOutput<typeof endpoints.screenTransfer>>().data._id } };
    },
  };
}

/** Returns the row of a call about a batch of the owner. */
function ofBatch(more: Input = {}): Row {
  return {
    ask: async (world) => {
      const made = await world.call('owner', endpoints.createScreeningBatch, { body: line });
      await finishBatches(world);
      const { data } = made.json<CallOutput<typeof endpoints.createScreeningBatch>>();
      return { params: { id: data._id }, ...more };
    },
  };
}

/** Returns the descriptor of a new wallet. */
function newWalletSource(): string {
  const { publicExtendedKey } = HDKey.fromMasterSeed(randomBytes(32)).derive("m/84'/0'/0'");
  return `wpkh(${publicExtendedKey}/<0;1>/*)`;
}

/** Returns the row of a call about a monitored wallet of the owner. */
function ofMonitoredWallet(more: Input = {}): Row {
  return {
    ask: async (world) => {
      const body = { name: 'zanzibar-wallet', source: newWalletSource() };
      const made = await world.call('owner', endpoints.addMonitoredWallet, { body });
      const { data } = made.json<CallOutput<typeof endpoints.addMonitoredWallet>>();
      return { params: { id: data._id }, ...more };
    },
  };
}

/** Returns the row of a call about an API key of the caller; others use the owner's. */
function ofKey(body?: Record<string, unknown>): Row {
  return {
    ask: async (world, { someone }) => {
      const params = { id: world.organizationId };
      const created = await world.api.as(
        someone === world.people.team_member || someone === world.people.manager
          ? world.people.owner
          : someone,
        endpoints.createApiKey,
        { params, body: { name: world.another(), scopes: ['read'] } },
      );
      return { params: { ...params, keyId: created.data._id }, ...(body && { body }) };
    },
  };
}

/** Rows of the calls for programs: API keys, monitored wallets, and screening. */
export const programRows = {
  // What entities did on the chains is the same for everybody.
  getEntityActivity: {
    ask: () => ({ params: { id: 'nobody' }, query: { blockchain: 'bitcoin' } }),
    signedIn: 404,
  },
  listEntityPartners: {
    ask: () => ({ params: { id: 'nobody' }, query: { blockchain: 'bitcoin' } }),
    signedIn: 404,
  },
  listEntityBalances: { ask: () => ({}) },
  listEntityFlows: { ask: () => ({ query: { blockchain: 'bitcoin' } }) },
  listComplianceClients: { ask: () => ({ query: { from: '2026-01-01', to: '2026-01-31' } }) },
  countComplianceDays: { ask: () => ({ query: { from: '2026-01-01', to: '2026-01-31' } }) },

  listApiKeys: organization,
  createApiKey: {
    ask: (world) => ({ ...ofOrganization(world), body: { name: 'Program', scopes: ['read'] } }),
  },
  changeApiKey: ofKey({ version: 1, name: 'Other' }),
  rotateApiKey: ofKey({}),
  revokeApiKey: ofKey(),
  getApiUsage: organization,

  previewMonitoredWallet: { ask: () => ({ body: { source: newWalletSource() } }) },
  listMonitoredWallets: { ask: () => ({}) },
  addMonitoredWallet: { ask: () => ({ body: { name: 'zanzibar-wallet', source: newWalletSource() } }) },
  getMonitoredWallet: ofMonitoredWallet(),
  changeMonitoredWallet: ofMonitoredWallet({ body: { gapLimit: 21 } }),
  deleteMonitoredWallet: ofMonitoredWallet(),

  screenTransfer: { ask: () => ({ body: withdrawal }) },
  getScreeningCheck: ofCheck(),
  listScreeningChecks: { ask: () => ({}) },
  recordScreeningCheck: ofCheck(),
  screenAddresses: { ask: () => ({ body: { addresses: [{ address: withdrawal.to }] } }) },
  createScreeningBatch: {
    ask: async (world) => {
      await finishBatches(world);
      return { body: line };
    },
  },
  listScreeningBatches: { ask: () => ({}) },
  getScreeningBatch: ofBatch(),
  readScreeningBatch: ofBatch({ query: { wait: 'false' } }),
  deleteScreeningBatch: ofBatch(),
  listScreeningRules: organization,
  draftScreeningRules: {
    ask: (world) => ({ ...ofOrganization(world), body: { rules: [], reason: 'A trial' } }),
  },
  tryScreeningRules: {
    ask: async (world) => {
      await world.api.as(world.people.owner, endpoints.draftScreeningRules, {
        params: { id: world.organizationId },
        body: { rules: [], reason: 'A trial' },
      });
      return { ...ofOrganization(world), body: {} };
    },
  },
  activateScreeningRules: {
    ask: async (world, { name }) => {
      const writer = name === 'owner' ? world.people.admin : world.people.owner;
      const { data } = await world.api.as(writer, endpoints.draftScreeningRules, {
        params: { id: world.organizationId },
        body: { rules: [], reason: 'A trial' },
      });
      return { ...ofOrganization(world), body: { number: data.number, writtenAt: data.writtenAt } };
    },
  },
} satisfies Partial<Record<keyof typeof endpoints, Row>>;
