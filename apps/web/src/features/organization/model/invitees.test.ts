import { maxEmailsPerInvite, texts } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { readInvitees } from './invitees.ts';

it('reads emails in whatever way they are listed, each once', () => {
  expect(readInvitees(' ada@example.org, grace@example.org;\nada@example.org ')).toEqual({
    emails: ['ada@example.org', 'grace@example.org'],
  });
});

//
it('says what is missing or wrong', () => {
  expect(readInvitees(' \n')).toEqual({ problem: texts.emailRequired });
  expect(readInvitees('ada')).toEqual({ problem: texts.emailInvalid });
  expect(readInvitees('ada@example.org grace')).toEqual({ problem: `${texts.emailInvalid}: grace` });
  const many = Array.from({ length: maxEmailsPerInvite + 1 }, (_, index) => `p${index}@example.org`);
  expect(readInvitees(many.join('\n'))).toHaveProperty('problem');
});
