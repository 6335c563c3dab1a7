import { expect, test } from 'vitest';
import { provisioningFields, readProvisioning } from './provisioning-form.ts';

const fields = {
  domains: '@Bank.example, bank.test\n',
  admin: '',
  manager: ' Compliance Leads \nTeam leads',
  team_member: 'Compliance',
  others: 'none' as const,
};
const rules = {
  domains: ['bank.example', 'bank.test'],
  groups: [
    { group: 'Compliance Leads', role: 'manager' as const },
    { group: 'Team leads', role: 'manager' as const },
    { group: 'Compliance', role: 'team_member' as const },
  ],
  defaultRole: null,
};

test('rules are read from lines, and shown as lines', () => {
  expect(readProvisioning(fields)).toEqual({ body: rules });
  expect(provisioningFields(rules)).toEqual({
    domains: 'bank.example\nbank.test',
    admin: '',
    manager: 'Compliance Leads\nTeam leads',
    team_member: 'Compliance',
    others: 'none',
  });
  expect(readProvisioning({ ...fields, others: 'manager' })).toMatchObject({
    body: { defaultRole: 'manager' },
  });
});

test('problems stand at their field', () => {
  expect(readProvisioning(provisioningFields(undefined))).toEqual({
    problems: { domains: 'Please enter at least one domain' },
  });
  expect(readProvisioning({ ...fields, domains: 'not a domain' })).toMatchObject({
    problems: { domains: expect.any(String) },
  });
  expect(readProvisioning({ ...fields, manager: 'x'.repeat(300) })).toMatchObject({
    problems: { manager: expect.any(String) },
  });
});
