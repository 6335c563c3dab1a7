import { expect, it } from 'vitest';
import { strengthOf } from './password-strength.ts';

it.each([
  ['', null],
  ['short', 'short'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['password', 'weak'],
  ['Password1234', 'fair'],
  ['correct horse battery', 'strong'],
  ['X7-kq!9wLm2z', 'strong'],
] as const)('%s is %s', (password, strength) => {
  expect(strengthOf(password, 8)).toBe(strength);
});
