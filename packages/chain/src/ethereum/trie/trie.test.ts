import * as fc from 'fast-check';
import { keccak256 as viemKeccak, toRlp } from 'viem';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { fromHex, toHex } from '../../bytes.ts';
import { encodeRlp, type RlpItem, rlpNumber } from './rlp.ts';
import { deriveRoot, trieRoot } from './trie.ts';

/** A trie that grows key by key, written the slow way; an independent library encodes and hashes. */
type Slow =
  | { kind: 'leaf'; path: string; value: Uint8Array }
  | { kind: 'extension'; path: string; child: Slow }
  | { kind: 'branch'; children: Map<string, Slow>; value: Uint8Array };

type Encodable = Uint8Array | readonly Encodable[];

const none = new Uint8Array(0);

function insert(node: Slow | undefined, path: string, value: Uint8Array): Slow {
  if (!node) return { kind: 'leaf', path, value };
  if (node.kind === 'branch') {
    if (path === '') return { ...node, value };
    const head = path.charAt(0);
    const children = new Map(node.children);
    children.set(head, insert(children.get(head), path.slice(1), value));
    return { ...node, children };
  }
  if (node.path !== '' && path !== '' && node.path.charAt(0) === path.charAt(0)) {
    const rest = { ...node, path: node.path.slice(1) };
    const short = rest.kind === 'extension' && rest.path === '' ? rest.child : rest;
    return extend(path.charAt(0), insert(short, path.slice(1), value));
  }
  return insert(asBranch(node), path, value);
}

function asBranch(node: Exclude<Slow, { kind: 'branch' }>): Slow {
  if (node.path === '' && node.kind === 'leaf') {
    return { kind: 'branch', children: new Map(), value: node.value };
  }
  const rest = { ...node, path: node.path.slice(1) };
  const child = rest.kind === 'extension' && rest.path === '' ? rest.child : rest;
  return { kind: 'branch', children: new Map([[node.path.charAt(0), child]]), value: none };
}

function extend(nibble: string, child: Slow): Slow {
  if (child.kind === 'branch') return { kind: 'extension', path: nibble, child };
  return { ...child, path: nibble + child.path };
}

function flagged(path: string, leaf: boolean): Uint8Array {
  const flag = (leaf ? 2 : 0) + (path.length % 2);
  return fromHex(path.length % 2 ? `${flag}${path}` : `${flag}0${path}`);
}

function encodable(node: Slow): Encodable {
  if (node.kind === 'leaf') return [flagged(node.path, true), node.value];
  if (node.kind === 'extension') return [flagged(node.path, false), reference(node.child)];
  const children = Array.from('0123456789abcdef', (nibble) => {
    const child = node.children.get(nibble);
    return child ? reference(child) : none;
  });
  return [...children, node.value];
}

function viemRlp(item: Encodable): Uint8Array {
  return toRlp(item as Uint8Array, 'bytes');
}

function reference(node: Slow): Encodable {
  const item = encodable(node);
  const encoded = viemRlp(item);
  return encoded.length < 32 ? item : viemKeccak(encoded, 'bytes');
}

function slowRoot(pairs: readonly (readonly [Uint8Array, Uint8Array])[]): string {
  let root: Slow | undefined;
  for (const [key, value] of pairs) root = insert(root, toHex(key), value);
  return viemKeccak(viemRlp(root ? encodable(root) : none)).slice(2);
}

const text = (words: string) => new TextEncoder().encode(words);

describe('RLP', () => {
  const { tree } = fc.letrec<{ tree: RlpItem; list: readonly RlpItem[]; bytes: Uint8Array }>((tie) => ({
    bytes: fc.oneof(fc.uint8Array({ maxLength: 3 }), fc.uint8Array({ maxLength: 300 })),
    list: fc.array(tie('tree'), { maxLength: 6 }),
    tree: fc.oneof({ maxDepth: 4 }, tie('bytes'), tie('list')),
  }));

  it('agrees with an independent encoder on any tree', () => {
    fc.assert(
      fc.property(tree, (item) => {
        expect(toHex(encodeRlp(item))).toBe(toHex(viemRlp(item)));
        expect(toHex(encodeRlp(item, 2))).toBe(`02${toHex(viemRlp(item))}`);
      }),
    );
  });

  it('lengths around which the form of the head changes', () => {
    for (const length of [0, 1, 55, 56, 57, 255, 256, 257, 65_535, 65_536]) {
      const bytes = new Uint8Array(length).fill(0x80);
      expect(toHex(encodeRlp(bytes))).toBe(toHex(viemRlp(bytes)));
      expect(toHex(encodeRlp([bytes]))).toBe(toHex(viemRlp([bytes])));
    }
  });

  it('numbers have no zeros in front, and 0 has no bytes', () => {
    expect(rlpNumber(0n).length).toBe(0);
    fc.assert(
      fc.property(
        fc.oneof(fc.bigInt({ min: 1n, max: 2n ** 33n }), fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })),
        (n) => {
          const bytes = rlpNumber(n);
          expect(BigInt(`0x${toHex(bytes)}`)).toBe(n);
          expect(bytes[0]).not.toBe(0);
        },
      ),
    );
  });
});

describe('trie', () => {
  it('of nothing', () => {
    expect(toHex(deriveRoot([]))).toBe('56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421');
  });

  it('keys that begin with each other, and a value of 50 bytes', () => {
    const words = [
      ['do', 'verb'],
      ['dog', 'puppy'],
      ['doge', 'coin'],
      ['horse', 'stallion'],
    ].map(([key = '', value = '']) => [text(key), text(value)] as const);
    const root = '5991bb8c6514148a29db676a14ac506cd2cd5775ace63c30a4fe457715e9ac84';
    expect(toHex(trieRoot(words))).toBe(root);
    expect(toHex(trieRoot(words.toReversed()))).toBe(root);
    expect(toHex(trieRoot([[text('A'), text('a'.repeat(50))]]))).toBe(
      'd23786fb4a010da3ce639d66d5e904a11dbc02746d1ce25029e53290cabf28ab',
    );
  });

  it('agrees with the slow one on any keys', () => {
    const key = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 4, max: 3 }),
      fc.uint8Array({ minLength: 1, maxLength: 6 }),
      fc
        .array(fc.constantFrom(0x00, 0x10, 0x11), { minLength: 1, maxLength: 8 })
        .map((b) => Uint8Array.from(b)),
    );
    const value = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 4 }),
      fc.uint8Array({ minLength: 1, maxLength: 80 }),
    );
    const pairs = fc.uniqueArray(fc.tuple(key, value), { maxLength: 40, selector: ([k]) => toHex(k) });
    fc.assert(
      fc.property(pairs, (entries) => {
        expect(toHex(trieRoot(entries))).toBe(slowRoot(entries));
      }),
      propertyRuns(400),
    );
  });

  it('agrees with the slow one on lists of any length', () => {
    for (const length of [1, 2, 3, 16, 17, 127, 128, 129, 130, 256, 257, 300]) {
      const values = Array.from({ length }, (_, i) =>
        Uint8Array.from({ length: 1 + (i % 50) }, () => 1 + (i % 200)),
      );
      const pairs = values.map((value, i) => [encodeRlp(rlpNumber(i)), value] as const);
      expect(toHex(deriveRoot(values))).toBe(slowRoot(pairs));
    }
  });
});
