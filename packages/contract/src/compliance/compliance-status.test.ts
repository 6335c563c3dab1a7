import { expect, test } from 'vitest';
import {
  allowedTransitions,
  type ComplianceStatus,
  complianceStatuses,
  complianceTransitions,
  mayAssign,
  statusGroups,
} from './compliance-status.ts';
import { type EffectiveRole, effectiveRoles } from '../policies.ts';

const me = 'me';
const other = 'other';
const archived: readonly ComplianceStatus[] = statusGroups.archived;

/** Every change, by whom: M managers and above, R its reviewer; `+` a note is needed, `$` the reference of a report. */
const table: Readonly<Record<ComplianceStatus, Partial<Record<ComplianceStatus, string>>>> = {
  UNASSIGNED: { APPROVED: 'M', UNREVIEWED: 'MR' },
  UNREVIEWED: { IN_REVIEW: 'MR', UNASSIGNED: 'MR+' },
  IN_REVIEW: {
    HOLD: 'MR',
    UNREVIEWED: 'MR',
    APPROVED: 'MR',
    CLOSED_WITH_NOTE: 'MR+',
    CLOSED_WITH_SAR: 'MR$',
    UNASSIGNED: 'MR+',
  },
  HOLD: {
    IN_REVIEW: 'MR',
    UNREVIEWED: 'MR',
    APPROVED: 'MR',
    CLOSED_WITH_NOTE: 'MR+',
    CLOSED_WITH_SAR: 'MR$',
    UNASSIGNED: 'MR+',
  },
  APPROVED: { IN_REVIEW: 'M+' },
  CLOSED_WITH_NOTE: { IN_REVIEW: 'M+' },
  CLOSED_WITH_SAR: { IN_REVIEW: 'M+' },
};

const reviewers = [null, me, other];
const cases = complianceStatuses.flatMap((status) =>
  effectiveRoles.flatMap((role) => reviewers.map((reviewerId) => ({ status, role, reviewerId }))),
);
const isManager = (role: EffectiveRole): boolean => role !== 'team_member';

//
test('the machine allows what the table says to whom it says, and nothing else: every pair of statuses, role and reviewer', () => {
  for (const { status, role, reviewerId } of cases) {
    const expected = complianceStatuses.flatMap((to) => {
      const by = table[status][to] ?? '';
      const allowed = (isManager(role) && by.includes('M')) || (reviewerId === me && by.includes('R'));
      const needs = by.includes('+') ? 'note' : by.includes('$') ? 'sar' : undefined;
      return allowed ? [{ to, needs }] : [];
    });
    const allowed = allowedTransitions({ userId: me, role }, { status, reviewerId })
      .map(({ to, needs }) => ({ to, needs }))
      .sort((a, b) => complianceStatuses.indexOf(a.to) - complianceStatuses.indexOf(b.to));
    expect({ status, role, reviewerId, allowed }).toEqual({ status, role, reviewerId, allowed: expected });
  }
});

test('managers assign anything that is not decided, others take what nobody has', () => {
  for (const { status, role, reviewerId } of cases) {
    for (const assigneeId of [me, other]) {
      const expected =
        !archived.includes(status) && (isManager(role) || (assigneeId === me && reviewerId === null));
      const allowed = mayAssign({ userId: me, role }, { status, reviewerId }, assigneeId);
      expect({ status, role, reviewerId, assigneeId, allowed }).toMatchObject({ allowed: expected });
    }
  }
});

test('every status is in one tab, is reached by some way, and is left by one', () => {
  expect(Object.values(statusGroups).flat().toSorted()).toEqual(complianceStatuses.toSorted());
  for (const status of complianceStatuses) expect(complianceTransitions[status].length).toBeGreaterThan(0);
});
