import { toHex } from '@hopscope/chain';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../../db/schema.ts';
import { factsOf } from './audit.presenter.ts';
import {
  type AuditRow,
  findChain,
  isOrganization,
  readAnchorRows,
  readForward,
  readLastSequence,
} from './audit.store.ts';
import { commit, genesisHash, installationChain, rowHash } from './chain.ts';

export interface Verification {
  intact: boolean;
  entries: number;
  /** Number of entries with erased personal data. */
  erased: number;
  /** Lower-case hex. */
  head: string;
  firstBroken: { sequence: number; what: string } | null;
}

const batch = 500;
const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** `after` of `audit.person_erased`: the entries that it erased, and what their details are committed to since. */
const erasureOrder = z.object({
  after: z.object({
    entries: z.array(z.object({ sequence: z.int().positive(), commitment: z.string().nullable() })),
  }),
});
/** `after` of `audit.heads_anchored`. */
const anchors = z.object({
  after: z.object({
    heads: z.array(z.object({ chain: z.string(), length: z.int(), head: z.string() })),
  }),
});

/** Returns what is wrong with an entry, given the previous one; undefined if valid. Erased details are verified later. */
function faultOf(row: AuditRow, expected: bigint, previous: Uint8Array): string | undefined {
  if (row.sequence !== expected) return `entry ${expected} is missing`;
  if (!same(row.hash, rowHash(previous, factsOf(row), row.commitment))) {
    return 'its hash does not match the previous entry and its contents';
  }
  if (row.erased_at !== null) return undefined;
  if (row.salt === null || row.details === null) return 'its details are missing but were not erased';
  return same(row.commitment, commit(row.salt, row.details))
    ? undefined
    : 'its details differ from the recorded ones';
}

/** Whether a row's details are those of the time when it was recorded. */
function isOriginal(row: AuditRow): boolean {
  return row.salt !== null && row.details !== null && same(row.commitment, commit(row.salt, row.details));
}

/** Erased entries and the entries that ordered their erasure: each needs the other. */
function createErasures() {
  /** Current commitment of the details by sequence; null if erased. */
  const found = new Map<number, string | null>();
  const ordered = new Map<number, string | null>();
  return {
    see(row: AuditRow): void {
      const sequence = Number(row.sequence);
      if (row.erased_at !== null) {
        found.set(sequence, row.salt && row.details !== null ? toHex(commit(row.salt, row.details)) : null);
      }
      if (row.action !== 'audit.person_erased' || !isOriginal(row)) return;
      const order = erasureOrder.safeParse(JSON.parse(row.details ?? 'null')).data;
      for (const each of order?.after.entries ?? []) ordered.set(each.sequence, each.commitment);
    },
    count: () => found.size,
    /** The first entry where the two do not match. */
    fault(): { sequence: number; what: string } | undefined {
      const sequences = [...new Set([...found.keys(), ...ordered.keys()])].toSorted((a, b) => a - b);
      for (const sequence of sequences) {
        if (!ordered.has(sequence))
          return { sequence, what: 'it was erased, but no entry records the erasure' };
        if (!found.has(sequence)) return { sequence, what: 'it was erased but has details again' };
        if (found.get(sequence) !== ordered.get(sequence))
          return { sequence, what: 'its details differ from those left by the erasure' };
      }
      return undefined;
    },
  };
}

/** Heads of a chain that the chain of the installation vouches for, by length. */
async function anchorsOf(db: Kysely<Schema>, chainId: string): Promise<Map<number, string>> {
  const known = new Map<number, string>();
  if (chainId === installationChain) return known;
  let after = 0n;
  for (;;) {
    const rows = await readAnchorRows(db, { after, limit: batch });
    for (const row of rows) {
      after = row.sequence;
      if (!isOriginal(row)) continue;
      const parsed = anchors.safeParse(JSON.parse(row.details ?? 'null')).data;
      for (const { chain, length, head } of parsed?.after.heads ?? []) {
        if (chain === chainId) known.set(length, head);
      }
    }
    if (rows.length < batch) return known;
  }
}

/**
 * Walks a chain from its first row and recomputes every hash and commitment, matches erased entries with the entries that
 * erased them, and heads with those that were anchored in the chain of the installation.
 */
export async function verifyChain(db: Kysely<Schema>, chainId: string): Promise<Verification> {
  const chain = await findChain(db, chainId);
  const length = chain?.length ?? 0n;
  const head = toHex(chain?.head ?? genesisHash);
  const entries = Number(length);
  const erasures = createErasures();
  const broken = (sequence: bigint | number, what: string): Verification => ({
    intact: false,
    entries,
    erased: erasures.count(),
    head,
    firstBroken: { sequence: Number(sequence), what },
  });
  const anchored = await anchorsOf(db, chainId);
  let previous: Uint8Array = genesisHash;
  let after = 0n;
  while (after < length) {
    const rows = await readForward(db, { chainId, after, limit: batch });
    if (rows.length === 0) return broken(after + 1n, `entry ${after + 1n} is missing`);
    for (const row of rows) {
      if (row.sequence > length) break;
      const fault = faultOf(row, after + 1n, previous);
      if (fault !== undefined) return broken(after + 1n, fault);
      const vouched = anchored.get(Number(row.sequence));
      if (vouched !== undefined && vouched !== toHex(row.hash)) {
        return broken(row.sequence, 'its hash differs from the one anchored in the installation chain');
      }
      erasures.see(row);
      previous = row.hash;
      after = row.sequence;
    }
  }
  if (chain && !same(previous, chain.head))
    return broken(length, 'the head of the chain differs from the recorded one');
  const last = await readLastSequence(db, chainId);
  if (last > length) return broken(length + 1n, 'there are entries beyond the head of the chain');
  const longest = Math.max(0, ...anchored.keys());
  if (longest > entries) {
    return broken(length + 1n, `the chain had ${longest} entries when it was anchored, but now has fewer`);
  }
  // Founding an organization is its first entry.
  if (length === 0n && (await isOrganization(db, chainId))) return broken(1, 'the chain is missing');
  const fault = erasures.fault();
  if (fault) return broken(fault.sequence, fault.what);
  return { intact: true, entries, erased: erasures.count(), head, firstBroken: null };
}
