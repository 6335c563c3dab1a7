import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/depth.ts';
import type { CategoryId } from '../categories/categories.ts';
import { linksAt } from './divide.ts';
import { farLimits, type SmallTransaction, smallBitcoin, smallEthereum } from './ledger.fixture.ts';
import { bitcoinPool } from './commingled-pools.ts';
import { type CommingledPool, type Lot, taintMethods, type WalkLimits, type WalkResult } from './types.ts';
import { walkExposure } from './walk.ts';

const runs = propertyRuns(60);
const method = fc.constantFrom(...taintMethods);
const direction = fc.constantFrom('backward' as const, 'forward' as const);

/** A small economy: each transaction spends some of what is unspent, and pays it to some of nine addresses. */
const economy = fc
  .array(
    fc.record({
      picks: fc.array(fc.nat(1000), { maxLength: 3 }),
      pays: fc.array(fc.tuple(fc.nat(8), fc.integer({ min: 1, max: 50 })), { minLength: 1, maxLength: 3 }),
      unknown: fc.boolean(),
      coinJoin: fc.integer({ min: 0, max: 12 }),
    }),
    { minLength: 3, maxLength: 25 },
  )
  .map((steps) => {
    const unspent: { id: string; amount: bigint }[] = [];
    return steps.map(({ picks, pays, unknown, coinJoin }, i): SmallTransaction => {
      const spent = picks.flatMap((pick) => unspent.splice(pick % Math.max(unspent.length, 1), 1));
      const all = spent.reduce((sum, { amount }) => sum + amount, 0n);
      const weight = pays.reduce((sum, [, part]) => sum + part, 1);
      const open = unknown && spent.length > 1 && i % 5 === 0;
      const paid = pays.map(([to, part]): [string, bigint] => {
        const amount = spent.length > 0 ? (all * BigInt(part)) / BigInt(weight) : BigInt(part * 1000);
        return [to === 0 ? 'self' : `a${to}`, amount];
      });
      const id = `t${String(i).padStart(2, '0')}`;
      paid.forEach(([, amount], vout) => {
        if (amount > 0n) unspent.push({ id: `${id}:${vout}`, amount });
      });
      const spends = [...spent.map((one) => one.id), ...(open ? ['?'] : [])];
      return { id, spends, pays: paid, coinJoin: coinJoin === 0 && spends.length > 0 };
    });
  });

const labels = { a1: 'stolen', a2: 'exchange', a3: 'mixer' } as const satisfies Record<string, CategoryId>;
const clusters = { a4: 'c', a5: 'c' };
const limits = fc.record({
  hops: fc.integer({ min: 0, max: 6 }),
  budget: fc.integer({ min: 0, max: 40 }),
  rounds: fc.integer({ min: 0, max: 12 }),
  minimum: fc.bigInt({ min: 0n, max: 300n }),
});

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n);
const bytes = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));

const stolenIn = (exposures: WalkResult['exposures']): bigint =>
  sum(exposures.filter(({ category }) => category === 'stolen').map(({ amount }) => amount));

/** What every result has to hold. */
function check(result: WalkResult, total: bigint): void {
  expect(result.total).toBe(total);
  expect(sum([...result.exposures, ...result.rests].map(({ amount }) => amount))).toBe(total);
  const shares = [...result.exposures, ...result.rests].map(({ share }) => share);
  expect(shares.reduce((all, share) => all + share, 0)).toBe(total === 0n ? 0 : 1_000_000);
  for (const { amount, byHops, hops, path, evidence } of result.exposures) {
    expect(sum(byHops.map((one) => one.amount))).toBe(amount);
    expect(byHops[0]?.hops).toBe(hops);
    expect(path.length).toBeGreaterThan(0);
    expect(sum(evidence.map((one) => one.amount))).toBe(amount);
  }
}

describe('A walk over any small economy', () => {
  test('conserves amounts and shares with every method, and gives the same bytes however it is read', async () => {
    await fc.assert(
      fc.asyncProperty(economy, method, direction, limits, async (transactions, taint, way, some) => {
        const ledger = smallBitcoin(transactions, { labels, clusters });
        const roots = ledger.receipts('self');
        const question = {
          direction: way,
          method: taint,
          self: 'self',
          roots,
          notListed: 7n,
          limits: { ...farLimits, ...some },
        };
        const result = await walkExposure(question, ledger.reader);
        check(result, sum(roots.map(({ amount }) => amount)) + 7n);
        const reversed = await walkExposure(
          { ...question, roots: roots.toReversed() },
          {
            async read(lots, whither) {
              const pieces = await Promise.all(lots.map((one) => ledger.reader.read([one], whither)));
              return new Map(pieces.toReversed().flatMap((piece) => [...piece]));
            },
          },
        );
        expect(bytes(reversed)).toBe(bytes(result));
      }),
      runs,
    );
  });

  test('more budget or rounds take nothing away from what a category had (all but poison)', async () => {
    const amount = fc.constantFrom('haircut' as const, 'fifo' as const, 'lifo' as const);
    const more = fc.constantFrom('budget' as const, 'rounds' as const);
    await fc.assert(
      fc.asyncProperty(
        economy,
        amount,
        direction,
        limits,
        more,
        async (transactions, taint, way, some, which) => {
          const ledger = smallBitcoin(transactions, { labels, clusters });
          const ask = (given: WalkLimits) =>
            walkExposure(
              { direction: way, method: taint, self: 'self', roots: ledger.receipts('self'), limits: given },
              ledger.reader,
            );
          const few = await ask({ ...farLimits, ...some });
          const many = await ask({ ...farLimits, ...some, [which]: some[which] + 5 });
          for (const { category, direct, entity, amount: had } of few.exposures) {
            const has = many.exposures.find(
              (one) => one.category === category && one.direct === direct && one.entity?.id === entity?.id,
            );
            expect(has?.amount ?? 0n).toBeGreaterThanOrEqual(had);
          }
        },
      ),
      runs,
    );
  });

  test('poison finds at least as much of what is stolen as any other method', async () => {
    await fc.assert(
      fc.asyncProperty(economy, async (transactions) => {
        const ledger = smallBitcoin(transactions, { labels });
        const question = {
          direction: 'backward',
          self: 'self',
          roots: ledger.receipts('self'),
          limits: farLimits,
        } as const;
        const results = await Promise.all(
          taintMethods.map((one) => walkExposure({ ...question, method: one }, ledger.reader)),
        );
        const poison = results.at(-1);
        for (const { exposures } of results.slice(0, 3)) {
          const had = stolenIn(exposures);
          expect(stolenIn(poison?.exposures ?? [])).toBeGreaterThanOrEqual(had);
        }
      }),
      runs,
    );
  });
});

describe('A walk over accounts', () => {
  const names = ['self', 's', 'x', 'y', 'thief', 'shop'];
  const movement = fc.record({
    from: fc.constantFrom(null, ...names),
    to: fc.constantFrom(null, ...names),
    amount: fc.bigInt({ min: 1n, max: 10n ** 20n }),
  });
  const openings = fc.constantFrom({}, { s: 5n * 10n ** 19n }, { s: undefined }, { x: undefined, self: 3n });

  test('conserves amounts and shares with every method, also where more leaves than is known to have come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(movement, { maxLength: 30 }),
        openings,
        method,
        direction,
        limits,
        async (all, before, taint, way, some) => {
          const movements = all.flatMap((one, i) =>
            one.from === null && one.to === null ? [] : [{ ...one, id: `m${i}` }],
          );
          const ledger = smallEthereum(movements, {
            labels: { thief: 'stolen', shop: 'exchange' },
            openings: before,
          });
          const roots = ledger.receipts('self');
          const result = await walkExposure(
            { direction: way, method: taint, self: 'self', roots, limits: { ...farLimits, ...some } },
            ledger.reader,
          );
          check(result, sum(roots.map(({ amount }) => amount)));
        },
      ),
      runs,
    );
  });
});

describe('The division of a transaction', () => {
  const lot = (id: string, amount: bigint): Lot => ({ id, transaction: 't', amount, owner: undefined });
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 21n * 10n ** 14n }), { minLength: 1, maxLength: 8 });

  /** Inputs and outputs of a transaction that pays out part of what it spends. */
  function poolOf(spent: readonly bigint[], paid: readonly bigint[]): CommingledPool {
    const all = sum(spent);
    const weight = sum(paid) + 1n;
    return bitcoinPool({
      txid: 't',
      coinbase: false,
      coinJoin: false,
      inputs: spent.map((amount, i) => lot(`in${i}`, amount)),
      outputs: paid.map((amount, i) => lot(`out${i}`, (all * amount) / weight)),
    });
  }

  test('conserves every input and every output exactly: haircut, FIFO, LIFO', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.constantFrom('haircut', 'fifo', 'lifo'), (spent, paid, taint) => {
        const pool = poolOf(spent, paid);
        for (const flow of ['in', 'out'] as const) {
          const lots = pool.entries.flatMap((entry) =>
            entry.flow === flow && 'lot' in entry ? [entry.lot] : [],
          );
          const way = flow === 'in' ? 'forward' : 'backward';
          const links = linksAt(pool, taint, way, new Set(lots.map(({ id }) => id)));
          for (const { id, amount } of lots) {
            expect(sum((links.get(id) ?? []).map((link) => link.amount))).toBe(amount);
          }
        }
      }),
      runs,
    );
  });

  test('refuses a transaction that pays more than it spends', () => {
    expect(() =>
      bitcoinPool({
        txid: 't',
        coinbase: false,
        coinJoin: false,
        inputs: [lot('a', 1n)],
        outputs: [lot('b', 2n)],
      }),
    ).toThrow(/t pays out 1 more than it spends/);
  });
});
