import { expect, it } from 'vitest';
import { citationOf } from './citation.ts';

it('says what, from where, by whom, when, and on which page', () => {
  const figure = { label: 'Balance', value: '1.50000000 BTC', subject: 'bc1q…' };
  const made = { version: '1.2.3', at: new Date('2026-11-30T00:30:15.123Z'), page: 'https://example.org/a' };
  expect(citationOf(figure, ['Bitcoin block 7 (00ab)'], made)).toBe(
    'Balance of bc1q…: 1.50000000 BTC. Bitcoin block 7 (00ab). Hopscope 1.2.3, 2026-11-30T00:30:15Z, https://example.org/a',
  );
  expect(citationOf(figure, [], { ...made, version: undefined })).toBe(
    'Balance of bc1q…: 1.50000000 BTC. Hopscope, 2026-11-30T00:30:15Z, https://example.org/a',
  );
});
