import { expect, it } from 'vitest';
import { actionText, actorText, valueText } from './entry-text.ts';

const nobody = { id: null, name: null, email: null, role: 'user', ip: null, userAgent: null, apiKey: null };

it('writes actions as words', () => {
  expect(actionText('member.role_changed')).toBe('Member: role changed');
  expect(actionText('second_factor.totp_enabled')).toBe('Second factor: totp enabled');
});

it('names who did it, and says where the name was erased', () => {
  expect(actorText({ actor: { ...nobody, name: 'Ada' }, erased: false })).toBe('Ada');
  expect(actorText({ actor: nobody, erased: true })).toBe('Erased person');
  expect(actorText({ actor: { ...nobody, role: 'system' }, erased: false })).toBe('System');
  expect(actorText({ actor: nobody, erased: false })).toBe('Not signed in');
});

it('shows nothing for values that are not there', () => {
  expect(valueText(null)).toBe('');
  expect(valueText({ role: 'admin' })).toBe('{\n  "role": "admin"\n}');
});
