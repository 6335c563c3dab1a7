import type { AddressInfo } from 'node:net';
import {
  type CallInput,
  type CallOutput,
  type Endpoint,
  endpoints,
  type NewTravelInstitution,
  type TravelTransferDetails,
} from '@hopscope/contract';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { createAuthority, startTlsFront } from '../servers/tls-front.ts';
import { createDirectoryApi } from './directory-api.ts';
import type { TestDatabases } from '../databases.ts';
import { institutionOf, natural } from './travel-people.ts';

const never = new AbortController().signal;

type Authority = Awaited<ReturnType<typeof createAuthority>>;

/** An institution with its own server, database, and HTTPS front. */
export async function createTravelParty(
  db: SqlDatabase,
  authority: Authority,
  name: string,
  more: { institution?: Partial<NewTravelInstitution>; tokenSecret?: string } = {},
) {
  const front = await startTlsFront(authority.ca, await authority.issue(name));
  const api = await createDirectoryApi(db, {
    env: {
      PUBLIC_URL: front.url,
      WEBHOOK_ALLOW: '127.0.0.1',
      TRAVEL_RULE_CA_FILE: front.files.ca,
      TRAVEL_RULE_CERT_FILE: front.files.cert,
      TRAVEL_RULE_KEY_FILE: front.files.key,
    },
  });
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  front.state.target = (api.app.server.address() as AddressInfo).port;
  const owner = await api.someone(`owner@${name.toLowerCase().replaceAll(' ', '-')}.example`);
  const id = await api.found(owner);
  const call = <E extends Endpoint>(declaration: E, input: CallInput<E>): Promise<CallOutput<E>> =>
    api.within(id, owner, declaration, input);
  const party = {
    api,
    front,
    owner,
    id,
    call,
    /** Lets time pass; the session is a new one then. */
    async advance(milliseconds: number): Promise<void> {
      api.clock += milliseconds;
      const { accessToken } = await api.logIn(owner.email);
      Object.assign(owner, { accessToken });
    },
    deliver: () => api.context.travelRule.deliver.run(never),
    save: (institution: Partial<NewTravelInstitution> = {}) =>
      call(endpoints.saveTravelInstitution, {
        body: institutionOf(name, { ...more.institution, ...institution }),
      }),
    async newAddress(paymentAddress = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'): Promise<string> {
      const { data } = await call(endpoints.createTravelAddress, {
        body: { clientId: 'CLIENT-9', blockchain: 'bitcoin', paymentAddress },
      });
      return data.travelAddress;
    },
    async transfer(transferId: string): Promise<TravelTransferDetails> {
      return (await call(endpoints.getTravelTransfer, { params: { id: transferId } })).data;
    },
    async transfers() {
      return (await call(endpoints.listTravelTransfers, {})).data;
    },
    /** Sends any call, without looking at its status. */
    ask: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
      api.ask(`/compliance/travel-rule/${path}`, {
        method,
        token: owner.accessToken,
        headers: { 'x-organization-id': id },
        ...(payload && { payload }),
      }),
  };
  await party.save();
  return party;
}

export type TravelParty = Awaited<ReturnType<typeof createTravelParty>>;

export const john = natural('Johanna', 'Post-Sendling', {
  dateAndPlaceOfBirth: { dateOfBirth: '1980-02-29', placeOfBirth: 'Bremen' },
});
export const mary = natural('Miriam', 'Quellmann');

/** Two institutions of one authority. */
export async function createParties(databases: TestDatabases) {
  const authority = await createAuthority();
  const sender = await createTravelParty(await databases.empty(), authority, 'Sender Ltd', {
    institution: { ivmsVersion: '2020', lei: '5493001KJTIIGC8Y1R12' },
  });
  const receiver = await createTravelParty(await databases.empty(), authority, 'Receiver AG');
  return { authority, sender, receiver };
}

/** Sends a small transfer. */
export async function send(
  sender: TravelParty,
  travelAddress: string,
  more: object = {},
): Promise<TravelTransferDetails> {
  const { data } = await sender.call(endpoints.sendTravelTransfer, {
    body: {
      blockchain: 'bitcoin',
      amount: '2100',
      clientId: 'CLIENT-1',
      originator: [john],
      beneficiary: [mary],
      originatorAccount: 'A-1',
      beneficiaryAccount: 'B-1',
      travelAddress,
      ...more,
    },
  });
  return data;
}

export const kinds = ({ events }: TravelTransferDetails): string[] => events.map(({ kind }) => kind);
