import {
  isOriginatorComplete,
  type NewTravelInstitution,
  type NewTravelTransfer,
  type TravelPayload,
  type TravelPerson,
} from '@hopscope/contract';
import type { Blockchain } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { AppError, conflict } from '../../../lib/app-error.ts';
import { identifiers } from '../../../lib/identifiers.ts';
import { isUuid } from '../../../lib/uuid.ts';
import { OutboundError } from '../../../outbound/outbound.ts';
import type { SendOutbound } from '../../../outbound/send-outbound.ts';
import { findEntityName, findEntityOfHost } from '../../directory/records/entity-of-host.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import { centsOf } from '../checks/check-facts.ts';
import type { TravelAsset } from './assets.ts';
import { personOfInstitution } from './institution.service.ts';
import { decodeTravelAddress } from './protocol/travel-addresses.ts';
import { findProof } from './travel-rule.store.ts';

export const wrongField = (field: string, message: string): AppError =>
  new AppError('validation_failed', message, { fields: [{ field, message }] });

export interface GivenPeople {
  originator: readonly TravelPerson[];
  beneficiary: readonly TravelPerson[];
}

/** Throws 400 if an originator lacks what the standard requires (C1, C4). */
export function checkOriginators({ originator }: Pick<GivenPeople, 'originator'>): void {
  const index = originator.findIndex((person) => !isOriginatorComplete(person));
  if (index === -1) return;
  throw wrongField(
    `originator.${String(index)}`,
    'Enter an address, an identification, or date and place of birth of the originator',
  );
}

/** Checks what a member enters about a transfer, and completes it. */
export function createPrepareTransfer(options: {
  kysely: Kysely<Schema>;
  outbound: Pick<SendOutbound, 'check'>;
  priceNow: (symbol: string) => Promise<{ micros: bigint } | null>;
  network: () => Promise<NetworkName>;
}) {
  const { kysely, outbound, priceNow, network } = options;

  /** Value in US cents; null: unknown, or larger than can be stored. */
  async function valueOf(asset: TravelAsset, amount: string): Promise<bigint | null> {
    const { blockchain, decimals } = asset;
    const cents = await centsOf({ blockchain, asset: asset.asset ?? undefined, amount }, decimals, priceNow);
    return cents !== null && cents < 2n ** 63n ? cents : null;
  }

  async function addressOf(blockchain: Blockchain, text: string, field = 'address'): Promise<string> {
    try {
      return identifiers[blockchain].address(text, await network()).text;
    } catch (error) {
      if (error instanceof AppError) throw wrongField(field, error.message);
      throw error;
    }
  }

  /** The URL at which a travel address is asked. Throws 400 if it is none, or may not be asked. */
  async function urlOf(travelAddress: string): Promise<URL> {
    const url = decodeTravelAddress(travelAddress);
    if (!url) throw wrongField('travelAddress', 'This is not a travel address');
    try {
      return await outbound.check(url.href);
    } catch (error) {
      if (error instanceof OutboundError) throw wrongField('travelAddress', error.message);
      throw error;
    }
  }

  function payloadOf(
    given: GivenPeople & { originatorAccount?: string | undefined; beneficiaryAccount?: string | undefined },
    own: NewTravelInstitution,
    beneficiaryVasp: string | null,
  ): TravelPayload {
    const { originatorAccount, beneficiaryAccount } = given;
    return {
      originator: {
        originatorPerson: [...given.originator],
        ...(originatorAccount !== undefined && { accountNumber: [originatorAccount] }),
      },
      beneficiary: {
        beneficiaryPerson: [...given.beneficiary],
        ...(beneficiaryAccount !== undefined && { accountNumber: [beneficiaryAccount] }),
      },
      originatingVASP: personOfInstitution(own),
      ...(beneficiaryVasp !== null && {
        beneficiaryVASP: {
          legalPerson: {
            name: {
              nameIdentifier: [
                { legalPersonName: beneficiaryVasp.slice(0, 100), legalPersonNameIdentifierType: 'LEGL' },
              ],
            },
          },
        },
      }),
    };
  }

  /** Who receives: another institution, or a self-hosted wallet with the proof that it needs. */
  async function receiverOf(
    { member }: ByMember,
    body: NewTravelTransfer,
    asset: TravelAsset,
    proofNeeded: boolean,
  ) {
    if (body.travelAddress !== undefined) {
      const url = await urlOf(body.travelAddress);
      if (asset.asset !== null && asset.dti === null) {
        throw wrongField(
          'asset',
          'The protocol names tokens by their Digital Token Identifier. Enter it under Travel Rule › Settings.',
        );
      }
      const entity =
        body.entityId === undefined
          ? await findEntityOfHost(kysely, url.hostname)
          : await findEntityName(kysely, body.entityId);
      if (body.entityId !== undefined && !entity) throw wrongField('entityId', 'Entity not found');
      return { url, entity, address: null, proofId: null };
    }
    const address = await addressOf(body.blockchain, body.address ?? '');
    const proof =
      body.proofId !== undefined && isUuid(body.proofId)
        ? await findProof(kysely, member.organizationId, body.proofId)
        : undefined;
    if (body.proofId !== undefined) {
      const fits = proof?.blockchain === body.blockchain && proof.address === address;
      if (!fits) throw wrongField('proofId', 'This proof does not belong to the wallet');
      if (!proof.proven_at) throw wrongField('proofId', 'The wallet has not been proven yet');
    } else if (proofNeeded) {
      throw conflict('A transfer of this value to a self-hosted wallet needs a proof of the wallet');
    }
    return { url: undefined, entity: undefined, address, proofId: proof?.id ?? null };
  }

  return { valueOf, addressOf, urlOf, payloadOf, receiverOf };
}
