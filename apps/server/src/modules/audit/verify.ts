import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { factsOf } from './audit.presenter.ts';
import { type AuditRow, findChain, readForward } from './audit.store.ts';
import { commit, genesisHash, rowHash } from './chain.ts';

export interface Verification {
  intact: boolean;
  entries: number;
  /** Lower-case hex. */
  head: string;
  firstBroken: { sequence: number; what: string } | null;
}

const batch = 500;
const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** What is wrong with a row, given the one before it; undefined if nothing. */
function faultOf(row: AuditRow, expected: bigint, previous: Uint8Array): string | undefined {
  if (row.sequence !== expected) return `entry ${expected} is missing`;
  if (!same(row.hash, rowHash(previous, factsOf(row), row.commitment))) {
    return 'its hash does not follow from the entry before it and its facts';
  }
  if (row.salt === null || row.details === null) {
    return row.erased_at === null ? 'its details are missing without having been erased' : undefined;
  }
  return same(row.commitment, commit(row.salt, row.details))
    ? undefined
    : 'its details are not those that were recorded';
}

/** Walks a chain from its first row and recomputes every hash and commitment. */
export async function verifyChain(db: Kysely<Schema>, chainId: string): Promise<Verification> {
  const chain = (await findChain(db, chainId)) ?? { length: 0n, head: genesisHash };
  const head = Buffer.from(chain.head).toString('hex');
  const entries = Number(chain.length);
  const broken = (sequence: bigint, what: string): Verification => ({
    intact: false,
    entries,
    head,
    firstBroken: { sequence: Number(sequence), what },
  });
  let previous: Uint8Array = genesisHash;
  let after = 0n;
  while (after < chain.length) {
    const rows = await readForward(db, { chainId, after, limit: batch });
    if (rows.length === 0) return broken(after + 1n, `entry ${after + 1n} is missing`);
    for (const row of rows) {
      if (row.sequence > chain.length) break;
      const fault = faultOf(row, after + 1n, previous);
      if (fault !== undefined) return broken(after + 1n, fault);
      previous = row.hash;
      after = row.sequence;
    }
  }
  return same(previous, chain.head)
    ? { intact: true, entries, head, firstBroken: null }
    : broken(chain.length, 'the head of the chain is another one');
}
