import { randomUUID } from 'node:crypto';
import type { Blockchain, NewMonitoredAddress } from '@hopscope/contract';
import type { AddressRow } from './monitored-addresses.store.ts';

/** Where an address is, as the ledger keeps it, and its canonical spelling. */
export interface AddressPlace {
  readonly chain: Blockchain;
  readonly key: Uint8Array;
  readonly text: string;
}

/** Returns the row of an address that is monitored from a time on. */
export function newAddressRow(
  { chain, key, text }: AddressPlace,
  given: Omit<NewMonitoredAddress, 'address' | 'blockchain'>,
  by: { organizationId: string; userId: string; at: Date; walletId?: string },
): AddressRow {
  const { organizationId, userId, at, walletId = null } = by;
  return {
    id: randomUUID(),
    organization_id: organizationId,
    chain,
    key: Buffer.from(key),
    address: text,
    client_id: given.clientId ?? null,
    notes: given.notes ?? null,
    tags: JSON.stringify(given.tags ?? []),
    entity_name: given.entityName ?? null,
    risk_threshold: given.riskThreshold ?? null,
    is_active: true,
    outgoing: given.outgoing ?? false,
    version: 1,
    screen_from: at,
    change_number: 0n,
    past_from: given.pastFrom === undefined ? null : new Date(given.pastFrom),
    past_left: null,
    past_done_at: null,
    wallet_id: walletId,
    created_by: userId,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
}
