import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inviteCodeAlphabet } from '../constants.ts';
import { emailDomain, inviteCode, isAllowedDomain, makeInviteCode, dollars } from './organizations.ts';

//
test('invite codes that are made can be typed in, and use the whole alphabet', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(inviteCodeAlphabet.length - 1), { minLength: 10, maxLength: 10 }),
      (indices) => {
        const left = [...indices];
        const code = makeInviteCode((limit) => {
          expect(limit).toBe(inviteCodeAlphabet.length);
          return left.shift() ?? 0;
        });
        expect(code).toBe(indices.map((index) => inviteCodeAlphabet[index]).join(''));
        expect(inviteCode.parse(code)).toBe(code);
      },
    ),
  );
  expect(new Set(inviteCodeAlphabet).size).toBe(inviteCodeAlphabet.length);
  expect(inviteCodeAlphabet).not.toMatch(/[0O1IL2Z5S8BUV]/);
  expect(() => makeInviteCode((limit) => limit)).toThrow(RangeError);
});

//
test('allowed domains are compared whole, in any case', () => {
  expect(isAllowedDomain('ada@example.org', [])).toBe(true);
  expect(isAllowedDomain('ada@EXAMPLE.org', ['example.org'])).toBe(true);
  for (const email of ['ada@sub.example.org', 'ada@notexample.org', 'example.org@evil.test', 'example.org']) {
    expect(isAllowedDomain(email, ['example.com'])).toBe(false);
  }
  expect(isAllowedDomain('"ada@example.org"@evil.test', ['example.org'])).toBe(false);
});

//
test('domains and dollars', () => {
  expect(emailDomain.parse(' Example.ORG ')).toBe('example.org');
  for (const bad of [
    'example',
    '.org',
    'a..org',
    'a@example.org',
    '*.example.org',
    'exa mple.org',
    '-a.org',
    '',
  ]) {
    expect(emailDomain.safeParse(bad).success).toBe(false);
  }
  for (const good of [0, 30, 0.01, 1234.56, 999_999_999.99]) expect(dollars.parse(good)).toBe(good);
  for (const bad of [-0.01, 0.001, Number.NaN, Number.POSITIVE_INFINITY, '30']) {
    expect(dollars.safeParse(bad).success).toBe(false);
  }
});
