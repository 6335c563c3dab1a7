import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountParts } from './amount-parts.ts';

it.each([
  [0n, '0', '.00000000'],
  [1n, '0.00000001', ''],
  [150_000_000n, '1.5', '0000000'],
  [5_000_000_000n, '50', '.00000000'],
  [1_820_477_310_428n, '18,204.77310428', ''],
  [2_100_000_000_000_000n, '21,000,000', '.00000000'],
  [-7_850_000n, '0.0785', '0000'],
])('%s satoshis', (sats, digits, zeros) => {
  expect(amountParts(sats)).toEqual({ digits, zeros });
});

it('always gives 8 decimals and the exact amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n }), (sats) => {
      const { digits, zeros } = amountParts(sats);
      const text = (digits + zeros).replaceAll(',', '');
      expect(text).toMatch(/^\d+\.\d{8}$/);
      expect(BigInt(text.replace('.', ''))).toBe(sats);
      expect(digits).not.toMatch(/\.\d*0$/);
    }),
  );
});
