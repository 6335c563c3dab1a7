import { describe, expect, it } from 'vitest';
import { btc } from './records.fixture.ts';
import { autoWords, conversionWords, pathWords, stopLines, type TraceHop } from './run-labels.ts';

describe('what a run came to', () => {
  it('says why it ended, and where funds met', () => {
    const account = {
      asset: btc,
      followed: '250000000',
      stops: [
        { reason: 'service' as const, amount: '200000000', count: 2 },
        { reason: 'unspent' as const, amount: '50000000', count: 1 },
      ],
    };
    const end = {
      line: 'end' as const,
      reason: 'hops' as const,
      accounts: [account],
      convergence: [
        {
          node: 'bitcoin:x',
          asset: btc,
          starts: [
            { start: 0, amount: '1' },
            { start: 1, amount: '2' },
          ],
        },
      ],
      reads: 1,
      nodes: 1,
      rounds: 1,
    };
    expect(autoWords(end, (id) => id.slice('bitcoin:'.length))).toEqual([
      'Stopped at the hop limit.',
      'Funds of 2 start addresses converge at x: 0.00000001 BTC and 0.00000002 BTC.',
    ]);
  });

  it('names the first conversions that were followed', () => {
    const hop = (amount: string): TraceHop => ({
      kind: 'conversion',
      basis: 'exact',
      transaction: 't',
      node: 'a',
      to: 'a',
      gave: { asset: btc, amount },
      got: { asset: { ...btc, symbol: 'XUSD', decimals: 0 }, amount: '8000' },
      entity: null,
      record: null,
    });
    expect(conversionWords([])).toEqual([]);
    expect(conversionWords([hop('100000000')])).toEqual(['Followed conversions: 1 BTC into 8,000 XUSD.']);
    expect(conversionWords(['1', '2', '3', '4', '5'].map(hop))[0]).toMatch(/, and 2 more\.$/);
  });

  it('sums where money came to rest, but not of poison, whose amounts do not add up', () => {
    const stop = {
      node: null,
      asset: btc,
      hops: 1,
      transaction: 't',
      start: 0,
      entity: null,
      category: null,
      crossing: null,
    };
    const [fee, unspent] = [
      { ...stop, reason: 'fee' as const },
      { ...stop, reason: 'unspent' as const },
    ];
    const stops = [
      { ...fee, amount: '4000' },
      { ...unspent, amount: '9007199254740993' },
      { ...fee, amount: '4000' },
      { ...unspent, amount: '7', entity: { id: 'e', name: 'Alder' } },
    ];
    expect(stopLines(stops, true)).toEqual([
      'Unspent: 90,071,992.54740993 BTC',
      'Paid as a fee: 0.00008 BTC at 2 endpoints',
      'Unspent: 0.00000007 BTC at Alder',
    ]);
    expect(stopLines(stops, false)).toHaveLength(4);
  });

  it('says of a path whether a better one may have been missed, and what was not walked through', () => {
    const end = {
      line: 'end' as const,
      results: [
        { direction: 'forward' as const, outcome: 'found' as const, proven: true },
        { direction: 'backward' as const, outcome: 'none_within_bounds' as const, proven: false },
      ],
      notWalked: { services: 3, hubs: 0, coinJoins: 1, tooLarge: 0 },
      bounds: ['At most 12 hops.'],
      reads: 1,
      nodes: 1,
      rounds: 1,
    };
    const widthAsset = { chain: 'ethereum' as const, symbol: 'XUSD', contract: '0x1', decimals: 6 };
    expect(pathWords(end, [{ direction: 'forward', width: '1500000', widthAsset }])).toEqual([
      'From A to B: Path found (optimal).',
      'From B to A: No path found within the limits. A path may exist beyond them.',
      'At most 1.5 XUSD can have reached B this way.',
      'Not searched through: 3 services, 1 CoinJoin.',
      'At most 12 hops.',
    ]);
  });
});
