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

/**
 * Returns the request body, or the problems by field. Only what differs from the saved values is sent, so that a name
 * from before a rule doesn't have to be changed.
 */
export function readDetails(details: Details, saved: Details, expectedUpdatedAt: string) {
  const { name, description, email, domains } = details;
  const body = {
    ...(name !== saved.name && { name }),
    ...(description !== saved.description && { description }),
    ...(email !== saved.email && { email: email.trim() }),
    ...(domains !== saved.domains && { settings: { allowedDomains: domainLines(domains) } }),
    expectedUpdatedAt,
  };
  const missing = blankFields(details, { email: texts.organizationEmailRequired });
  const read = readForm(schema, body, {}, ([first]) => (first === 'settings' ? 'domains' : String(first)));
  return 'problems' in read || Object.keys(missing).length > 0
    ? { problems: { ...('problems' in read && read.problems), ...missing } }
    : read;
}

/** Returns whether the organization was changed by another person since it was loaded. */
export function changedMeanwhile(thrown: unknown): boolean {
  return toApiError(thrown).code === 'changed_meanwhile';
}
