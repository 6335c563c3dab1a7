import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalBytes, fromDisplayHash, fromHex, toDisplayHash, toHex } from './bytes.ts';
import { ChainError } from './errors.ts';

describe('hex', () => {
  it('goes both ways', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const hex = toHex(bytes);
        expect(hex).toBe(Buffer.from(bytes).toString('hex'));
        expect(equalBytes(fromHex(hex), bytes)).toBe(true);
        expect(equalBytes(fromHex(hex.toUpperCase()), bytes)).toBe(true);
      }),
    );
  });

  it('refuses anything else with the place of the first bad character', () => {
    expect(() => fromHex('0')).toThrow(ChainError);
    for (const [text, offset] of [
      ['0g', 1],
      ['00é0', 2],
      [' 0', 0],
      ['0x', 1],
      // Beyond ASCII: the low byte alone would be a digit.
      ['00\u0130\u0141', 2],
    ] as const) {
      expect(() => fromHex(text)).toThrow(expect.objectContaining({ code: 'hex_invalid', offset }));
    }
  });

  it('any text is bytes or a ChainError', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          expect(toHex(fromHex(text))).toBe(text.toLowerCase());
        } catch (error) {
          expect(error).toBeInstanceOf(ChainError);
        }
      }),
    );
  });
});

describe('display hashes', () => {
  const genesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';

  it('are the internal bytes reversed', () => {
    const internal = fromDisplayHash(genesis);
    expect(internal[0]).toBe(0x6f);
    expect(toDisplayHash(internal)).toBe(genesis);
  });

  it('have 64 characters', () => {
    expect(() => fromDisplayHash(genesis.slice(2))).toThrow(ChainError);
  });
});
