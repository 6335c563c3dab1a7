import type { ComplianceTransaction } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { riskiestOf, storiesOf } from './stories.ts';

const row = (
  _id: string,
  change: Partial<Pick<ComplianceTransaction, 'clientId' | 'direction' | 'riskScores'>> & {
    from?: { address: string; entityId: string | null };
  },
) =>
  ({
    _id,
    address: 'bc1qclient',
    clientId: change.clientId === undefined ? 'C-1' : change.clientId,
    direction: change.direction ?? 'in',
    riskScores: change.riskScores ?? [],
    counterparties: change.from ? [{ ...change.from, name: null, amount: null }] : [],
  }) as unknown as ComplianceTransaction;

const blackreef = { address: 'bc1qone', entityId: 'blackreef' };

test('payments of one entity to one client are a story, wherever they are on the page', () => {
  const stories = storiesOf([
    row('a', { from: blackreef, riskScores: [94] }),
    row('b', { from: { address: 'bc1qx', entityId: null } }),
    row('c', { from: { ...blackreef, address: 'bc1qtwo' }, riskScores: [95] }),
    row('d', { from: blackreef, direction: 'out' }),
    row('e', { from: blackreef, clientId: 'C-2' }),
    row('f', { from: blackreef, clientId: null }),
  ]);
  expect(stories.map(({ rows }) => rows.map(({ _id }) => _id))).toEqual([
    ['a', 'c'],
    ['b'],
    ['d'],
    ['e'],
    ['f'],
  ]);
  expect(stories[0] && riskiestOf(stories[0])?._id).toBe('c');
});

test('without a counterparty, nothing is known to belong together', () => {
  expect(storiesOf([row('a', {}), row('b', {})])).toHaveLength(2);
});
