import { describe, expect, test } from 'vitest';
import { conditionCount, typeOptions } from './block-filter.ts';
import { bandName, joinEmpty, rateText, shareOf } from './fee-bands.ts';

const formats = { decimal: (text: string) => text };
const band = { from: '0', to: '1', count: 1, size: 1 };

describe('bands of fee rates', () => {
  test('are named by their bounds', () => {
    expect(bandName(band, 'bitcoin', formats)).toBe('under 1');
    expect(bandName({ ...band, from: '5', to: '6' }, 'bitcoin', formats)).toBe('5–6');
    expect(bandName({ ...band, from: '1000', to: null }, 'bitcoin', formats)).toBe('1000 or more');
    expect(bandName({ ...band, from: '10000000', to: '1500000000' }, 'ethereum', formats)).toBe('0.01–1.5');
  });
  test('rates of Ethereum are in gwei', () => {
    expect(rateText('2000000000', 'ethereum', formats)).toBe('2');
    expect(rateText('1', 'ethereum', formats)).toBe('0.000000001');
    expect(rateText('0', 'ethereum', formats)).toBe('0');
  });
  test('that are empty beside each other are one', () => {
    const bands = [
      band,
      ...[1, 2, 3].map((n) => ({ from: `${n}`, to: `${n + 1}`, count: 0, size: 0 })),
      band,
    ];
    expect(joinEmpty(bands)).toEqual([band, { from: '1', to: '4', count: 0, size: 0 }, band]);
  });
  test('take their part of the room', () => {
    expect(shareOf(1, [band, { ...band, size: 3 }])).toBe(0.25);
    expect(shareOf(0, [])).toBe(0);
  });
});

describe('filter of a block', () => {
  test('each chain has types of its own', () => {
    expect(typeOptions('bitcoin').map(({ value }) => value)).toContain('coinjoin');
    expect(typeOptions('ethereum').map(({ value }) => value)).not.toContain('coinbase');
    expect(typeOptions('bitcoin').length + typeOptions('ethereum').length).toBe(10);
  });
  test('conditions are counted', () => {
    expect(conditionCount({ type: 'coinbase', entity: undefined, minAmount: '0' })).toBe(2);
  });
});
