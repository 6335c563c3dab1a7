import { expect, test } from 'vitest';
import {
  assignableRoles,
  canChangeNote,
  canLeave,
  canRemoveMember,
  canRevokeInvitation,
  effectiveRole,
  effectiveRoles,
  invitableRoles,
  may,
  permissions,
} from './policies.ts';

const member = (role: (typeof effectiveRoles)[number], userId: string = role) => ({ userId, role });

test('the owner may do everything, and nobody below may do what the one above may not', () => {
  for (const roles of Object.values(permissions)) {
    expect(effectiveRoles.slice(0, roles.length)).toEqual([...roles]);
  }
  for (const permission of Object.keys(permissions)) {
    expect(may('owner', permission as keyof typeof permissions)).toBe(true);
  }
});

test('only the owner deletes and hands over; owner and admins change settings, plan, code and read the audit log', () => {
  const allowed = (permission: keyof typeof permissions): string[] =>
    effectiveRoles.filter((role) => may(role, permission));
  expect(allowed('organization.delete')).toEqual(['owner']);
  expect(allowed('organization.transfer')).toEqual(['owner']);
  for (const permission of [
    'organization.update',
    'subscription.manage',
    'audit.read',
    'code.renew',
  ] as const) {
    expect(allowed(permission)).toEqual(['owner', 'admin']);
  }
  expect(allowed('notes.write')).toEqual([...effectiveRoles]);
});

//
test('the member whose user owns the organization is the owner', () => {
  expect(effectiveRole({ userId: 'a', role: 'team_member' }, 'a')).toBe('owner');
  expect(effectiveRole({ userId: 'b', role: 'admin' }, 'a')).toBe('admin');
});

//
test('roles offered when inviting', () => {
  expect(invitableRoles('owner')).toEqual(['admin', 'manager', 'team_member']);
  expect(invitableRoles('admin')).toEqual(['admin', 'manager', 'team_member']);
  expect(invitableRoles('manager')).toEqual(['manager', 'team_member']);
  expect(invitableRoles('team_member')).toEqual(['team_member']);
});

//
test.each([
  ['owner', 'admin', 3],
  ['owner', 'team_member', 3],
  ['admin', 'admin', 3],
  ['admin', 'manager', 3],
  ['manager', 'admin', 0],
  ['manager', 'manager', 2],
  ['manager', 'team_member', 2],
  ['team_member', 'team_member', 0],
  ['admin', 'owner', 0],
] as const)('%s gives %s one of %i roles', (actor, target, count) => {
  expect(assignableRoles(member(actor, 'x'), member(target, 'y'))).toHaveLength(count);
});

//
test.each([
  ['owner', ['admin', 'manager', 'team_member']],
  ['admin', ['admin', 'manager', 'team_member']],
  ['manager', ['team_member']],
  ['team_member', []],
] as const)('%s removes %j', (actor, removable) => {
  const found = effectiveRoles.filter((role) => canRemoveMember(member(actor, 'x'), member(role, 'y')));
  expect(found).toEqual(removable);
});

//
test('nobody changes their own role or removes themselves', () => {
  for (const role of effectiveRoles) {
    expect(assignableRoles(member(role), member(role))).toEqual([]);
    expect(canRemoveMember(member(role), member(role))).toBe(false);
  }
});

test('an invitation is taken back by its sender or by those who could have sent it', () => {
  const invitation = (role: 'admin' | 'manager' | 'team_member') => ({ role, invitedBy: 'sender' });
  expect(canRevokeInvitation(member('admin'), invitation('admin'))).toBe(true);
  expect(canRevokeInvitation(member('manager'), invitation('admin'))).toBe(false);
  expect(canRevokeInvitation(member('manager'), invitation('team_member'))).toBe(true);
  expect(canRevokeInvitation(member('team_member'), invitation('team_member'))).toBe(false);
  expect(canRevokeInvitation(member('team_member', 'sender'), invitation('team_member'))).toBe(true);
});

//
test('a note belongs to its creator; the owner cannot leave', () => {
  expect([canChangeNote('a', { createdBy: 'a' }), canChangeNote('b', { createdBy: 'a' })]).toEqual([
    true,
    false,
  ]);
  expect(effectiveRoles.filter((role) => canLeave(member(role)))).toEqual([
    'admin',
    'manager',
    'team_member',
  ]);
});
