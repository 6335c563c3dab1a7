import { expect, it } from 'vitest';
import { createMemoryStorage } from '../browser/browser-storage.ts';
import { rememberReturnPath, safeReturnPath, takeReturnPath } from './return-path.ts';

it.each([
  '/home',
  '/home/block-explorer',
  '/home/block-explorer/address/12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S?page=3',
  '/home/block-explorer/block/170#content',
  '/onboarding?token=abc&org=Ada%20Labs',
  '/welcome',
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
  '/onboardings',
  '/login?from=/home',
  '/',
  'javascript:alert(1)//home',
])('does not go to %j', (path) => {
  expect(safeReturnPath(path)).toBeUndefined();
});

it('keeps a safe path over a sign-in at a provider, once', () => {
  const storage = createMemoryStorage();
  rememberReturnPath(storage, '/home/block-explorer/block/170');
  expect(takeReturnPath(storage)).toBe('/home/block-explorer/block/170');
  expect(takeReturnPath(storage)).toBeUndefined();
  rememberReturnPath(storage, '//evil.example/home');
  expect(takeReturnPath(storage)).toBeUndefined();
});
