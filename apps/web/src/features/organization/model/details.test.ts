import { texts } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { checkDetails, detailsBody, domainLines } from './details.ts';

const details = { name: 'Ada Labs', description: '', email: 'desk@example.org', domains: '' };

//
it('reads one domain a line', () => {
  expect(domainLines(' example.org \n\n@example.net\n')).toEqual(['example.org', 'example.net']);
  expect(detailsBody(details).settings).toEqual({ allowedDomains: [] });
});

//
it('names the field that is wrong', () => {
  expect(checkDetails(details)).toBeUndefined();
  expect(checkDetails({ ...details, name: ' ' })).toEqual({ name: texts.organizationNameRequired });
  expect(checkDetails({ ...details, name: 'Ada & Labs' })).toEqual({
    name: texts.organizationNameCharacters,
  });
  expect(checkDetails({ ...details, email: '' })).toEqual({ email: texts.organizationEmailRequired });
  expect(checkDetails({ ...details, email: 'desk' })).toEqual({ email: texts.emailInvalid });
  expect(checkDetails({ ...details, domains: 'example.org\nnot a domain' })).toEqual({
    domains: texts.domainInvalid,
  });
});

//
it('says all that is missing at once', () => {
  const problems = checkDetails({ name: '', description: '', email: ' ', domains: '' });
  expect(problems).toEqual({
    name: 'Please enter organization name',
    email: 'Please enter organization email',
  });
});
