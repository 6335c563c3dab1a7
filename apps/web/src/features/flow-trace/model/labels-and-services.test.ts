import { documentOf, emptyDocument } from '@hopscope/canvas';
import { describe, expect, it } from 'vitest';
import { fullAmount, labelAmount } from './node-labels.ts';
import { btc, profile, transfer, wallet } from './records.fixture.ts';
import { emphasisOf, toRenderModel } from './to-render-model.ts';

const options = { aggregated: true, time: null, shares: null, unfolded: new Set<string>() } as const;

describe('labels of amounts', () => {
  it('rounds amounts to the room of a label', () => {
    expect(labelAmount(11_840_000_000n, 8)).toBe('118.4');
    expect(labelAmount(9_631_114_000n, 8)).toBe('96.31');
    expect(labelAmount(1n, 8)).toBe('0.00000001');
    expect(labelAmount(123_456_789n, 18)).toBe('0.0000000001235');

    expect(labelAmount(99_999_999_999n, 8)).toBe('1,000');
    expect(labelAmount(58_188_567_890n, 8)).toBe('581.9');
    expect(labelAmount(0n, 8)).toBe('0');
    expect(labelAmount(2n ** 256n, 18)).toMatch(/×10\^59$/);
    expect(fullAmount('9007199254740993', btc)).toBe('90,071,992.54740993 BTC');
  });
});

describe('services', () => {
  it('folds the addresses of a service into one symbol, until it is opened', () => {
    const exchange = { ...profile, name: 'Alder', entityId: 'e', entityType: 'exchange', risk: 12 };
    const records = [
      wallet('a', { traced: true }),
      wallet('b', { x: 220 }),
      transfer('a', 'b', 't1:0'),
      wallet('c', { x: 440, profile: exchange }),
      wallet('d', { x: 440, y: 100, profile: { ...exchange, risk: 30 } }),
      transfer('b', 'c', 't3:0'),
      transfer('b', 'd', 't4:0'),
    ];
    const folded = toRenderModel(documentOf(records, emptyDocument), options);
    const symbol = folded.nodes.find(({ id }) => id === 'entity:e');
    expect(symbol).toMatchObject({
      title: 'Alder',
      detail: '2 addresses',
      risk: 30,
      icon: 'exchange',
      y: 50,
    });
    expect(folded.edges.filter(({ to }) => to === 'entity:e')).toMatchObject([
      { count: 2, amount: 200_000_000n },
    ]);
    const { chosen } = emphasisOf(folded, ['bitcoin:c', 'bitcoin:d']);
    expect(chosen.has('entity:e')).toBe(true);
    const single = toRenderModel(documentOf(records, emptyDocument), {
      ...options,
      unfolded: new Set(['e']),
    });
    expect(single.nodes.map(({ id }) => id)).toContain('bitcoin:d');
    const none = toRenderModel(documentOf(records, emptyDocument), { ...options, unfolded: null });
    expect(none.nodes).toHaveLength(single.nodes.length);
  });
});
