import type { PasskeyRow } from './factors.store.ts';

/** A passkey as its owner sees it. */
export function presentPasskey(row: PasskeyRow) {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}
