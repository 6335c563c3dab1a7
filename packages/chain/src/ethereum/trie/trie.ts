import { keccak256 } from '../hash/keccak.ts';
import { encodeRlp, type RlpItem, rlpNumber } from './rlp.ts';

/** A key (one nibble per byte) and its value. */
interface Entry {
  readonly nibbles: Uint8Array;
  readonly value: Uint8Array;
}

const EMPTY = new Uint8Array(0);

/** Entries `from` up to but not with `to`, whose keys agree in their first `depth` nibbles. */
interface Span {
  readonly entries: readonly Entry[];
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  /** Optional cache of computed node references by position in the trie. */
  readonly known?: Map<string, RlpItem>;
}

/**
 * Root of the trie of a list (transactions, receipts, withdrawals): keys are the RLP of the places 0, 1, … (Yellow Paper,
 * section 4.3.2). The values must not be empty.
 */
export function deriveRoot(values: readonly Uint8Array[]): Uint8Array {
  return trieRoot(values.map((value, i) => [encodeRlp(rlpNumber(i)), value]));
}

/** Root of the Merkle-Patricia trie of these keys, each once, with values that are not empty (Yellow Paper, appendix D). */
export function trieRoot(pairs: readonly (readonly [key: Uint8Array, value: Uint8Array])[]): Uint8Array {
  if (pairs.length === 0) return keccak256(encodeRlp(EMPTY));
  const entries = pairs.map(([key, value]) => ({ nibbles: nibblesOf(key), value }));
  entries.sort((a, b) => compareNibbles(a.nibbles, b.nibbles));
  return keccak256(encodeRlp(nodeOf({ entries, from: 0, to: entries.length, depth: 0 })));
}

/**
 * Returns inclusion proofs for indexes of a list: the RLP of nodes from the root down, without embedded ones. Hashes each
 * node once. Throws RangeError if an index doesn't exist.
 */
export function trieProofs(values: readonly Uint8Array[]): (place: number) => Uint8Array[] {
  const entries = values.map((value, i) => ({ nibbles: nibblesOf(encodeRlp(rlpNumber(i))), value }));
  const inOrder = entries.toSorted((a, b) => compareNibbles(a.nibbles, b.nibbles));
  const root: Span = { entries: inOrder, from: 0, to: entries.length, depth: 0, known: new Map() };
  return (place) => {
    const wanted = entries[place]?.nibbles;
    if (!wanted) throw new RangeError(`There is no place ${place} among ${values.length}`);
    return proofIn(root, wanted);
  };
}

function proofIn(root: Span, wanted: Uint8Array): Uint8Array[] {
  const { entries } = root;
  const nodes: Uint8Array[] = [];
  const emit = (node: RlpItem): void => {
    const encoded = encodeRlp(node);
    if (nodes.length === 0 || encoded.length >= 32) nodes.push(encoded);
  };
  let span = root;
  for (;;) {
    emit(nodeOf(span));
    if (span.to - span.from === 1) return nodes;
    const end = commonEnd(
      entries[span.from]?.nibbles ?? EMPTY,
      entries[span.to - 1]?.nibbles ?? EMPTY,
      span.depth,
    );
    if (end > span.depth) emit(branchOf({ ...span, depth: end }));
    if (wanted.length === end) return nodes;
    span = childOf(span, end, wanted[end] ?? 0);
  }
}

/** Returns the entries of a span that continue with a nibble; all share the first `depth` nibbles. */
function childOf({ entries, from, to, ...span }: Span, depth: number, nibble: number): Span {
  const goesOn = (entry: Entry | undefined): boolean =>
    entry !== undefined && entry.nibbles.length > depth && entry.nibbles[depth] === nibble;
  let start = from;
  while (start < to && !goesOn(entries[start])) start += 1;
  let end = start;
  while (end < to && goesOn(entries[end])) end += 1;
  return { ...span, entries, from: start, to: end, depth: depth + 1 };
}

function nodeOf(span: Span): RlpItem {
  const { entries, from, to, depth } = span;
  const first = entries[from];
  const last = entries[to - 1];
  if (!first || !last) return EMPTY;
  if (to - from === 1) return [hexPrefix(first.nibbles.subarray(depth), true), first.value];
  const end = commonEnd(first.nibbles, last.nibbles, depth);
  if (end === depth) return branchOf(span);
  return [hexPrefix(first.nibbles.subarray(depth, end), false), referenceTo({ ...span, depth: end })];
}

/** Sixteen children and, where a key ends here, its value. */
function branchOf(span: Span): RlpItem {
  const { entries, from, to, depth } = span;
  let at = from;
  let value: Uint8Array = EMPTY;
  const ending = entries[at];
  if (ending?.nibbles.length === depth) {
    value = ending.value;
    at += 1;
  }
  const items: RlpItem[] = [];
  for (let nibble = 0; nibble < 16; nibble++) {
    const start = at;
    while (at < to && entries[at]?.nibbles[depth] === nibble) at += 1;
    items.push(at > start ? referenceTo({ ...span, from: start, to: at, depth: depth + 1 }) : EMPTY);
  }
  items.push(value);
  return items;
}

/** References a node: nodes shorter than 32 bytes are embedded, others are replaced by their hash. */
function referenceTo(span: Span): RlpItem {
  const name = span.known ? `${span.from} ${span.to} ${span.depth}` : '';
  const known = span.known?.get(name);
  if (known !== undefined) return known;
  const node = nodeOf(span);
  const encoded = encodeRlp(node);
  const reference = encoded.length < 32 ? node : keccak256(encoded);
  span.known?.set(name, reference);
  return reference;
}

/** Nibbles packed with whether they end at a value and whether their number is odd (Yellow Paper, appendix C). */
function hexPrefix(nibbles: Uint8Array, leaf: boolean): Uint8Array {
  const odd = nibbles.length % 2;
  const packed = new Uint8Array(1 + (nibbles.length - odd) / 2);
  packed[0] = (leaf ? 0x20 : 0) | (odd ? 0x10 | (nibbles[0] ?? 0) : 0);
  for (let i = 1, at = odd; i < packed.length; i++, at += 2) {
    packed[i] = ((nibbles[at] ?? 0) << 4) | (nibbles[at + 1] ?? 0);
  }
  return packed;
}

function nibblesOf(key: Uint8Array): Uint8Array {
  const nibbles = new Uint8Array(2 * key.length);
  key.forEach((byte, i) => {
    nibbles[2 * i] = byte >> 4;
    nibbles[2 * i + 1] = byte & 15;
  });
  return nibbles;
}

function commonEnd(a: Uint8Array, b: Uint8Array, from: number): number {
  let end = from;
  while (end < a.length && end < b.length && a[end] === b[end]) end += 1;
  return end;
}

function compareNibbles(a: Uint8Array, b: Uint8Array): number {
  const end = commonEnd(a, b, 0);
  return end < a.length && end < b.length ? (a[end] ?? 0) - (b[end] ?? 0) : a.length - b.length;
}
