import type { Hashing } from '@hopscope/chain';
import type { Connection, Step } from '@hopscope/contract/flow-document';
import { canonicalJsonV2, chains } from '@hopscope/domain';
import type { z } from 'zod';
import type { CanvasDocument } from '../document/document.ts';
import type { Manifest, Missing } from './shapes.ts';

/** Result of a check; `unproven` is what the bundle itself declares as missing. */
export interface Finding {
  readonly verdict: 'confirmed' | 'wrong' | 'unproven';
  readonly text: string;
}

/** Maximum number of findings of one kind that are listed; the rest is counted. */
const mostReported = 20;

/** A bundle under check. */
export interface Checking {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly hashing: Hashing;
  readonly manifest: Manifest;
  readonly document: CanvasDocument;
  readonly steps: readonly Step[];
  confirm(text: string): void;
  wrong(text: string): void;
  /** Reports a missing item: unproven if the manifest declares it, otherwise wrong. */
  lacks(what: Missing['what'], id: string, text: string): void;
  /** The bytes of a file, which is then one that the bundle should have. */
  take(name: string): Uint8Array | undefined;
  wrongs(): number;
}

export function createFindings() {
  const findings: Finding[] = [];
  let wrongs = 0;
  let more = 0;
  return {
    confirm: (text: string): void => void findings.push({ verdict: 'confirmed', text }),
    unproven: (text: string): void => void findings.push({ verdict: 'unproven', text }),
    wrong(text: string): void {
      wrongs += 1;
      if (wrongs <= 10 * mostReported) findings.push({ verdict: 'wrong', text });
      else more += 1;
    },
    wrongs: () => wrongs,
    all: (): Finding[] =>
      more > 0 ? [...findings, { verdict: 'wrong', text: `${more} more errors.` }] : findings,
  };
}

/** Returns the text of a file; reports a finding and returns undefined if it isn't UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A JSON text in its one form, of a shape; or why it is not. */
export function readJson<T extends z.ZodType>(
  text: string,
  shape: T,
): { readonly ok: true; readonly value: z.output<T> } | { readonly ok: false; readonly why: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, why: 'is not valid JSON' };
  }
  const parsed = shape.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { ok: false, why: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is malformed'}` };
  }
  try {
    if (canonicalJsonV2(json) !== text) return { ok: false, why: 'is not in canonical form' };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : 'has no canonical form' };
  }
  return { ok: true, value: parsed.data };
}

/** Lines of a file, each by what it is of, ascending and each once; empty where the file is not there. */
export function readLines<T extends z.ZodType, K extends string | number>(
  checking: Checking,
  { name, shape, keyOf }: { name: string; shape: T; keyOf: (line: z.output<T>) => K },
): Map<K, z.output<T>> {
  const found = new Map<K, z.output<T>>();
  const bytes = checking.take(name);
  if (!bytes) return found;
  const text = textOf(bytes);
  if (text === undefined || (text !== '' && !text.endsWith('\n'))) {
    checking.wrong(`${name} does not end with a newline.`);
    return found;
  }
  let before: K | undefined;
  for (const [i, line] of text.split('\n').slice(0, -1).entries()) {
    const read = readJson(line, shape);
    if (!read.ok) {
      checking.wrong(`${name}, line ${i + 1}: ${read.why}.`);
      continue;
    }
    const key = keyOf(read.value);
    if (before !== undefined && key <= before)
      checking.wrong(`${name}, line ${i + 1} is a duplicate or out of order.`);
    before = key;
    found.set(key, read.value);
  }
  return found;
}

/**
 * Returns the transaction (64 hex digits) and the output or movement of a transfer; null if it has none, or isn't between
 * addresses.
 */
export function sourceOf({
  from,
  to,
  transaction,
  utxoKey,
  asset: { chain },
}: Connection): { id: string; number: number } | null {
  if (!from.startsWith(`${chain}:`) || !to.startsWith(`${chain}:`)) return null;
  const { prefix } = chains[chain];
  const [, start, id = '', number = ''] = /^(0x)?([0-9a-f]{64}):(\d{1,9})$/.exec(utxoKey) ?? [];
  return id !== '' && (start ?? '') === prefix && transaction === `${prefix}${id}`
    ? { id, number: Number(number) }
    : null;
}

/** Different blocks that steps of a chain were answered at, by height; hashes as answers write them. */
export function basesOf(steps: readonly Step[], chain: string): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>();
  for (const { basis } of steps) {
    for (const { blockchain, height, blockHash } of basis ? [basis, basis.other ?? basis] : []) {
      if (blockchain !== chain || height === null || blockHash === null) continue;
      found.set(height, (found.get(height) ?? new Set()).add(blockHash));
    }
  }
  return found;
}

/** How a missing block of a step is named. */
export const basisName = (chain: string, height: number, hash: string): string =>
  `${chain} ${height} ${hash}`;

/** Steps were answered at the blocks whose headers are there. */
export function checkBases(
  checking: Checking,
  chain: string,
  hashAt: (height: number) => string | undefined,
): void {
  let count = 0;
  for (const [height, hashes] of basesOf(checking.steps, chain)) {
    for (const hash of hashes) {
      count += 1;
      if (hashAt(height) === hash) continue;
      const text = `The header of ${chain} block ${height} (${hash}), which a step refers to, is missing.`;
      checking.lacks('basis', basisName(chain, height, hash), text);
    }
  }
  if (count > 0) checking.confirm(`${count} blocks that steps refer to were checked (${chain}).`);
}
