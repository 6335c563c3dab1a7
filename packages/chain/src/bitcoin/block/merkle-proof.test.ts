import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { fromHex, toDisplayHash, toHex } from '../../bytes.ts';
import { encodeHeader, decodeHeader } from './block.ts';
import { merkleRoot, rootOfBranch } from './merkle.ts';
import { checkMerkleProof, merkleBranch, type MerkleProof } from './merkle-proof.ts';

// Block 170: the first payment between two people, after a coinbase.
const header = fromHex(
  '0100000055bd840a78798ad0da853f68974f3d183e2bd1db6a842c1feecf222a00000000ff104ccb05421ab93e63f8c3ce5c2c2e9dbb37de2764b3a3175c8166562cac7d51b96a49ffff001d283e9e70',
);
const coinbase = 'b1fea52486ce0c62bb442b530a3f0132b826c74e473d1f2c220bfa78111c5082';
const payment = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const blockHash = '00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee';
const proof: MerkleProof = { txid: payment, header, position: 1, transactionCount: 2, branch: [coinbase] };
const faultOf = (wrong: Partial<MerkleProof>, hash = blockHash) => {
  const verdict = checkMerkleProof({ ...proof, ...wrong }, { blockHash: hash });
  return verdict.ok ? 'none' : verdict.fault;
};

describe('branch', () => {
  test('leads from every leaf to the root, whatever the number of leaves', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), (count, seed) => {
        const leaves = Array.from({ length: count }, (_, i) => {
          const leaf = new Uint8Array(32).fill(i);
          leaf[0] = seed % 256;
          return leaf;
        });
        const { root } = merkleRoot(leaves);
        leaves.forEach((leaf, position) => {
          const branch = merkleBranch(leaves, position);
          expect(toHex(rootOfBranch(leaf, branch, position))).toBe(toHex(root));
        });
      }),
      propertyRuns(25),
    );
  });
  test('is refused for a leaf that is not there', () => {
    expect(() => merkleBranch([new Uint8Array(32)], 1)).toThrow(RangeError);
    expect(() => merkleBranch([], 0)).toThrow(RangeError);
    expect(() => merkleBranch([new Uint8Array(32)], 0.5)).toThrow(RangeError);
  });
});

describe('proof', () => {
  test('of a real payment holds', () => {
    expect(checkMerkleProof(proof, { blockHash })).toEqual({
      ok: true,
      blockHash,
      merkleRoot: '7dac2c5666815c17a3b36427de37bb9d2e2c5ccec3f8633eb91a4205cb4c10ff',
    });
    expect(faultOf({}, blockHash.toUpperCase())).toBe('none');
  });
  test('of another transaction, place or neighbor does not', () => {
    expect(faultOf({ txid: coinbase })).toBe('root');
    expect(faultOf({ position: 0 })).toBe('root');
    expect(faultOf({ branch: [payment] })).toBe('root');
  });
  test('needs a place in the block and a branch of its height', () => {
    expect(faultOf({ position: 2 })).toBe('position');
    expect(faultOf({ position: -1 })).toBe('position');
    expect(faultOf({ transactionCount: 0, position: 0 })).toBe('position');
    expect(faultOf({ transactionCount: 1e300 })).toBe('position');
    expect(faultOf({ branch: [] })).toBe('depth');
    expect(faultOf({ branch: [coinbase, coinbase] })).toBe('depth');
    expect(faultOf({ transactionCount: 3 })).toBe('depth');
  });
  test('does not take an inner node for a transaction', () => {
    const leaves = Array.from({ length: 4 }, (_, i) => new Uint8Array(32).fill(i + 1));
    const { root } = merkleRoot(leaves);
    const inner = merkleRoot(leaves.slice(0, 2)).root;
    const [, top] = merkleBranch(leaves, 0);
    const forged = encodeHeader({ ...decodeHeader(header).header, merkleRoot: root });
    const wrong = {
      txid: toDisplayHash(inner),
      header: forged,
      position: 0,
      branch: [toDisplayHash(top ?? inner)],
    };
    expect(faultOf({ ...wrong, transactionCount: 4 })).toBe('depth');
  });
  test('needs the work that the header claims, and the header of the block', () => {
    const idle = encodeHeader({ ...decodeHeader(header).header, nonce: 1 });
    expect(faultOf({ header: idle })).toBe('work');
    const impossible = encodeHeader({ ...decodeHeader(header).header, bits: 0 });
    expect(faultOf({ header: impossible })).toBe('work');
    expect(faultOf({}, '00'.repeat(32))).toBe('block');
  });
  test('of the wrong form is refused without an exception', () => {
    expect(faultOf({ txid: 'no hash' })).toBe('form');
    expect(faultOf({ branch: ['zz'.repeat(32)] })).toBe('form');
    expect(faultOf({ header: header.subarray(1) })).toBe('form');
    expect(faultOf({ header: new Uint8Array(81) })).toBe('form');
  });
});
