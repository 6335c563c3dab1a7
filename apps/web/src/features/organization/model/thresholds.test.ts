import { texts } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { readThresholds } from './thresholds.ts';

it('reads whole scores and amounts with point or comma', () => {
  expect(readThresholds({ risk: '70', transaction: '30' })).toEqual({
    body: { settings: { riskScoreThreshold: 70, transactionThreshold: 30 } },
  });
  expect(readThresholds({ risk: ' 0 ', transaction: '12,50' })).toEqual({
    body: { settings: { riskScoreThreshold: 0, transactionThreshold: 12.5 } },
  });
});

//
it('asks for what is missing or no number', () => {
  expect(readThresholds({ risk: '', transaction: 'many' })).toEqual({
    problems: { risk: texts.riskThresholdRequired, transaction: texts.transactionThresholdRequired },
  });
});

//
it.each([
  [{ risk: '101', transaction: '30' }, 'risk'],
  [{ risk: '70.5', transaction: '30' }, 'risk'],
  [{ risk: '70', transaction: '0.001' }, 'transaction'],
])('refuses %j', (form, field) => {
  expect(readThresholds(form)).toHaveProperty(`problems.${field}`);
});
