import { expect, test } from 'vitest';
import {
  allowedCaseTransitions,
  type CaseStatus,
  caseStatuses,
  caseTransitions,
  mayAssignCase,
} from './cases-status.ts';
import { effectiveRoles, may } from '../policies.ts';

const me = 'me';
const other = 'other';

/** Every change, by whom: M managers and above, R those of them who did not put it there, A the person it is assigned to; `+` a note is needed, `!` a decision. */
const table: Readonly<Record<CaseStatus, Partial<Record<CaseStatus, string>>>> = {
  UNDER_REVIEW: {
    ESCALATED: 'MA+',
    PENDING_REVIEW: 'MA',
    AWAITING_RESPONSE: 'MA+',
    INVESTIGATION: 'MA',
    CLOSED: 'MA!',
  },
  INVESTIGATION: { ESCALATED: 'MA+', PENDING_REVIEW: 'MA', AWAITING_RESPONSE: 'MA+', CLOSED: 'MA!' },
  AWAITING_RESPONSE: { ESCALATED: 'MA+', PENDING_REVIEW: 'MA', INVESTIGATION: 'MA', CLOSED: 'MA!' },
  PENDING_REVIEW: { ESCALATED: 'MA+', INVESTIGATION: 'M+', CLOSED: 'R!' },
  ESCALATED: { AWAITING_RESPONSE: 'M+', INVESTIGATION: 'M+', CLOSED: 'R!' },
  CLOSED: { UNDER_REVIEW: 'M+' },
};

const places = caseStatuses.flatMap((status) =>
  effectiveRoles.flatMap((role) =>
    [null, me, other].flatMap((assigneeId) =>
      [null, me, other].map((statusBy) => ({ status, role, assigneeId, statusBy })),
    ),
  ),
);

test('the machine of cases allows what the table says to whom it says, and nothing else', () => {
  for (const { status, role, assigneeId, statusBy } of places) {
    const expected = caseStatuses.flatMap((to) => {
      const by = table[status][to] ?? '';
      const decides = role !== 'team_member';
      const allowed =
        (decides && by.includes('M')) ||
        (decides && statusBy !== me && by.includes('R')) ||
        (assigneeId === me && by.includes('A'));
      const needs = by.includes('+') ? 'note' : by.includes('!') ? 'decision' : undefined;
      return allowed ? [{ to, needs }] : [];
    });
    const allowed = allowedCaseTransitions({ userId: me, role }, { status, assigneeId, statusBy })
      .map(({ to, needs }) => ({ to, needs }))
      .sort((a, b) => caseStatuses.indexOf(a.to) - caseStatuses.indexOf(b.to));
    expect({ status, role, assigneeId, statusBy, allowed }).toMatchObject({ allowed: expected });
  }
});

test('managers give open cases to anyone, others take what nobody has and give back what is theirs', () => {
  for (const { status, role, assigneeId, statusBy } of places) {
    for (const to of [null, me, other]) {
      const waits = status === 'ESCALATED' || status === 'PENDING_REVIEW';
      const own = to === null ? assigneeId === me : to === me && assigneeId === null && !waits;
      const expected = status !== 'CLOSED' && (role !== 'team_member' || own);
      const allowed = mayAssignCase({ userId: me, role }, { status, assigneeId, statusBy }, to);
      expect({ status, role, assigneeId, to, allowed }).toMatchObject({ allowed: expected });
    }
  }
});

test('every status of a case is reached by some way and left by one; only a decision closes', () => {
  for (const status of caseStatuses) {
    expect(caseTransitions[status].length).toBeGreaterThan(0);
    expect(caseStatuses.some((from) => caseTransitions[from].some(({ to }) => to === status))).toBe(true);
  }
  for (const { to, needs } of Object.values(caseTransitions).flat()) {
    expect(needs === 'decision').toBe(to === 'CLOSED');
  }
});

test('everybody writes in cases; owner, admins and managers decide on any', () => {
  for (const role of effectiveRoles) {
    expect([may(role, 'cases.read'), may(role, 'cases.write')]).toEqual([true, true]);
    expect(may(role, 'cases.decide')).toBe(role !== 'team_member');
  }
});
