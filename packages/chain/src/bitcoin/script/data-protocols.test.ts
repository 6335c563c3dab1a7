import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromHex } from '../../bytes.ts';
import { dataProtocol } from './data-protocols.ts';

const nameOf = (hex: string) => dataProtocol(fromHex(hex))?.name;

describe('protocols of OP_RETURN data', () => {
  test('Omni Layer: a simple send with its token and amount', () => {
    // 31 is the number of Tether on the Omni Layer.
    const script = fromHex('6a146f6d6e69000000000000001f000000003b9aca00');
    expect(dataProtocol(script)).toEqual({
      name: 'omni',
      message: { version: 0, type: 0, property: 31, amount: 1_000_000_000n },
    });
  });
  test('Omni Layer: another message has no amount, a torn one is none', () => {
    expect(dataProtocol(fromHex('6a0c6f6d6e690000003700000003'))).toEqual({
      name: 'omni',
      message: { version: 0, type: 55, property: undefined, amount: undefined },
    });
    expect(nameOf('6a066f6d6e690000')).toBeUndefined();
    expect(nameOf('6a146f6d6e69')).toBeUndefined();
  });
  test('Runes: OP_13 after OP_RETURN, and not a push of the byte 13', () => {
    expect(nameOf('6a5d0814c0a23314e80714')).toBe('runes');
    expect(nameOf('6a5d')).toBe('runes');
    expect(nameOf('6a010d')).toBeUndefined();
  });
  test('witness commitment', () => {
    expect(nameOf(`6a24aa21a9ed${'00'.repeat(32)}`)).toBe('witness_commitment');
    expect(nameOf('6a04aa21a9ed')).toBeUndefined();
  });
  test('anything else is none, and nothing throws', () => {
    expect(nameOf('')).toBeUndefined();
    expect(nameOf('6a')).toBeUndefined();
    expect(nameOf('006f6d6e69')).toBeUndefined();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 90 }), (bytes) => {
        dataProtocol(Uint8Array.of(0x6a, ...bytes));
      }),
    );
  });
});
