import type { MonitoredAddress, OrganizationMember } from '@hopscope/contract';
import { expect, it } from 'vitest';
import {
  changedFields,
  emptyAddressForm,
  formOfAddress,
  mergeAddress,
  newAddressOf,
  problemsOfForm,
} from './address-form.ts';
import { problemOfAmount, typedOfUnits, unitsOfTyped } from './amount-field.ts';
import { freshRows } from './fresh-rows.ts';
import { reviewerOptions } from './reviewer-options.ts';
import { readScreenerSearch, rowsFor } from './screener-search.ts';
import { complianceTexts } from './texts.ts';
import { transactionQuery } from './transaction-query.ts';
import { averageScore, eventTitle, screeningWord, statusTone, sumOfAmounts } from './transaction-labels.ts';

const entry: MonitoredAddress = {
  _id: 'e',
  address: 'bc1q',
  blockchain: 'bitcoin',
  clientId: 'C-1',
  notes: null,
  tags: ['a', 'b'],
  entityName: null,
  riskThreshold: 40,
  isActive: true,
  outgoing: false,
  past: null,
  walletId: null,
  version: 3,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};

it('reads the address bar, ids that look like numbers as text, and leaves out what is none of its values', () => {
  const id = '4f0a4f7e-9d0a-4c59-8a57-0a0a0a0a0a0a';
  expect(
    readScreenerSearch({
      tab: 'active',
      page: '3',
      limit: 50,
      sort: 'amount.asc',
      client: 2024,
      transaction: id,
    }),
  ).toEqual({ tab: 'active', page: 3, limit: 50, sort: 'amount.asc', client: '2024', transaction: id });
  expect(
    readScreenerSearch({
      tab: 'unassigned',
      page: 1,
      limit: 11,
      sort: 'x',
      risk: 'x',
      from: '1.1.2026',
    }),
  ).toEqual({});
});

//
it('asks for a tab with all filters; days from their start to their end, amounts as whole units', () => {
  expect(transactionQuery('unassigned', { reviewer: 'r' })).toEqual({
    status: 'UNASSIGNED',
    page: 1,
    limit: 10,
    sortBy: 'riskScores',
    sortOrder: 'desc',
  });
  expect(transactionQuery('archived', {})).toMatchObject({ sortBy: 'timestamp', sortOrder: 'desc' });
  expect(
    transactionQuery('active', {
      status: 'HOLD',
      from: '2026-11-14',
      to: '2026-11-20',
      minAmount: '1000000',
      risk: 'high',
      page: 2,
      limit: 100,
      sort: 'riskScores.asc',
    }),
  ).toEqual({
    group: 'active',
    queue: 'open',
    status: 'HOLD',
    'timestamp[from]': '2026-11-14T00:00:00.000Z',
    'timestamp[to]': '2026-11-20T23:59:59.999Z',
    minAmount: '1000000',
    riskLevel: 'high',
    page: 2,
    limit: 100,
    sortBy: 'riskScores',
    sortOrder: 'asc',
  });
  // A status of another tab doesn't filter anything.
  expect(transactionQuery('archived', { status: 'HOLD' })).not.toHaveProperty('status');
});

it('a page has more rows in windows with room for them; without a window the usual ten', () => {
  expect([0, 720, 900, 1440].map(rowsFor)).toEqual([10, 10, 50, 50]);
});

//
it('amounts are typed in BTC and sent times 1e8, never through floating point', () => {
  expect(unitsOfTyped('0.0001', 8)).toBe('10000');
  expect(unitsOfTyped('20999999.9769', 8)).toBe('2099999997690000');
  expect(unitsOfTyped('1,5', 8)).toBe('150000000');
  expect(unitsOfTyped('0.1', 18)).toBe('100000000000000000');
  for (const text of ['-1', 'x', '1.123456789', '1e5', '.5']) expect(unitsOfTyped(text, 8)).toBeUndefined();
  expect(unitsOfTyped(' ', 8)).toBe('');
  expect(problemOfAmount(' -1', 8)).toBe('An amount of at least 0');
  expect(problemOfAmount('1.123456789', 8)).toBe('A number with at most 8 decimals');
  expect(typedOfUnits('10000', 8)).toBe('0.0001');
  expect(typedOfUnits('150000000', 8)).toBe('1.5');
  expect(typedOfUnits(undefined, 8)).toBe('');
});

it('the score of a transaction is an average; no score is unknown', () => {
  expect(averageScore([70, 71])).toBe(71);
  expect(averageScore([])).toBeNull();
  expect(screeningWord('pending')).toBe('Screening');
  expect(screeningWord('nothing_known')).toBeUndefined();
});

//
it('closed statuses are red, HOLD yellow, APPROVED green, others grey', () => {
  expect(
    (
      [
        'UNASSIGNED',
        'UNREVIEWED',
        'IN_REVIEW',
        'HOLD',
        'APPROVED',
        'CLOSED_WITH_NOTE',
        'CLOSED_WITH_SAR',
      ] as const
    ).map(statusTone),
  ).toEqual(['gray', 'gray', 'gray', 'orange', 'green', 'red', 'red']);
  expect(eventTitle({ kind: 'status', from: 'IN_REVIEW', to: 'HOLD' })).toBe('In review → Hold');
});

it('adds up amounts of one asset alone', () => {
  const btc = { symbol: 'BTC', contract: null, decimals: 8 };
  const eth = { symbol: 'ETH', contract: null, decimals: 18 };
  expect(
    sumOfAmounts([
      { amount: '9007199254740993', asset: btc },
      { amount: '1', asset: btc },
    ])?.amount,
  ).toBe(9007199254740994n);
  expect(
    sumOfAmounts([
      { amount: '1', asset: btc },
      { amount: '1', asset: eth },
    ]),
  ).toBeUndefined();
});

//
it('an address and its blockchain are required; bitcoin is what a new one begins with', () => {
  expect(problemsOfForm({ ...emptyAddressForm, blockchain: '' })).toEqual({
    address: 'Please input the address',
    blockchain: 'Please select the blockchain',
  });
  expect(emptyAddressForm.blockchain).toBe('bitcoin');
  expect(problemsOfForm({ ...formOfAddress(entry), riskThreshold: '101' })).toHaveProperty('riskThreshold');
  expect(newAddressOf({ ...emptyAddressForm, address: ' bc1q ', tags: 'a; a;b;' })).toMatchObject({
    address: 'bc1q',
    tags: ['a', 'b'],
    clientId: null,
    riskThreshold: null,
  });
  expect(newAddressOf(emptyAddressForm)).not.toHaveProperty('pastFrom');
  expect(newAddressOf({ ...emptyAddressForm, pastFrom: '2026-01-31' }).pastFrom).toBe(
    '2026-01-31T00:00:00.000Z',
  );
});

it('knows what a form changes, and merges it with what somebody else has changed', () => {
  const form = { ...formOfAddress(entry), clientId: 'C-2', notes: 'mine' };
  expect(changedFields(entry, formOfAddress(entry))).toEqual([]);
  expect(changedFields(entry, form)).toEqual(['clientId', 'notes']);
  const current = { ...entry, version: 4, clientId: 'C-3', isActive: false };
  const { merged, clashes, theirs } = mergeAddress(entry, form, current);
  expect(clashes).toEqual([{ field: 'clientId', mine: 'C-2', theirs: 'C-3' }]);
  expect(theirs).toEqual(['clientId', 'isActive']);
  expect(merged).toMatchObject({ clientId: 'C-2', notes: 'mine', isActive: '' });
});

it('rows that are shown stay and take on what is new; new ones are counted', () => {
  const row = (_id: string, version = 1) => ({ _id, version });
  const shown = { transactions: [row('b'), row('c')], total: 2 };
  expect(freshRows(shown, { transactions: [row('a'), row('b', 2)], total: 3 })).toEqual({
    rows: [row('b', 2), row('c')],
    added: 1,
    gone: true,
  });
  expect(freshRows(shown, { transactions: [row('c')], total: 1 })).toMatchObject({ added: 0 });
  expect(freshRows(shown, { transactions: [row('b'), row('c')], total: 2 })).toMatchObject({ gone: false });
  expect(freshRows(shown, { transactions: [row('x'), row('c')], total: 2 }).added).toBe(1);
});

//
it('pending members cannot be picked as reviewers; team members take for themselves alone', () => {
  const member = (name: string, status: 'active' | 'pending'): OrganizationMember => ({
    _id: `m-${name}`,
    userId: status === 'active' ? name : null,
    name,
    surname: 'Example',
    email: `${name}@example.org`,
    role: 'team_member',
    status,
    invitedBy: null,
    joinedAt: null,
  });
  const members = [member('ada', 'active'), member('grace', 'active'), member('eve', 'pending')];
  const waiting = [{ status: 'UNASSIGNED', reviewerId: null }] as const;
  expect(reviewerOptions(members, { userId: 'grace', role: 'manager' }, waiting)).toEqual([
    { value: 'grace', label: 'grace Example (me)' },
    { value: 'ada', label: 'ada Example' },
    { value: 'pending m-eve', label: 'eve@example.org (pending)', disabled: true },
  ]);
  expect(
    reviewerOptions(members, { userId: 'grace', role: 'team_member' }, waiting).filter(
      ({ disabled }) => !disabled,
    ),
  ).toEqual([{ value: 'grace', label: 'grace Example (me)' }]);
});

//
it('has the quoted words for what could not be loaded', () => {
  const { transactionsFailed, addressesFailed, filteredFailed, uploadFailed } = complianceTexts;
  expect([transactionsFailed, addressesFailed, filteredFailed, uploadFailed]).toEqual([
    'Failed to fetch compliance transactions',
    'Failed to fetch monitored addresses',
    'Failed to fetch filtered addresses',
    'Failed to bulk upload addresses',
  ]);
});
