import { expect, test } from 'vitest';
import { oddsText, signalsText } from './probable-owner-text.ts';

test('odds are rounded down', () => {
  expect(oddsText(0.99997)).toBe('99.9%');
  expect(oddsText(0.9)).toBe('90.0%');
});

test('signals are words', () => {
  expect(signalsText(['script_type', 'fresh_address'])).toBe('script type of the inputs, new address');
  expect(signalsText([])).toBe('');
});
