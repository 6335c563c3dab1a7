import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { describeWithRealData, readRealBlock } from '../codec/real-files.fixture.ts';
import type { EthereumLog } from '../model.ts';
import { type Movement, movementsOfTransaction } from '../tokens/movements.ts';
import { conversionsOf } from './conversions.ts';
import { convertedMovements } from './converted-movement.ts';
import {
  account,
  ether,
  eur,
  friend,
  item,
  pool,
  router,
  second,
  signer,
  swapOf,
  tokens,
  usd,
} from './movements.fixture.ts';

function found(
  movements: readonly Movement[],
  logs: readonly EthereumLog[] = [swapOf(pool), swapOf(router)],
) {
  const conversions = conversionsOf({ signer, called: router, movements, logs });
  return convertedMovements(conversions, movements);
}

describe('what a movement became', () => {
  it('a swap through a router, with a part that came back', () => {
    const of = found([ether(signer, router, 10n), ether(router, signer, 2n), tokens(usd, pool, signer, 90n)]);
    expect(of(0, 'forward')).toEqual({
      basis: 'exact',
      total: 10n,
      others: [
        { number: 1, amount: 2n },
        { number: 2, amount: 90n },
      ],
    });
    // Eight of the ten ether were given for the dollars, two came back.
    expect(of(2, 'backward')).toEqual({ basis: 'exact', total: 90n, others: [{ number: 0, amount: 8n }] });
    expect(of(1, 'backward')).toEqual({ basis: 'exact', total: 2n, others: [{ number: 0, amount: 2n }] });
    expect(of(2, 'forward')).toBeUndefined();
    expect(of(0, 'backward')).toBeUndefined();
  });

  it('two parts given, and received by another account', () => {
    const of = found([
      tokens(usd, signer, router, 60n),
      tokens(usd, signer, pool, 40n),
      tokens(eur, pool, friend, 50n),
    ]);
    const both = { basis: 'exact', total: 100n, others: [{ number: 2, amount: 50n }] };
    expect([of(0, 'forward'), of(1, 'forward')]).toEqual([both, both]);
    expect(of(2, 'backward')?.others).toEqual([
      { number: 0, amount: 60n },
      { number: 1, amount: 40n },
    ]);
  });

  it('created and destroyed tokens', () => {
    const of = found([tokens(usd, signer, null, 7n), ether(usd, signer, 5n)], [swapOf(usd)]);
    expect(of(0, 'forward')?.others).toEqual([{ number: 1, amount: 5n }]);
    const back = found([ether(signer, usd, 5n), tokens(usd, null, signer, 7n)], [swapOf(usd)]);
    expect(back(1, 'backward')?.others).toEqual([{ number: 0, amount: 5n }]);
  });

  it('shares that nobody knows have no answer: several assets given or received together', () => {
    const share = account(0xb1);
    const add = found([
      tokens(usd, signer, pool, 10n),
      tokens(eur, signer, pool, 9n),
      tokens(share, null, signer, 3n),
    ]);
    expect([add(0, 'forward'), add(1, 'forward')]).toEqual([undefined, undefined]);
    expect(add(2, 'backward')?.others).toEqual([
      { number: 0, amount: 10n },
      { number: 1, amount: 9n },
    ]);
    const remove = found(
      [tokens(share, signer, null, 3n), tokens(usd, pool, signer, 10n), tokens(eur, pool, signer, 9n)],
      [swapOf(pool), swapOf(share)],
    );
    expect(remove(0, 'forward')?.others).toEqual([
      { number: 1, amount: 10n },
      { number: 2, amount: 9n },
    ]);
    expect([remove(1, 'backward'), remove(2, 'backward')]).toEqual([undefined, undefined]);
  });

  it('a payment in the same transaction, and a collectible, are no part of it', () => {
    const of = found([
      tokens(usd, signer, router, 60n),
      tokens(usd, signer, friend, 5n),
      tokens(eur, pool, signer, 50n),
      item(account(0xc1), pool, signer, 4n),
    ]);
    expect(of(0, 'forward')?.others).toEqual([{ number: 2, amount: 50n }]);
    expect(of(1, 'forward')).toBeUndefined();
    expect(of(3, 'backward')).toBeUndefined();
  });
});

/** Checks that both directions agree, and that no movement became or was more than it is. */
function check(movements: readonly Movement[], of: ReturnType<typeof found>): number {
  let count = 0;
  movements.forEach((movement, number) => {
    const forward = of(number, 'forward');
    const backward = of(number, 'backward');
    for (const [converted, direction] of [
      [forward, 'backward'],
      [backward, 'forward'],
    ] as const) {
      if (!converted) continue;
      count++;
      expect(converted.total >= movement.amount).toBe(true);
      expect(converted.others.length).toBeGreaterThan(0);
      for (const other of converted.others) {
        expect(other.amount <= (movements[other.number]?.amount ?? 0n)).toBe(true);
        const reverse = of(other.number, direction);
        if (reverse) expect(reverse.others.map((each) => each.number)).toContain(number);
      }
    }
    // Of what was given, all became something: what came back, and what was received for it.
    if (forward) {
      const equal = forward.others.filter(({ number: other }) => {
        const leg = movements[other];
        return leg && String(leg.token) === String(movement.token);
      });
      const same = equal.reduce((sum, { amount }) => sum + amount, 0n);
      expect(same < forward.total).toBe(true);
    }
  });
  return count;
}

const anyone = fc.constantFrom(signer, router, pool, second, friend);
/** Amounts are so large that no share is rounded to nothing. */
const anyMovement = fc
  .record({
    from: anyone,
    to: anyone,
    token: fc.constantFrom(null, usd, eur),
    amount: fc.bigInt(1000n, 99_999n),
  })
  .map(({ from, to, token, amount }) => (token ? tokens(token, from, to, amount) : ether(from, to, amount)));

it('both directions agree, on any movements', () => {
  fc.assert(
    fc.property(fc.array(anyMovement, { minLength: 2, maxLength: 8 }), (movements) => {
      check(movements, found(movements));
    }),
    propertyRuns(2000),
  );
});

describeWithRealData('conversions of a real block', ['rpc/18500000/block.json'], () => {
  it('both directions agree in block 18,500,000', () => {
    const { block, receipts } = readRealBlock(18_500_000);
    let count = 0;
    block.transactions.forEach((tx, i) => {
      const receipt = receipts[i];
      if (!receipt || receipt.success === false) return;
      const isFake = () => false;
      const facts = { tx, receipt, header: block.header, failed: false, internal: null, isFake };
      const movements = movementsOfTransaction(facts);
      const called = tx.input.length > 0 ? tx.to : null;
      const conversions = conversionsOf({ signer: tx.from, called, movements, logs: receipt.logs });
      count += check(movements, convertedMovements(conversions, movements));
    });
    expect(count).toBeGreaterThan(50);
  });
});
