import { createHash, hash } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from './bytes.ts';
import { hash160, latin1Hashing, nobleHashing, sha256d } from './hashing.ts';
import { hashDigest, hashPair, shortChecksum } from './short-sha256.ts';

const nodeHashing = latin1Hashing((algorithm, bytes) => hash(algorithm, bytes, 'binary'));

function twice(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes));
}

describe('hashing', () => {
  it('is the same by every implementation', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(toHex(sha256d(nobleHashing, bytes))).toBe(toHex(twice(bytes)));
        expect(toHex(sha256d(nodeHashing, bytes))).toBe(toHex(twice(bytes)));
        const expected = createHash('ripemd160').update(sha256(bytes)).digest('hex');
        expect(toHex(hash160(nobleHashing, bytes))).toBe(expected);
        expect(toHex(hash160(nodeHashing, bytes))).toBe(expected);
      }),
    );
  });
});

describe('short SHA-256', () => {
  it('checksums up to 55 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 55 }), (bytes) => {
        const expected = toHex(twice(bytes)).slice(0, 8);
        expect(shortChecksum(bytes, bytes.length).toString(16).padStart(8, '0')).toBe(expected);
      }),
    );
  });

  it('hashes a pair over itself and leaves the rest', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 96, maxLength: 96 }),
        fc.constantFrom(0, 16, 32),
        (bytes, to) => {
          const expected = Buffer.from(bytes);
          expected.set(twice(bytes.slice(32, 96)), to);
          hashPair(bytes, 32, to);
          expect(toHex(bytes)).toBe(expected.toString('hex'));
        },
      ),
    );
  });

  it('replaces a digest by its hash', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const expected = toHex(sha256(bytes));
        hashDigest(bytes);
        expect(toHex(bytes)).toBe(expected);
      }),
    );
  });
});
