import type { MonitoredAddress, MonitoredField } from '@hopscope/contract';
import { z } from 'zod';
import type { Person } from '../../identity/people/people.service.ts';
import type { AddressRow, ChangeRow } from './monitored-addresses.store.ts';

const texts = z.array(z.string());
const value = z.union([z.string(), z.number(), z.boolean(), texts]).nullable();

/** Fields of an entry. */
export function valuesOf(row: AddressRow): Pick<MonitoredAddress, MonitoredField> {
  return {
    clientId: row.client_id,
    notes: row.notes,
    tags: texts.parse(JSON.parse(row.tags)),
    entityName: row.entity_name,
    riskThreshold: row.risk_threshold,
    isActive: row.is_active,
    outgoing: row.outgoing,
  };
}

export function presentAddress(row: AddressRow): MonitoredAddress {
  return {
    _id: row.id,
    address: row.address,
    blockchain: row.chain,
    ...valuesOf(row),
    past: row.past_from && { from: row.past_from.toISOString(), done: row.past_done_at !== null },
    walletId: row.wallet_id,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

const valueOf = (text: string | null) => (text === null ? null : value.parse(JSON.parse(text)));

/** A change with the name of its author. */
export function presentChange(row: ChangeRow, people: ReadonlyMap<string, Person>) {
  const person = people.get(row.actor_id);
  return {
    _id: row.id,
    changeType: row.kind,
    fieldName: row.field,
    oldValue: valueOf(row.before),
    newValue: valueOf(row.after),
    notes: row.note,
    timestamp: row.at.toISOString(),
    changedById: {
      _id: row.actor_id,
      name: person ? `${person.name} ${person.surname}`.trim() : 'Deleted',
    },
  };
}
