import { expect, it } from 'vitest';
import { createCountryNames, firstCharacters } from './text.ts';

it('names countries by their codes and leaves other text unchanged', () => {
  const nameOf = createCountryNames();
  expect(['DE', 'NP', 'XQ', 'de', 'Atlantis'].map(nameOf)).toEqual([
    'Germany',
    'Nepal',
    'XQ',
    'de',
    'Atlantis',
  ]);
});

it('counts characters as readers do', () => {
  expect(firstCharacters('👩‍👩‍👧 é', 1)).toBe('👩‍👩‍👧');
  expect(firstCharacters('e\u0301clair', 2)).toBe('e\u0301c');
  expect(firstCharacters('ab', 5)).toBe('ab');
});
