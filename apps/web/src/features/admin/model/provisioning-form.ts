import {
  type MemberRole,
  memberRoles,
  provisioningEndpoints,
  type ProvisioningRules,
} from '@hopscope/contract';
import { readForm } from '../../../lib/form/read-form.ts';

/** Form values of an identity provider; domains and groups have one line each. */
export type ProvisioningFields = Record<MemberRole | 'domains', string> & {
  others: MemberRole | 'none';
};

export function provisioningFields(rules: ProvisioningRules | undefined): ProvisioningFields {
  const groupsOf = (role: MemberRole): string =>
    (rules?.groups ?? [])
      .filter((each) => each.role === role)
      .map(({ group }) => group)
      .join('\n');
  return {
    domains: rules?.domains.join('\n') ?? '',
    admin: groupsOf('admin'),
    manager: groupsOf('manager'),
    team_member: groupsOf('team_member'),
    others: rules?.defaultRole ?? 'none',
  };
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns the rules, or the problems by field. */
export function readProvisioning(fields: ProvisioningFields) {
  const domains = linesOf(fields.domains.replaceAll(',', '\n')).map((line) =>
    line.replace(/^@/, '').toLowerCase(),
  );
  const groups = memberRoles.flatMap((role) => linesOf(fields[role]).map((group) => ({ group, role })));
  const body = { domains, groups, defaultRole: fields.others === 'none' ? null : fields.others };
  return readForm(
    provisioningEndpoints.setProvisioning.body,
    body,
    domains.length === 0 ? { domains: 'Please enter at least one domain' } : {},
    ([first, index]) =>
      first === 'groups' && typeof index === 'number' ? (groups[index]?.role ?? 'admin') : String(first),
  );
}
