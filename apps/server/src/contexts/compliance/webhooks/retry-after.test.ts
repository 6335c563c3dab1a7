import { expect, test } from 'vitest';
import { askedToWait, longestAsked } from './retry-after.ts';

const now = Date.UTC(2026, 0, 1);

test.each([
  [429, '90', 90_000],
  [503, ' 7 ', 7_000],
  [503, 'Thu, 01 Jan 2026 00:02:00 GMT', 120_000],
  [429, 'Wed, 31 Dec 2025 23:00:00 GMT', 0],
  [429, '0', 0],
  [429, '999999999', longestAsked],
  [503, 'Fri, 01 Jan 2027 00:00:00 GMT', longestAsked],
  [429, '-5', 0],
  [429, '1.5', 0],
  [429, 'soon', 0],
  [429, 'Thu, 99 Jan 2026 00:02:00 GMT', 0],
  [429, '9'.repeat(400), 0],
  [500, '90', 0],
  [200, '90', 0],
])('an answer %s with “%s” asks to wait %s ms', (status, retryAfter, wait) => {
  expect(askedToWait({ status, retryAfter }, now)).toBe(wait);
});

test('what has no such header, and what was not answered, asks for nothing', () => {
  expect(askedToWait({ status: 429, retryAfter: null }, now)).toBe(0);
  expect(askedToWait({ status: null, retryAfter: null }, now)).toBe(0);
});
