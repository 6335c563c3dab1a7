import { expect, test } from 'vitest';
import { caseProblems, caseValues, changedNames, emptyCaseForm, mergeCaseForm } from './case-form.ts';
import { caseRights } from './case-rights.ts';
import { sizeText, valueText } from './case-labels.ts';
import { isCaseFiltered, readCaseSearch, readCasesSearch } from './cases-search.ts';

const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

test('the address bar of the list is read, and what is none of its values is left out', () => {
  expect(
    readCasesSearch({ status: 'ESCALATED', page: '3', search: 12, assignee: id, sort: 'dueAt.asc' }),
  ).toEqual({
    status: 'ESCALATED',
    page: 3,
    search: '12',
    assignee: id,
    sort: 'dueAt.asc',
  });
  expect(
    readCasesSearch({ status: 'OPEN', page: 1, search: ' ', assignee: 'me', sort: 'x', new: 'no' }),
  ).toEqual({});
  expect(isCaseFiltered({ page: 2, sort: 'dueAt.asc' })).toBe(false);
  expect(isCaseFiltered({ group: 'closed' })).toBe(true);
  expect(readCaseSearch({ dialog: 'status', what: 'ESCALATED', page: 2 })).toEqual({
    dialog: 'status',
    what: 'ESCALATED',
    page: 2,
  });
  expect(readCaseSearch({ dialog: 'delete' })).toEqual({});
});

test('a form becomes what is sent: texts without blanks around, tags apart, a day as its last second', () => {
  const form = { ...emptyCaseForm, title: ' A ', tags: 'x; ;y ', dueAt: '2026-02-28', clientId: ' ' };
  expect(caseValues(form)).toEqual({
    title: 'A',
    description: '',
    priority: 'MEDIUM',
    clientId: null,
    tags: ['x', 'y'],
    dueAt: '2026-02-28T23:59:59.000Z',
  });
  expect(caseProblems(form)).toEqual({});
  expect(caseProblems({ ...form, title: ' ', tags: 'z'.repeat(61) })).toEqual({
    title: 'Please enter a title',
    tags: 'A tag has at most 60 characters',
  });
});

test('what others changed comes in, and what I changed stays mine', () => {
  const base = { ...emptyCaseForm, title: 'A', description: 'd' };
  const mine = { ...base, title: 'Mine' };
  const theirs = { ...base, title: 'Theirs', description: 'new' };
  expect(mergeCaseForm(base, mine, theirs)).toEqual({ ...base, title: 'Mine', description: 'new' });
  expect(changedNames(theirs, mergeCaseForm(base, mine, theirs))).toEqual(['title']);
});

test('buttons are those that the server would let somebody use', () => {
  const person = (_id: string) => ({ _id, name: 'Ada', email: 'a@example.org' });
  const open = { status: 'UNDER_REVIEW', statusBy: null, assignedTo: person('me') } as const;
  const mine = caseRights('me', 'team_member', open);
  expect(mine).toMatchObject({ writes: true, decides: true, reopens: false, manages: false });
  expect(mine.statuses).toContainEqual({ to: 'ESCALATED', needsNote: true });
  const other = caseRights('me', 'team_member', { ...open, assignedTo: person('you') });
  expect(other).toMatchObject({ writes: true, decides: false, statuses: [] });
  const closed = { ...open, status: 'CLOSED' } as const;
  expect(caseRights('me', 'team_member', closed)).toMatchObject({
    writes: false,
    reopens: false,
    statuses: [],
  });
  expect(caseRights('me', 'manager', closed)).toMatchObject({ writes: false, reopens: true, decides: false });
});

test('values of changes and sizes are words', () => {
  const moment = (seconds: number) => `at ${String(seconds)}`;
  expect(valueText('status', 'AWAITING_RESPONSE', moment)).toBe('Awaiting response');
  expect(valueText('title', 'CLOSED', moment)).toBe('CLOSED');
  expect(valueText('dueAt', '1970-01-01T00:01:00.000Z', moment)).toBe('at 60');
  expect([
    valueText('tags', [], moment),
    valueText('done', true, moment),
    valueText('clientId', null, moment),
  ]).toEqual(['none', 'yes', 'none']);
  expect([sizeText(15), sizeText(1536), sizeText(20 * 1024 * 1024)]).toEqual(['15 B', '1.5 KB', '20 MB']);
});
