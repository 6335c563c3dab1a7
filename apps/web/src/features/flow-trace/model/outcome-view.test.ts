import { shareText, type TraceOutcome } from '@hopscope/canvas';
import { describe, expect, it } from 'vitest';
import { outcomePictures, placeBands } from './outcome-view.ts';

const btc = { chain: 'bitcoin', symbol: 'BTC', contract: null, decimals: 8 } as const;
const end = (reason: string, amount: string, name: string | null = null): TraceOutcome['ends'][number] => ({
  reason,
  amount,
  entity: name === null ? null : { id: name, name },
  asset: btc,
  count: 1,
  places: [],
});
const outcome: TraceOutcome = {
  kind: 'outcome',
  id: 'outcome:1',
  direction: 'forward',
  method: 'haircut',
  starts: ['bitcoin:a'],
  ends: [
    end('unspent', '600'),
    end('service', '250', 'Alder'),
    end('service', '149', 'Birch'),
    end('fee', '1'),
  ],
};

describe('picture of where money ended', () => {
  it('has a band for each reason with its share of the traced amount', () => {
    const [picture] = outcomePictures(outcome);
    expect(picture?.amount).toBe(1000n);
    expect(picture?.bands.map(({ reason, amount, share, count }) => [reason, amount, share, count])).toEqual([
      ['unspent', 600n, 6000, 1],
      ['service', 399n, 3990, 2],
      ['fee', 1n, 10, 1],
    ]);
  });

  it('writes shares without losing small ones', () => {
    expect([shareText(6000, 600n), shareText(10, 1n), shareText(0, 1n), shareText(0, 0n)]).toEqual([
      '60.00%',
      '0.10%',
      '<0.01%',
      '0.00%',
    ]);
  });

  it('divides the trunk by share, and gives each row its room', () => {
    const places = placeBands(outcomePictures(outcome)[0]?.bands ?? [], 40);
    expect(places.map(({ from, to }) => [from, to])).toEqual([
      [0, 3],
      [72, 43],
      [119.88, 83],
    ]);
    expect(places.map(({ thickness }) => thickness)).toEqual([72, 47.88, 1]);
  });
});
