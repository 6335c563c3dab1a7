import { createHash } from 'node:crypto';
import { canonicalJsonV1 } from '@hopscope/domain';

/** Permanent part of an entry; identifies people only by ID. */
export interface AuditFacts {
  chainId: string;
  sequence: bigint;
  at: Date;
  actorId: string | null;
  actorRole: string;
  action: string;
  subjectType: string;
  subjectId: string | null;
}

/** Chain of what happens outside organizations: the nil UUID. */
export const installationChain = '00000000-0000-0000-0000-000000000000';
/** Hash before the first row. */
export const genesisHash = new Uint8Array(32);

/** SHA-256 over salt and details; without both, reveals nothing about the details. */
export function commit(salt: Uint8Array, details: string): Uint8Array {
  return createHash('sha256').update(salt).update(details, 'utf8').digest();
}

/** Hash of a row: SHA-256 over the hash before it, its facts as canonical JSON, and its commitment. */
export function rowHash(previous: Uint8Array, facts: AuditFacts, commitment: Uint8Array): Uint8Array {
  return createHash('sha256')
    .update(previous)
    .update(canonicalJsonV1(factsOnWire(facts)), 'utf8')
    .update(commitment)
    .digest();
}

/** Facts as hashed and exported. */
export function factsOnWire(facts: AuditFacts) {
  return {
    chain: facts.chainId,
    sequence: Number(facts.sequence),
    at: facts.at.toISOString(),
    actorId: facts.actorId,
    actorRole: facts.actorRole,
    action: facts.action,
    subjectType: facts.subjectType,
    subjectId: facts.subjectId,
  };
}
