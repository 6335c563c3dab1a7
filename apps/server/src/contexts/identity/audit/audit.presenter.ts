import { toHex } from '@hopscope/chain';
import { type AuditEntry } from '@hopscope/contract';
import { z } from 'zod';
import type { AuditRow } from './audit.store.ts';
import { type AuditFacts, factsOnWire } from './chain.ts';

/** The erasable part of a row. */
const auditDetails = z.object({
  actor: z
    .object({
      name: z.string().nullable(),
      email: z.string().nullable(),
      ip: z.string().nullable(),
      userAgent: z.string().nullable(),
      apiKey: z.string(),
    })
    .partial(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable().optional(),
});

export function factsOf(row: AuditRow): AuditFacts {
  return {
    chainId: row.chain_id,
    sequence: row.sequence,
    at: row.at,
    actorId: row.actor_id,
    actorRole: row.actor_role,
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
  };
}

/** A row as pages show it; details that cannot be read count as erased. */
export function presentEntry(row: AuditRow): AuditEntry {
  const details = row.details === null ? undefined : auditDetails.safeParse(JSON.parse(row.details)).data;
  return {
    sequence: Number(row.sequence),
    at: row.at.toISOString(),
    action: row.action,
    actor: {
      id: row.actor_id,
      name: details?.actor.name ?? null,
      email: details?.actor.email ?? null,
      role: row.actor_role,
      ip: details?.actor.ip ?? null,
      userAgent: details?.actor.userAgent ?? null,
      apiKey: details?.actor.apiKey ?? null,
    },
    subject: { type: row.subject_type, id: row.subject_id },
    before: details?.before ?? null,
    after: details?.after ?? null,
    reason: details?.reason ?? null,
    erased: row.erased_at !== null || details === undefined,
    hash: toHex(row.hash),
  };
}

/** A row as the export carries it: all that verifying needs. */
export function exportLine(row: AuditRow, previousHash: Uint8Array): string {
  return `${JSON.stringify({
    ...factsOnWire(factsOf(row)),
    salt: row.salt && toHex(row.salt),
    details: row.details,
    commitment: toHex(row.commitment),
    previousHash: toHex(previousHash),
    hash: toHex(row.hash),
  })}\n`;
}
