import { keccak_256 } from '@noble/hashes/sha3.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { toHex } from '../../bytes.ts';
import { createKeccak256, keccak256, plainPermutation } from './keccak.ts';
import { wasmPermutation } from './keccak-wasm.ts';

const wasm = wasmPermutation();
if (!wasm) throw new Error('There is no WebAssembly here');
const implementations = {
  'what is used': keccak256,
  'with WebAssembly': createKeccak256(wasm),
  'in plain numbers': createKeccak256(plainPermutation()),
};

describe.each(Object.entries(implementations))('Keccak-256, %s', (_name, hash) => {
  it.each([
    ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    ['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
    ['Transfer(address,address,uint256)', 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'],
  ])('of “%s”', (text, digest) => {
    expect(toHex(hash(new TextEncoder().encode(text)))).toBe(digest);
  });

  it('agrees with an independent implementation at every length around a block', () => {
    for (let length = 0; length < 420; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 167 + length) & 0xff);
      expect(toHex(hash(bytes))).toBe(toHex(keccak_256(bytes)));
    }
  });

  it('agrees with an independent implementation on any bytes, also those within others', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.nat(7), (bytes, skipped) => {
        const view = bytes.subarray(skipped);
        expect(toHex(hash(view))).toBe(toHex(keccak_256(view)));
      }),
      propertyRuns(300),
    );
  });

  it('gives fresh bytes and leaves its input alone', () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const first = hash(bytes);
    first.fill(0);
    expect(toHex(hash(bytes))).toBe(toHex(keccak_256(Uint8Array.of(1, 2, 3))));
  });
});
