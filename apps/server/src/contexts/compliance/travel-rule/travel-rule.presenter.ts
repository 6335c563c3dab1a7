import {
  isOriginatorComplete,
  type TravelPayload,
  type TravelTransfer,
  type TravelTransferDetails,
  type WalletProof,
} from '@hopscope/contract';
import type { Person } from '../../identity/people/people.service.ts';
import type { PersonalData } from './sealed.ts';
import type { ProofRow, TransferRow, TravelEventRow } from './travel-rule.store.ts';

export function presentProof(row: ProofRow, now: number): WalletProof {
  const waiting = row.expires_at.getTime() > now ? 'waiting' : 'expired';
  return {
    _id: row.id,
    blockchain: row.blockchain,
    address: row.address,
    clientId: row.client_id,
    state: row.proven_at ? 'proven' : waiting,
    message: row.message,
    method: row.method,
    signature: row.signature,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    provenAt: row.proven_at?.toISOString() ?? null,
  };
}

export function presentTransfer(row: TransferRow): TravelTransfer {
  return {
    _id: row.id,
    direction: row.direction,
    state: row.state,
    wallet: row.host === null ? 'self_hosted' : 'vasp',
    blockchain: row.blockchain,
    asset: row.asset,
    symbol: row.symbol,
    amount: row.amount,
    decimals: row.decimals,
    cents: row.cents === null ? null : String(row.cents),
    counterparty: row.counterparty,
    host: row.host,
    entity: row.entity_id === null ? null : { id: row.entity_id, name: row.entity_name ?? row.entity_id },
    clientId: row.client_id,
    reference: row.reference,
    address: row.address,
    transaction: row.transaction,
    delivery: row.message && {
      attempts: row.attempts,
      error: row.last_error,
      nextAt: row.next_attempt_at?.toISOString() ?? null,
    },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

/** What a payload lacks although it follows the standard (IVMS 101, C1 and C4; FATF Recommendation 16). */
function problemsOf({ originator, beneficiary, originatingVASP }: TravelPayload): string[] {
  return [
    ...(originator.originatorPerson.every(isOriginatorComplete)
      ? []
      : ['The originator has no address, identification, or date and place of birth']),
    ...(originator.accountNumber?.length ? [] : ['The account of the originator is missing']),
    ...(beneficiary.accountNumber?.length ? [] : ['The account of the beneficiary is missing']),
    ...(originatingVASP ? [] : ['The institution of the originator is missing']),
  ];
}

export function presentDetails(
  row: TransferRow,
  about: {
    personal: PersonalData | null;
    proof: ProofRow | undefined;
    events: readonly TravelEventRow[];
    people: ReadonlyMap<string, Pick<Person, 'name' | 'surname'>>;
    now: number;
  },
): TravelTransferDetails {
  const { personal, proof, events, people, now } = about;
  const nameOf = (id: string): string => {
    const person = people.get(id);
    return person ? `${person.name} ${person.surname}`.trim() : 'Former member';
  };
  return {
    ...presentTransfer(row),
    payload: personal?.payload ?? null,
    ivmsVersion: row.ivms_version,
    problems: personal ? problemsOf(personal.payload) : [],
    proof: proof ? presentProof(proof, now) : null,
    events: events.map(({ kind, number, at, actor_id: actor }) => ({
      kind: kind as TravelTransferDetails['events'][number]['kind'],
      at: at.toISOString(),
      by: actor === null ? null : { id: actor, name: nameOf(actor) },
      reason: personal?.reasons[number] ?? null,
    })),
  };
}
