import { texts } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { detailsBody, domainLines, readDetails } from './details.ts';

const details = { name: 'Ada Labs', description: '', email: 'desk@example.org', domains: '' };

const problemsOf = (typed: typeof details) => {
  const read = readDetails(typed, '2026-01-01T00:00:00.000Z');
  return 'problems' in read ? read.problems : undefined;
};

//
it('reads one domain a line', () => {
  expect(domainLines(' example.org \n\n@example.net\n')).toEqual(['example.org', 'example.net']);
  expect(detailsBody(details).settings).toEqual({ allowedDomains: [] });
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
