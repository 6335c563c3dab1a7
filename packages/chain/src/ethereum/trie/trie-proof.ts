import { equalBytes } from '../../bytes.ts';
import { ChainError } from '../../errors.ts';
import { decodeRlp } from '../codec/decode-rlp.ts';
import { keccak256 } from '../hash/keccak.ts';
import { encodeRlp, type RlpItem, rlpNumber } from './rlp.ts';

function nibblesOf(key: Uint8Array): number[] {
  return [...key].flatMap((byte) => [byte >> 4, byte & 15]);
}

/** The path of a leaf or extension (Yellow Paper, appendix C). */
function pathOf(packed: Uint8Array): { nibbles: number[]; leaf: boolean } {
  const all = nibblesOf(packed);
  const flag = all[0] ?? 0;
  return { nibbles: all.slice(flag & 1 ? 1 : 2), leaf: (flag & 2) !== 0 };
}

/**
 * Returns the value at an index of the list with this root, proven by nodes from `trieProofs`; undefined if they don't prove
 * one. Never throws.
 */
export function provenValue(
  root: Uint8Array,
  place: number,
  nodes: readonly Uint8Array[],
): Uint8Array | undefined {
  try {
    return walk(root, nibblesOf(encodeRlp(rlpNumber(place))), nodes);
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

function walk(root: Uint8Array, key: number[], nodes: readonly Uint8Array[]): Uint8Array | undefined {
  let used = 0;
  /** A node by its hash, or embedded in its parent. */
  const open = (reference: RlpItem | undefined): readonly RlpItem[] | undefined => {
    if (reference === undefined) return undefined;
    if (!(reference instanceof Uint8Array)) return reference;
    const node = nodes[used++];
    if (reference.length !== 32 || !node || !equalBytes(keccak256(node), reference)) return undefined;
    const item = decodeRlp(node);
    return item instanceof Uint8Array ? undefined : item;
  };
  const ended = (value: RlpItem | undefined): Uint8Array | undefined =>
    value instanceof Uint8Array && value.length > 0 && used === nodes.length ? value : undefined;
  let node = open(root);
  let rest = key;
  while (node) {
    if (node.length === 17) {
      const [next, ...after] = rest;
      if (next === undefined) return ended(node[16]);
      rest = after;
      node = open(node[next]);
      continue;
    }
    const [packed, child] = node;
    if (node.length !== 2 || !(packed instanceof Uint8Array)) return undefined;
    const { nibbles, leaf } = pathOf(packed);
    if (nibbles.some((nibble, i) => rest[i] !== nibble)) return undefined;
    rest = rest.slice(nibbles.length);
    if (leaf) return rest.length === 0 ? ended(child) : undefined;
    node = open(child);
  }
  return undefined;
}
