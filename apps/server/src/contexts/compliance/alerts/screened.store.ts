import type { Blockchain } from '@hopscope/domain';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { ComplianceTransactionTable } from '../../../db/schema.ts';
import { type IndirectExposure, readIndirectExposure } from '../transactions/screening-result.ts';

/** Fields of a compliance transaction that rules compare. */
export type ScreenedRow = Pick<
  Selectable<ComplianceTransactionTable>,
  'id' | 'organization_id' | 'address_id' | 'chain' | 'txid' | 'address' | 'direction' | 'contract' | 'amount'
>;
export type StoredRow = ScreenedRow &
  Pick<Selectable<ComplianceTransactionTable>, 'happened_at' | 'presence' | 'counterparties'>;

/** Those that were screened and happened since a time, the newest first, a portion after `after`. */
export async function readScreened(
  db: Kysely<Schema>,
  asked: {
    organizationId: string;
    chain: Blockchain;
    from: Date;
    address?: string | undefined;
    txid?: Uint8Array | undefined;
    after: StoredRow | undefined;
    limit: number;
  },
): Promise<StoredRow[]> {
  let query = db
    .selectFrom('compliance_transaction')
    .select([
      'id',
      'organization_id',
      'address_id',
      'chain',
      'txid',
      'address',
      'direction',
      'contract',
      'amount',
      'happened_at',
      'presence',
      'counterparties',
    ])
    .where('organization_id', '=', asked.organizationId)
    .where('chain', '=', asked.chain)
    .where('happened_at', '>=', asked.from)
    .where((eb) => eb.or([eb('screened_at', 'is not', null), eb('screening', '=', 'failed')]));
  if (asked.address !== undefined) query = query.where('address', '=', asked.address);
  if (asked.txid) query = query.where('txid', '=', Buffer.from(asked.txid));
  const { after } = asked;
  if (after) {
    query = query.where((eb) =>
      eb.or([
        eb('happened_at', '<', after.happened_at),
        eb.and([eb('happened_at', '=', after.happened_at), eb('id', '<', after.id)]),
      ]),
    );
  }
  return query.orderBy('happened_at', 'desc').orderBy('id', 'desc').limit(asked.limit).execute();
}

/** Returns the stored indirect exposure of transactions; those missing are unknown. */
export async function readStoredIndirect(
  db: Kysely<Schema>,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, IndirectExposure>> {
  if (transactionIds.length === 0) return new Map();
  const { rows } = await sql<{ transaction_id: string; parties: string }>`
    select transaction_id, parties from compliance_exposure
    where transaction_id = any(${`{${transactionIds.join(',')}}`}::text::uuid[])`.execute(db);
  return new Map(rows.map(({ transaction_id: id, parties }) => [id, readIndirectExposure(parties)]));
}

/** Returns the owner names that the organization gave its monitored addresses, by entry. */
export async function readAddressEntities(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('monitored_address')
    .select(['id', 'entity_name'])
    .where('id', 'in', [...new Set(ids)])
    .where('entity_name', 'is not', null)
    .execute();
  return new Map(rows.flatMap(({ id, entity_name: name }) => (name === null ? [] : [[id, name]])));
}
