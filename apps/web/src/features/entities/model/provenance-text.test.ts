import { expect, test } from 'vitest';
import { webLink, webText } from './provenance-text.ts';

test.each([
  ['https://example.org/a', 'https://example.org/a'],
  ['http://example.org', 'http://example.org'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['list.csv, line 4', undefined],
  [null, undefined],
])('%s leads to %s', (ref, link) => expect(webLink(ref)).toBe(link));

test('addresses are read without their scheme', () => {
  expect(webText('https://www.example.org/')).toBe('example.org');
  expect(webText('http://example.org/legal')).toBe('example.org/legal');
});
