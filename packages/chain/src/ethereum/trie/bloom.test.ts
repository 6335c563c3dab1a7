import * as fc from 'fast-check';
import { keccak256 as viemKeccak } from 'viem';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../bytes.ts';
import { addToBloom, hashOnce } from './bloom.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const logs = fc.array(
  fc.record({
    address: bytes(20),
    topics: fc.array(bytes(32), { maxLength: 4 }),
    data: bytes(5),
    index: fc.nat(),
  }),
  { maxLength: 5 },
);

/** The bloom as one number of 2048 bits: the lowest 11 bits of the first three pairs of bytes of each hash. */
function slowBloom(parts: readonly Uint8Array[]): string {
  let bloom = 0n;
  for (const part of parts) {
    const hash = viemKeccak(part).slice(2);
    for (const at of [0, 4, 8]) bloom |= 1n << BigInt(Number.parseInt(hash.slice(at, at + 4), 16) % 2048);
  }
  return bloom.toString(16).padStart(512, '0');
}

describe('bloom', () => {
  it('has addresses and topics, not data', () => {
    fc.assert(
      fc.property(logs, (entries) => {
        const bloom = new Uint8Array(256);
        addToBloom(bloom, entries, hashOnce());
        expect(toHex(bloom)).toBe(slowBloom(entries.flatMap(({ address, topics }) => [address, ...topics])));
      }),
    );
  });

  it('adds to what is there', () => {
    const bloom = new Uint8Array(256).fill(0xff);
    addToBloom(bloom, [{ address: new Uint8Array(20), topics: [], data: bloom, index: 0 }], hashOnce());
    expect(bloom.every((byte) => byte === 0xff)).toBe(true);
  });
});
