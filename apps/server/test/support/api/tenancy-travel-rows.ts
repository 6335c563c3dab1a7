import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type CallOutput, endpoints } from '@hopscope/contract';
import type { Input } from './api-client.ts';
import type { Row } from './tenancy-rows.ts';
import { insiders, type World } from './tenancy-world.ts';
import { institutionOf, natural } from './travel-people.ts';

const wallet = `0x${'7'.repeat(40)}`;
const originator = natural('Zora', 'Zanzibar', { customerIdentification: 'zanzibar-client' });
const people = { originator: [originator], beneficiary: [natural('Yann', 'Zanzibar-Payee')] };
const withdrawal = { blockchain: 'ethereum', amount: '1000', ...people, address: wallet } as const;
const insidersGet = (status: number): Pick<Row, 'status'> => ({
  status: Object.fromEntries(insiders.map((name) => [name, status])),
});

async function prepare(world: World): Promise<void> {
  const body = institutionOf('Zanzibar Ltd', { proofCents: null });
  await world.call('owner', endpoints.saveTravelInstitution, { body });
}

/** Stores a travel address of the owner's organization, which has no HTTPS address of its own. */
async function newTravelAddress(world: World): Promise<{ id: string; token: string }> {
  await prepare(world);
  const made = { id: randomUUID(), token: randomBytes(24).toString('base64url') };
  await world.api.rows(
    `insert into travel_address (id, organization_id, token, client_id, created_by, created_at) values ($1, $2, $3, 'zanzibar-client', $4, now())`,
    [made.id, world.organizationId, made.token, world.people.owner.id],
  );
  return made;
}

/** Returns the row of a call about a transfer that arrived. */
function ofIncoming(more: Input = {}): Row {
  return {
    ask: async (world) => {
      const { token } = await newTravelAddress(world);
      const headers = { 'api-version': '3.2.1', 'request-identifier': randomUUID() };
      const body = {
        asset: { slip0044: 60 },
        amount: 1,
        callback: 'https://zanzibar.example/callback',
        IVMS101: {
          originator: { originatorPerson: people.originator },
          beneficiary: { beneficiaryPerson: people.beneficiary },
        },
      };
      await world.api.context.travelRule.receive.inquiry(
        token,
        headers,
        Buffer.from(JSON.stringify(body)),
        '127.0.0.1',
      );
      const [row] = await world.api.rows<{ id: string }>(
        'select id from travel_transfer where reference = $1',
        [headers['request-identifier']],
      );
      return { params: { id: row?.id ?? '' }, ...more };
    },
  };
}

/** Returns the row of a call about a transfer to a self-hosted wallet, in a state. */
function ofOutgoing(more: Input = {}, state = 'recorded'): Row {
  return {
    ask: async (world) => {
      await prepare(world);
      const made = await world.call('owner', endpoints.sendTravelTransfer, { body: withdrawal });
      const { data } = made.json<CallOutput<typeof endpoints.sendTravelTransfer>>();
      await world.api.rows('update travel_transfer set state = $1 where id = $2', [state, data._id]);
      return { params: { id: data._id }, ...more };
    },
  };
}

/** Returns the row of a call about a proof of the owner. */
function ofProof(more: Input = {}): Row {
  return {
    ask: async (world) => {
      const made = await world.call('owner', endpoints.createWalletProof, {
        body: { blockchain: 'ethereum', address: wallet, clientId: 'zanzibar-client' },
      });
      const { data } = made.json<CallOutput<typeof endpoints.createWalletProof>>();
      return { params: { id: data._id }, ...more };
    },
  };
}

const prepared =
  (input: Input = {}): Row['ask'] =>
  async (world: World): Promise<Input> => {
    await prepare(world);
    return input;
  };
const transaction = `0x${createHash('sha256').update('zanzibar').digest('hex')}`;

/** Rows of the calls of the Travel Rule. */
export const travelRows = {
  getTravelInstitution: { ask: prepared() },
  saveTravelInstitution: { ask: () => ({ body: institutionOf('Zanzibar Ltd') }) },
  listTravelAddresses: { ask: prepared() },
  createTravelAddress: { ask: prepared({ body: { clientId: 'zanzibar-client' } }), ...insidersGet(409) },
  deleteTravelAddress: {
    ask: async (world) => ({ params: { id: (await newTravelAddress(world)).id } }),
  },
  lookUpTravelAddress: {
    ask: () => ({ body: { travelAddress: 'https://127.0.0.1:1/zanzibar?t=i' } }),
    ...insidersGet(400),
  },
  getTravelRequirement: { ask: prepared({ query: { blockchain: 'ethereum', amount: '1' } }) },
  listTravelTransfers: { ask: prepared() },
  getTravelTransfer: ofIncoming(),
  sendTravelTransfer: { ask: prepared({ body: withdrawal }) },
  approveTravelTransfer: ofIncoming({ body: { address: wallet } }),
  rejectTravelTransfer: ofIncoming({ body: { reason: 'Zanzibar' } }),
  requestTravelInformation: ofIncoming({ body: { reason: 'Zanzibar' } }),
  sendTravelInformation: ofOutgoing({ body: people }, 'failed'),
  completeTravelTransfer: ofOutgoing({ body: { transaction } }),
  cancelTravelTransfer: ofOutgoing({ body: { reason: 'Zanzibar' } }),
  listWalletProofs: { ask: () => ({}) },
  createWalletProof: { ask: () => ({ body: { blockchain: 'ethereum', address: wallet } }) },
  proveWallet: { ...ofProof({ body: { signature: '0x00' } }), ...insidersGet(400) },
  receiveTravelInquiry: { ask: () => ({ params: { token: 'zanzibar' }, body: {} }), everybody: 404 },
  receiveTravelCallback: { ask: () => ({ params: { token: 'zanzibar' }, body: {} }), everybody: 400 },
} satisfies Partial<Record<keyof typeof endpoints, Row>>;
