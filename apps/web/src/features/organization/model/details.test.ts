import { texts } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { domainLines, readDetails } from './details.ts';

const details = { name: 'Ada Labs', description: '', email: 'desk@example.org', domains: '' };

const problemsOf = (typed: typeof details) => {
  const read = readDetails(typed, details, '2026-01-01T00:00:00.000Z');
  return 'problems' in read ? read.problems : undefined;
};

//
it('reads one domain a line', () => {
  expect(domainLines(' example.org \n\n@example.net\n')).toEqual(['example.org', 'example.net']);
});

//
it('names the field that is wrong', () => {
  expect(problemsOf(details)).toBeUndefined();
  expect(problemsOf({ ...details, name: ' ' })).toEqual({ name: texts.organizationNameRequired });
  expect(problemsOf({ ...details, name: 'Ada & Labs' })).toEqual({
    name: texts.organizationNameCharacters,
  });
  expect(problemsOf({ ...details, email: '' })).toEqual({ email: texts.organizationEmailRequired });
  expect(problemsOf({ ...details, email: 'desk' })).toEqual({ email: texts.emailInvalid });
  expect(problemsOf({ ...details, domains: 'example.org\nnot a domain' })).toEqual({
    domains: texts.domainInvalid,
  });
});

//
it('says all that is missing at once', () => {
  const problems = problemsOf({ name: '', description: '', email: ' ', domains: '' });
  expect(problems).toEqual({
    name: 'Please enter organization name',
    email: 'Please enter organization email',
  });
});

it('sends only what was changed, so a name from before the rule stays', () => {
  const saved = { ...details, name: 'Desk (old)' };
  const at = '2026-01-01T00:00:00.000Z';
  expect(readDetails({ ...saved, domains: 'example.org' }, saved, at)).toEqual({
    body: { settings: { allowedDomains: ['example.org'] }, expectedUpdatedAt: at },
  });
  expect(readDetails({ ...saved, name: 'Desk (new)' }, saved, at)).toHaveProperty('problems.name');
});
