import { type Organization, organizationEndpoints, texts } from '@hopscope/contract';
import { toApiError } from '../../../lib/api/api-error.ts';
import { type FormProblems, checkForm } from '../../../lib/form-problems.ts';

/** Form values of the organization; one domain per line. */
export interface Details extends Record<string, string> {
  name: string;
  description: string;
  email: string;
  domains: string;
}

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

/** Validates the form; returns undefined if it is valid. */
export function checkDetails(details: Details): FormProblems<keyof Details & string> | undefined {
  const body = detailsBody(details);
  const found = schema && checkForm(schema, body);
  const missing = details.email.trim() === '' ? { email: texts.organizationEmailRequired } : undefined;
  if (!found) return missing;
  const { settings, ...rest } = found;
  return { ...rest, ...(settings !== undefined && { domains: settings }), ...missing };
}

/** Returns whether the organization was changed by another person since it was loaded. */
export function changedMeanwhile(thrown: unknown): boolean {
  return toApiError(thrown).code === 'changed_meanwhile';
}
