import { expect, it } from 'vitest';
import { fuzzyFilter, fuzzyScore } from './fuzzy.ts';

const pages = [
  'Block Explorer',
  'VASP Entity Explorer',
  'Settings: Preferences',
  'Settings: Security Settings',
];
const find = (typed: string) => fuzzyFilter(pages, typed, (page) => page);

it('finds parts, beginnings of words and scattered letters, best first', () => {
  expect(find('explorer')[0]).toBe('Block Explorer');
  expect(find('vee')[0]).toBe('VASP Entity Explorer');
  expect(find('pref')).toEqual(['Settings: Preferences']);
  expect(find('SECURITY')).toEqual(['Settings: Security Settings']);
  expect(find('')).toEqual(pages);
});

it('finds nothing where a letter is missing or out of order', () => {
  expect(find('blockx9')).toEqual([]);
  expect(find('oiy')).toEqual([]);
  expect(fuzzyScore('ba', 'ab')).toBeUndefined();
});

it('takes letters with marks for those without', () => {
  expect(fuzzyScore('zurich', 'Zürich Brøker')).toBeGreaterThan(0);
});
