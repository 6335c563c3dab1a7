import { expect, it } from 'vitest';
import { readApproval } from './approval.ts';

it('an empty field asks for no second person, and is not 0', () => {
  expect(readApproval({ score: '', amount: ' ' })).toEqual({
    body: { settings: { approvalRiskScore: null, approvalAmount: null } },
  });
  expect(readApproval({ score: '0', amount: '10000,50' })).toEqual({
    body: { settings: { approvalRiskScore: 0, approvalAmount: 10_000.5 } },
  });
});

it.each([
  ['101', '', 'score'],
  ['7.5', '', 'score'],
  ['many', '', 'score'],
  ['', '-1', 'amount'],
  ['', '1.005', 'amount'],
])('refuses %s and %s', (score, amount, field) => {
  const read = readApproval({ score, amount });
  expect('problems' in read ? Object.keys(read.problems) : []).toEqual([field]);
});
