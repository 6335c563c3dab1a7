import { createFormats } from '@hopscope/domain';
import { numberFormats, defaultPreferences } from '@hopscope/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountParts } from './amount-parts.ts';

const { marks } = createFormats(defaultPreferences);

it.each([
  [0n, '0', '.00000000'],
  [1n, '0.00000001', ''],
  [150_000_000n, '1.5', '0000000'],
  [5_000_000_000n, '50', '.00000000'],
  [1_820_477_310_428n, '18,204.77310428', ''],
  [2_100_000_000_000_000n, '21,000,000', '.00000000'],
  [-7_850_000n, '0.0785', '0000'],
])('%s satoshis', (sats, digits, zeros) => {
  expect(amountParts(sats, marks)).toEqual({ digits, zeros });
});

it('uses the marks that the person chose', () => {
  const { marks: others } = createFormats({ ...defaultPreferences, numberFormat: '1.234,56' });
  expect(amountParts(1_820_477_310_000n, others)).toEqual({ digits: '18.204,7731', zeros: '0000' });
  expect(amountParts(500_000_000_000n, others)).toEqual({ digits: '5.000', zeros: ',00000000' });
});

//
it('always gives 8 decimals and the exact amount', () => {
  const amounts = fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n });
  fc.assert(
    fc.property(amounts, fc.constantFrom(...numberFormats), (sats, numberFormat) => {
      const chosen = createFormats({ ...defaultPreferences, numberFormat }).marks;
      const { digits, zeros } = amountParts(sats, chosen);
      const text = (digits + zeros).replaceAll(chosen.group, '').replace(chosen.decimal, '.');
      expect(text).toMatch(/^\d+\.\d{8}$/);
      expect(BigInt(text.replace('.', ''))).toBe(sats);
    }),
  );
});
