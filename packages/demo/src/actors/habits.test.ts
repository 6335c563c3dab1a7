import { expect, test } from 'vitest';
import { walletStyles } from '../bitcoin/keys.ts';
import { randomHabits, usualHabits } from './habits.ts';

test('random habits are those of their seed, and possible ones', () => {
  const drawn = Array.from({ length: 50 }, (_, seed) => randomHabits(seed));
  expect(drawn).toEqual(Array.from({ length: 50 }, (_, seed) => randomHabits(seed)));
  expect(new Set(drawn.map((habits) => JSON.stringify(habits))).size).toBe(50);
  for (const { styles, orders, sameAddress, reusers, round } of drawn) {
    for (const style of styles) expect(walletStyles).toContain(style);
    for (const order of orders) expect(usualHabits.orders).toContain(order);
    expect([styles.length, orders.length]).toEqual([12, 12]);
    for (const share of [sameAddress, reusers, round]) {
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1000);
    }
  }
});
