import { chains } from '@hopscope/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FlowParty,
  flowHeight,
  flowWidth,
  intensityOf,
  layOut,
} from '../../../shared/activity/flow-layout.ts';
import { divideInProportion, flowOf } from './flow.ts';
import type { HistoryRow, Side } from './history.ts';

const party = (address: string): FlowParty => ({ id: address, name: address, address, level: 'unknown' });
let made = 0;

function row(direction: HistoryRow['direction'], amount: bigint, sides: Side[], more = false): HistoryRow {
  made += 1;
  return {
    key: String(made),
    txid: `tx${made}`,
    block: 1,
    timestamp: 1,
    direction,
    amount,
    coin: chains.bitcoin.coin,
    ofChain: true,
    sides,
    more,
    words: 'Unknown',
    fee: null,
  };
}

const side = (address: string | null, amount: bigint | null): Side => ({ address, amount });

//
it('divides an amount in proportion without losing or making a unit', () => {
  expect(divideInProportion(10n, [1n, 1n, 1n])).toEqual([4n, 3n, 3n]);
  expect(divideInProportion(5n, [0n, 0n])).toEqual([5n, 0n]);
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 24n });
  fc.assert(
    fc.property(amounts, fc.array(amounts, { minLength: 1, maxLength: 8 }), (amount, weights) => {
      const parts = divideInProportion(amount, weights);
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount);
      expect(parts.every((part) => part >= 0n)).toBe(true);
    }),
  );
});

describe('flow of an address', () => {
  it('sums up by party and splits what several paid together', () => {
    const flow = flowOf(
      [
        row('in', 90n, [side('a', 100n), side('b', 200n)]),
        row('in', 10n, [side('a', 5n)]),
        row('out', 40n, [side('c', 40n)]),
        row('self', 7n, [side('a', 7n)]),
      ],
      party,
    );
    expect(flow.in.entities.map(({ id, amount, transactions }) => [id, amount, transactions])).toEqual([
      ['b', 60n, 1],
      ['a', 40n, 2],
    ]);
    expect([flow.in.total, flow.out.total, flow.transactions]).toEqual([100n, 40n, 3]);
  });

  it('says what was sent as the list of counterparties does: the fee takes its share', () => {
    const sent = { ...row('out', 100n, [side('c', 60n), side('d', 30n)]), fee: 10n };
    const { out } = flowOf([sent], party);
    expect(out.entities.map(({ name, amount }) => [name, amount])).toEqual([
      ['c', 60n],
      ['d', 30n],
      ['Network fee', 10n],
    ]);
    expect(out.total).toBe(100n);
  });

  it('never guesses: an amount that is not known, or sides that were left out, are of nobody', () => {
    const flow = flowOf(
      [
        row('in', 5n, [side('a', null), side('b', 3n)]),
        row('in', 6n, [side('a', 6n)], true),
        row('in', 1n, []),
      ],
      party,
    );
    expect(flow.in.entities.map(({ name, amount, address }) => [name, amount, address])).toEqual([
      ['Unknown', 11n, null],
      ['Unknown', 1n, null],
    ]);
  });

  //
  it('takes the 20 largest transactions and folds what is beyond 10 on a side into others', () => {
    const rows = Array.from({ length: 30 }, (_, i) => row('out', BigInt(i + 1), [side(`a${i}`, 1n)]));
    const flow = flowOf(rows, party);
    expect([flow.transactions, flow.of]).toEqual([20, 30]);
    expect(flow.out.entities).toHaveLength(11);
    expect(flow.out.entities.at(-1)).toMatchObject({ name: '10 others', transactions: 10 });
    const sum = flow.out.entities.reduce((all, { amount }) => all + amount, 0n);
    expect(sum).toBe(flow.out.total);
    expect(sum).toBe(Array.from({ length: 20 }, (_, i) => BigInt(i + 11)).reduce((a, b) => a + b));
  });
});

//
it('colors are as strong as amounts are large, in hundred-millionths of a coin', () => {
  expect(intensityOf(1_000_000_001n, 8)).toBe(0.9);
  expect(intensityOf(1_000_000_000n, 8)).toBe(0.7);
  expect(intensityOf(100_000_000n, 8)).toBe(0.5);
  expect(intensityOf(11n * 10n ** 18n, 18)).toBe(0.9);
  expect(intensityOf(2n * 10n ** 6n, 6)).toBe(0.7);
});

//
it('bands stay in the picture of 800 by 400, names at least 18 pixels apart', () => {
  expect([flowWidth, flowHeight]).toEqual([800, 400]);
  const amounts = [10n ** 12n, ...Array.from({ length: 10 }, () => 1n)];
  const entities = amounts.map((amount, i) => ({ ...party(`a${i}`), amount, transactions: 1 }));
  const total = amounts.reduce((a, b) => a + b);
  const bands = layOut({ entities, total }, total);
  const centers = bands.map(({ y, height }) => y + height / 2);
  expect(centers.slice(1).every((y, i) => y - (centers[i] ?? 0) >= 17.99)).toBe(true);
  const last = bands.at(-1);
  expect(Math.min(...bands.map(({ y }) => y))).toBeGreaterThan(16);
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(flowHeight);
  expect(layOut({ entities: [], total: 0n }, 0n)).toEqual([]);
});
