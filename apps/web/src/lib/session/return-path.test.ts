import { expect, it } from 'vitest';
import { safeReturnPath } from './return-path.ts';

it.each([
  '/home',
  '/home/block-explorer',
  '/home/block-explorer/address/12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S?page=3',
  '/home/block-explorer/block/170#content',
])('goes back to %s', (path) => {
  expect(safeReturnPath(path)).toBe(path);
});

it.each([
  undefined,
  7,
  '',
  'home',
  'https://evil.example/home',
  '//evil.example/home',
  '/\\evil.example/home',
  '\\\\evil.example/home',
  '/home\\..\\..',
  '/\t/evil.example/home',
  '\n//evil.example/home',
  '/home/../login',
  '/homestead',
  '/login?from=/home',
  '/',
  'javascript:alert(1)//home',
])('does not go to %j', (path) => {
  expect(safeReturnPath(path)).toBeUndefined();
});
