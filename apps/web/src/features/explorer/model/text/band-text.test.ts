import { expect, test } from 'vitest';
import { bandText } from './band-text.ts';

test.each([
  [{ from: 0, to: 1 }, 'below 1 sat/vB'],
  [{ from: 2, to: 5 }, '2–5 sat/vB'],
  [{ from: 100, to: null }, '100+ sat/vB'],
])('%o', (band, text) => {
  expect(bandText(band)).toBe(text);
});
