import { type ApiKey, keyScopes } from '@hopscope/contract';
import type { Person } from '../people/people.service.ts';
import type { ApiKeyRow, SecretRow } from './api-keys.store.ts';

/** A key as pages show it; secrets only by their first characters. */
export function presentKey(
  row: ApiKeyRow,
  around: {
    secrets: readonly SecretRow[];
    creator: Person | undefined;
    lastUsedAt: Date | undefined;
    now: number;
  },
): ApiKey {
  const { creator, now } = around;
  const isExpired = row.expires_at !== null && row.expires_at.getTime() <= now;
  return {
    _id: row.id,
    name: row.name,
    scopes: keyScopes.filter((scope) => row.scopes.includes(scope)),
    networks: row.networks,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdBy: { _id: row.created_by, name: creator ? `${creator.name} ${creator.surname}`.trim() : '' },
    createdAt: row.created_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    state: row.revoked_at ? 'revoked' : isExpired ? 'expired' : 'active',
    lastUsedAt: around.lastUsedAt?.toISOString() ?? null,
    version: row.version,
    secrets: row.revoked_at
      ? []
      : around.secrets
          .filter((secret) => secret.key_id === row.id)
          .map((secret) => ({
            hint: secret.hint,
            createdAt: secret.created_at.toISOString(),
            endsAt: secret.ends_at?.toISOString() ?? null,
          })),
  };
}
