import { randomUUID } from 'node:crypto';
import {
  type NewTravelInstitution,
  newTravelInstitution,
  type TravelAddress,
  type TravelInstitution,
  travelLimits,
  type TravelPerson,
} from '@hopscope/contract';
import type { Blockchain } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { AppError, conflict, notFound } from '../../../lib/app-error.ts';
import { identifiers } from '../../../lib/identifiers.ts';
import type { PublicUrl } from '../../../lib/public-url.ts';
import { isUuid } from '../../../lib/uuid.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import { encodeTravelAddress } from './protocol/travel-addresses.ts';
import { newToken } from './sealed.ts';
import {
  countTravelAddresses,
  endTravelAddress,
  findInstitution,
  type InstitutionRow,
  insertTravelAddress,
  readInstitutions,
  readTravelAddresses,
  saveInstitution,
  type TravelAddressRow,
} from './travel-rule.store.ts';
import { travelRecord } from './travel-record.ts';

const inquiryPath = '/api/v1/travel-rule/trp/';

/** The institution as IVMS 101 describes it. */
export function personOfInstitution({ name, lei, country, address }: NewTravelInstitution): TravelPerson {
  const { postCode, ...rest } = address;
  return {
    legalPerson: {
      name: { nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' }] },
      geographicAddress: [{ addressType: 'BIZZ', ...rest, ...(postCode !== null && { postCode }), country }],
      ...(lei !== null && {
        nationalIdentification: { nationalIdentifier: lei, nationalIdentifierType: 'LEIX' },
      }),
      countryOfRegistration: country,
    },
  };
}

const fieldsOf = (row: InstitutionRow): NewTravelInstitution => newTravelInstitution.parse(row.fields);

/** The institution of an organization, its rules, and the travel addresses of its clients. */
export function createInstitution(options: {
  kysely: Kysely<Schema>;
  audit: Pick<Audit, 'record'>;
  publicUrl: Pick<PublicUrl, 'base' | 'link'>;
  network: () => Promise<NetworkName>;
  now: () => number;
}) {
  const { kysely, audit, publicUrl, network, now } = options;

  /** Why other institutions cannot reach this server; the protocol requires HTTPS. */
  const problem = (): string | null =>
    publicUrl.base().startsWith('https://')
      ? null
      : 'Travel addresses need HTTPS: the operator sets PUBLIC_URL to an address that starts with https://';

  const present = (row: InstitutionRow): TravelInstitution => ({
    ...fieldsOf(row),
    updatedAt: row.updated_at.toISOString(),
    problem: problem(),
  });

  const presentAddress = (row: TravelAddressRow): TravelAddress => ({
    _id: row.id,
    travelAddress:
      problem() === null ? encodeTravelAddress(publicUrl.link(`${inquiryPath}${row.token}`)) : '',
    clientId: row.client_id,
    blockchain: row.blockchain,
    paymentAddress: row.payment_address,
    createdAt: row.created_at.toISOString(),
  });

  return {
    problem,
    /** The URL at which another institution reports on a transfer. */
    callbackUrl: (token: string): string => publicUrl.link(`${inquiryPath}callback/${token}`),

    /** Throws 409 until the institution is entered. */
    async require(db: Kysely<Schema>, organizationId: string): Promise<NewTravelInstitution> {
      const row = await findInstitution(db, organizationId);
      if (!row) throw conflict('Enter the institution under Travel Rule › Settings first');
      return fieldsOf(row);
    },

    /** The only institution of this server; undefined if there is none, or several. */
    async only(): Promise<NewTravelInstitution | undefined> {
      const [first, second] = await readInstitutions(kysely, 2);
      return first && !second ? fieldsOf(first) : undefined;
    },

    async get({ organizationId }: Member): Promise<TravelInstitution | null> {
      const row = await findInstitution(kysely, organizationId);
      return row ? present(row) : null;
    },

    async save(by: ByMember, fields: NewTravelInstitution): Promise<TravelInstitution> {
      const { organizationId, userId } = by.member;
      return kysely.transaction().execute(async (trx) => {
        const before = await findInstitution(trx, organizationId);
        const row: InstitutionRow = {
          organization_id: organizationId,
          fields,
          retention_days: fields.retentionDays,
          updated_by: userId,
          updated_at: new Date(now()),
        };
        await saveInstitution(trx, row);
        await audit.record(trx, {
          ...travelRecord(by, 'travel_institution.saved', null),
          ...(before && { before: fieldsOf(before) }),
          after: fields,
        });
        return present(row);
      });
    },

    async addresses({ organizationId }: Member, page: { page: number; limit: number }) {
      const { rows, total } = await readTravelAddresses(kysely, organizationId, page);
      return { data: rows.map(presentAddress), total, ...page };
    },

    /** Throws 409 if the institution is missing, or the server cannot be reached over HTTPS. */
    async createAddress(
      by: ByMember,
      given: {
        clientId: string;
        blockchain?: Blockchain | undefined;
        paymentAddress?: string | undefined;
      },
    ): Promise<TravelAddress> {
      const { organizationId, userId } = by.member;
      const { blockchain, paymentAddress, clientId } = given;
      const why = problem();
      if (why !== null) throw conflict(why);
      const payment =
        blockchain !== undefined && paymentAddress !== undefined
          ? identifiers[blockchain].address(paymentAddress, await network()).text
          : null;
      return kysely.transaction().execute(async (trx) => {
        await this.require(trx, organizationId);
        if ((await countTravelAddresses(trx, organizationId)) >= travelLimits.addresses) {
          throw new AppError('plan_limit', `At most ${String(travelLimits.addresses)} travel addresses`);
        }
        const row: TravelAddressRow = {
          id: randomUUID(),
          organization_id: organizationId,
          token: newToken(),
          client_id: clientId,
          blockchain: blockchain ?? null,
          payment_address: payment,
          created_by: userId,
          created_at: new Date(now()),
          deleted_at: null,
        };
        await insertTravelAddress(trx, row);
        await audit.record(trx, {
          ...travelRecord(by, 'travel_address.created', row.id, 'travel_address'),
          after: { clientId, paymentAddress: payment },
        });
        return presentAddress(row);
      });
    },

    async endAddress(by: ByMember, id: string): Promise<void> {
      await kysely.transaction().execute(async (trx) => {
        const at = new Date(now());
        const row = isUuid(id) ? await endTravelAddress(trx, by.member.organizationId, id, at) : undefined;
        if (!row) throw notFound('Travel address not found');
        await audit.record(trx, {
          ...travelRecord(by, 'travel_address.deleted', id, 'travel_address'),
          before: { clientId: row.client_id, paymentAddress: row.payment_address },
        });
      });
    },
  };
}

export type Institution = ReturnType<typeof createInstitution>;
