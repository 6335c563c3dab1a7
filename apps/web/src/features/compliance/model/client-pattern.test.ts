import type { ComplianceTransaction } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { clientPattern } from './client-pattern.ts';

const btc = { symbol: 'BTC', contract: null, decimals: 8 };
const row = (_id: string, amount: string, change: Partial<ComplianceTransaction> = {}) =>
  ({
    _id,
    amount,
    asset: btc,
    direction: 'in',
    presence: 'confirmed',
    status: 'UNASSIGNED',
    timestamp: '2026-11-01T00:00:00Z',
    counterparties: [{ address: 'bc1q', entityId: 'northwind', name: 'Northwind', amount: null }],
    ...change,
  }) as ComplianceTransaction;

test('an amount is compared with the median of the others in its asset and direction', () => {
  const one = row('one', '3100');
  const pattern = clientPattern(one, [
    one,
    row('a', '100', { status: 'APPROVED', timestamp: '2026-10-01T00:00:00Z' }),
    row('b', '200', { status: 'CLOSED_WITH_SAR', counterparties: [] }),
    row('c', '90', { status: 'CLOSED_WITH_NOTE' }),
    row('out', '1', { direction: 'out' }),
    row('gone', '1', { presence: 'withdrawn' }),
    row('eth', '7', { asset: { symbol: 'ETH', contract: null, decimals: 18 } }),
  ]);
  expect(pattern).toMatchObject({
    others: 4,
    median: 100n,
    tenths: 310n,
    sameCounterparty: 3,
    decided: { approved: 1, closed: 1, reported: 1 },
  });
  expect(pattern?.from).toBe(Date.parse('2026-10-01T00:00:00Z') / 1000);
});

test('of an even number, the median lies between the two in the middle; unknown is not zero', () => {
  expect(clientPattern(row('one', '5'), [row('a', '100'), row('b', '200')])?.median).toBe(150n);
  const ether = row('one', '5', { asset: { symbol: 'ETH', contract: null, decimals: 18 } });
  expect(clientPattern(ether, [row('a', '100')])).toMatchObject({ median: null, tenths: null });
  expect(clientPattern(row('one', '5'), [row('one', '5')])).toBeUndefined();
});
