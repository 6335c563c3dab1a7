import { type Hashing, nobleHashing } from '@hopscope/chain';
import { type Blockchain, canonicalJsonV2, isRecord } from '@hopscope/domain';
import { digestOf } from '../digest.ts';
import type { RiskProfile } from '../profile/profile.ts';
import type { ScoreAnswer } from './answer.ts';

/** What a score is of: together with the profile all that is needed to compute it again. */
export interface ScoreBasis {
  readonly blockchain: Blockchain;
  readonly subject: { readonly kind: 'address' | 'cluster' | 'transaction' | 'entity'; readonly id: string };
  readonly asset: { readonly symbol: string; readonly decimals: number };
  /** The newest block that counts; null where the ledger has none. */
  readonly ledger: { readonly height: number; readonly hash: string } | null;
  /** The newest block of the other chain that counts, since funds are followed over bridges; null where none does. */
  readonly other: { readonly height: number; readonly hash: string } | null;
  /** Directory release, the day of an earlier query, and the day (UTC) at which labels are evaluated. */
  readonly directory: { readonly version: number; readonly asOf: string | null; readonly day: string };
}

/** A score as saved, identified by its hash, and verified. */
export interface ScoreRecord {
  readonly format: 1;
  readonly basis: ScoreBasis;
  readonly profile: RiskProfile;
  readonly answer: ScoreAnswer;
}

/** Returns the canonical text of a record, which is saved and hashed. Amounts are decimal text. */
export function recordText(record: ScoreRecord): string {
  return canonicalJsonV2(record);
}

/** SHA-256 of the canonical text, 64 hex digits. */
export function recordDigest(record: ScoreRecord, hashing: Hashing = nobleHashing): string {
  return digestOf(record, hashing);
}

/**
 * Returns the path of the first difference between two parsed JSON values (`$.answer.overall`), in canonical order; undefined
 * if they are equal.
 */
export function firstDifference(a: unknown, b: unknown, place = '$'): string | undefined {
  if (canonicalJsonV2(a) === canonicalJsonV2(b)) return undefined;
  if (Array.isArray(a) && Array.isArray(b)) {
    const length = Math.max(a.length, b.length);
    for (let i = 0; i < length; i++) {
      if (i >= a.length || i >= b.length) return `${place}[${i}]`;
      const found = firstDifference(a[i], b[i], `${place}[${i}]`);
      if (found !== undefined) return found;
    }
  } else if (isRecord(a) && isRecord(b)) {
    for (const key of [...new Set([...Object.keys(a), ...Object.keys(b)])].toSorted()) {
      if (!(key in a) || !(key in b)) return `${place}.${key}`;
      const found = firstDifference(a[key], b[key], `${place}.${key}`);
      if (found !== undefined) return found;
    }
  }
  return place;
}
