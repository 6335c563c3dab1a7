import { type Organization, organizationEndpoints, texts } from '@hopscope/contract';
import { toApiError } from '../../../lib/api/api-error.ts';
import { blankFields, readForm } from '../../../lib/form/read-form.ts';

/** Form values of the organization; one domain per line. */
export type Details = {
  name: string;
  description: string;
  email: string;
  domains: string;
};

export function detailsOf(organization: Organization): Details {
  return {
    name: organization.name,
    description: organization.description,
    email: organization.email,
    domains: organization.settings.allowedDomains.join('\n'),
  };
}

const { body: schema } = organizationEndpoints.updateOrganization;

/** Returns the lines of the domains field without blank ones. */
export function domainLines(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim().replace(/^@/, ''))
    .filter((line) => line !== '');
}

/** Returns the request body of the form. */
export function detailsBody({ name, description, email, domains }: Details) {
  return { name, description, email: email.trim(), settings: { allowedDomains: domainLines(domains) } };
}

/** Returns the request body, or the problems by field. */
export function readDetails(details: Details, expectedUpdatedAt: string) {
  const missing = blankFields(details, { email: texts.organizationEmailRequired });
  const read = readForm(schema, { ...detailsBody(details), expectedUpdatedAt }, {}, ([name]) =>
    name === 'settings' ? 'domains' : String(name),
  );
  return 'problems' in read ? { problems: { ...read.problems, ...missing } } : read;
}

/** Returns whether the organization was changed by another person since it was loaded. */
export function changedMeanwhile(thrown: unknown): boolean {
  return toApiError(thrown).code === 'changed_meanwhile';
}
