import { randomBytes, randomUUID } from 'node:crypto';
import type { ComplianceStatus } from '@hopscope/contract';
import { screenerBandOf } from '@hopscope/domain';
import type { Assets } from '../../../src/contexts/compliance/transactions/screening-result.ts';
import type { PeopleApi } from './people-api.ts';

/** Columns of a compliance transaction as written by the ledger and the screening; omitted ones have ordinary values. */
export interface InsertedTransaction {
  organizationId: string;
  addressId?: string;
  chain?: 'bitcoin' | 'ethereum';
  /** Hex in display byte order. */
  txid?: string;
  address?: string;
  clientId?: string | null;
  direction?: 'in' | 'out';
  amount?: bigint;
  /** All moved assets, the row's own first, as screening stores them. */
  /** IDs of the entities of its counterparties; null: unknown. */
  entities?: readonly (string | null)[];
  assets?: Assets;
  presence?: 'unconfirmed' | 'confirmed' | 'withdrawn';
  height?: number | null;
  at?: Date;
  score?: number | null;
  overThreshold?: boolean;
  belowThreshold?: boolean;
  status?: ComplianceStatus | undefined;
  reviewerId?: string;
  /** Still to be screened. */
  due?: boolean;
}

/** One wei with five thousand tokens, and another outgoing token. */
export const severalAssets: Assets = [
  { contract: null, symbol: 'ETH', decimals: 18, direction: 'in', amount: '1', cents: '0' },
  {
    contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    symbol: 'USDT',
    decimals: 6,
    direction: 'in',
    amount: '5000000001',
    cents: '500000',
  },
  {
    contract: `0x${'01'.repeat(20)}`,
    symbol: '=ODD',
    decimals: 2,
    direction: 'out',
    amount: '9',
    cents: null,
  },
];

/** Returns counterparties that the screening found, one for each entity; null: one that nobody attributed. */
function partiesOf(entities: readonly (string | null)[]) {
  return {
    total: entities.length,
    items: entities.map((id, i) => ({
      address: `party-${String(i)}`,
      entity: id === null ? null : { id, name: id, hidden: false },
      amount: null,
    })),
  };
}

/** Inserts a compliance transaction; returns its ID. */
export async function insertTransaction(
  api: Pick<PeopleApi, 'rows' | 'clock'>,
  given: InsertedTransaction,
): Promise<string> {
  const id = randomUUID();
  const { score = null, due = false, at = new Date(api.clock) } = given;
  const screening = due ? 'pending' : score === null ? 'nothing_known' : 'scored';
  await api.rows(
    `insert into compliance_transaction (id, organization_id, address_id, chain, txid, address, client_id, direction, amount,
       presence, height, happened_at, seen_at, screening, next_attempt_at, risk_score, over_threshold, below_threshold, status, reviewer_id,
       assets, risk_level, counterparties)
     values ($1, $2, $3, $4, decode($5, 'hex'), $6, $7, $8, $9, $10, $11, $12, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`,
    [
      id,
      given.organizationId,
      given.addressId ?? randomUUID(),
      given.chain ?? 'bitcoin',
      given.txid ?? randomBytes(32).toString('hex'),
      given.address ?? 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      given.clientId ?? null,
      given.direction ?? 'in',
      String(given.amount ?? 100_000n),
      given.presence ?? 'confirmed',
      given.height === undefined ? 1 : given.height,
      at,
      screening,
      due ? new Date(0) : null,
      score,
      given.overThreshold ?? false,
      given.belowThreshold ?? false,
      given.status ?? 'UNASSIGNED',
      given.reviewerId ?? null,
      given.assets === undefined ? null : JSON.stringify(given.assets),
      score === null ? null : screenerBandOf(score),
      given.entities === undefined ? null : JSON.stringify(partiesOf(given.entities)),
    ],
  );
  await api.rows(
    `insert into compliance_event (transaction_id, number, organization_id, kind, at, after)
     values ($1, 1, $2, 'confirmed', $3, '1')`,
    [id, given.organizationId, at],
  );
  return id;
}

/** Inserts a finding about a transaction; returns its ID. */
export async function insertFinding(
  api: Pick<PeopleApi, 'rows' | 'clock'>,
  organizationId: string,
  transactionId: string,
): Promise<string> {
  const id = randomUUID();
  const state = { screening: 'scored', overThreshold: false, height: 1, directoryVersion: 1 };
  await api.rows(
    `insert into compliance_finding (id, organization_id, transaction_id, release, found_at, before, after, parties)
     values ($1, $2, $3, 2, $4, $5, $6, '[]')`,
    [
      id,
      organizationId,
      transactionId,
      new Date(api.clock),
      JSON.stringify({ ...state, score: 10 }),
      JSON.stringify({ ...state, score: 90, directoryVersion: 2 }),
    ],
  );
  return id;
}
