import type { ComplianceFinding } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { basisWords, ownerWord, thresholdWord } from './finding-labels.ts';
import { findingsQuery, readFindingsSearch } from './findings-search.ts';
import { appliedOf, savedOf } from './saved-filter.ts';
import { endOf, maySnooze } from './snooze.ts';
import { transactionQuery } from './transaction-query.ts';

const id = '4f0a4f7e-9d0a-4c59-8a57-0a0a0a0a0a0a';
const state: ComplianceFinding['after'] = {
  screening: 'scored',
  riskScore: 10,
  overThreshold: false,
  height: 800_000,
  directoryVersion: 7,
};

it('a saved filter keeps tab, filters, order and rows, not the page nor what is open', () => {
  const view = {
    tab: 'active',
    risk: 'high',
    sort: 'amount.asc',
    limit: 50,
    page: 3,
    transaction: id,
  } as const;
  expect(savedOf(view)).toEqual({ tab: 'active', risk: 'high', sort: 'amount.asc', limit: 50 });
  expect(appliedOf({ ...savedOf(view), nonsense: 'x', risk: 'terrible' })).toMatchObject({
    tab: 'active',
    sort: 'amount.asc',
    limit: 50,
    risk: undefined,
    client: undefined,
    page: undefined,
    transaction: undefined,
  });
});

it('the active tab asks for what is to be worked on, and for decisions that wait whatever their reviewer', () => {
  expect(transactionQuery('active', {})).toMatchObject({ group: 'active', queue: 'open' });
  expect(transactionQuery('active', { queue: 'snoozed' })).toMatchObject({
    group: 'active',
    queue: 'snoozed',
  });
  const waiting = transactionQuery('active', { queue: 'approval' });
  expect([waiting.queue, waiting.group]).toEqual(['approval', undefined]);
  expect(transactionQuery('active', { queue: 'all' }).queue).toBeUndefined();
  expect(transactionQuery('archived', {}).queue).toBeUndefined();
});

it('says what a finding rests on, and that later blocks may have a part only where heights differ', () => {
  const count = String;
  expect(basisWords({ before: state, after: { ...state, directoryVersion: 8 } }, count)).toEqual({
    before: 'block 800000, labels of release 7',
    after: 'block 800000, labels of release 8',
    laterBlocks: false,
  });
  expect(basisWords({ before: { ...state, height: null }, after: state }, count)).toMatchObject({
    before: 'no block, labels of release 7',
    laterBlocks: true,
  });
  expect(thresholdWord({ before: state, after: state })).toBeUndefined();
  expect(thresholdWord({ before: state, after: { ...state, overThreshold: true } })).toBe(
    'Now over the risk threshold',
  );
  expect(ownerWord(null)).toBe('unknown');
  expect(readFindingsSearch({ show: 'all', page: '2', other: 1 })).toEqual({ show: 'all', page: 2 });
  expect(findingsQuery({})).toEqual({ status: 'new', page: 1, limit: 10 });
});

it('what is in hand is put aside by its reviewer and by managers, while no decision waits', () => {
  const mine = { status: 'IN_REVIEW', reviewerId: 'me', proposal: null } as const;
  const me = { userId: 'me', role: 'team_member' } as const;
  expect(maySnooze(me, mine)).toBe(true);
  expect(maySnooze({ ...me, userId: 'other' }, mine)).toBe(false);
  expect(maySnooze({ userId: 'other', role: 'manager' }, mine)).toBe(true);
  expect(maySnooze(me, { ...mine, status: 'APPROVED' })).toBe(false);
  const by = { _id: 'me', name: 'Me', email: '' };
  const proposal = { status: 'APPROVED', by, at: '2026-01-01T00:00:00Z', note: null, sar: null } as const;
  expect(maySnooze(me, { ...mine, proposal })).toBe(false);
  expect(endOf('week', 0)).toBe('1970-01-08T00:00:00.000Z');
});
