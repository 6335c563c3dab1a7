import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { newestBetween, type PartedHistory } from './newest-between.ts';

const perPart = 64;

interface History extends PartedHistory {
  readonly positions: readonly number[];
}

/** A history in parts of 64, the first of which has number `first`; only the last part is loaded, unless it is full. */
function historyOf(positions: readonly number[], first: number): History {
  const parts = Math.ceil(positions.length / perPart);
  const tail = positions.length % perPart === 0 ? -1 : first + parts - 1;
  return {
    positions,
    firstPart: first,
    lastPart: first + parts - 1,
    atHand: (part) => (part === tail ? partOf(positions, part - first) : undefined),
  };
}

function partOf(positions: readonly number[], number: number): number[] {
  return positions.slice(number * perPart, (number + 1) * perPart);
}

/** Creates a loader of parts that counts its calls. Rejects requests for parts that a history doesn't have. */
function createLoader() {
  const asked = { times: 0 };
  return {
    asked,
    load: async (wanted: readonly { history: History; part: number }[]) => {
      asked.times++;
      return wanted.map(({ history, part }) => {
        expect(part).toBeGreaterThanOrEqual(history.firstPart);
        expect(part).toBeLessThanOrEqual(history.lastPart);
        expect(history.atHand(part)).toBeUndefined();
        return partOf(history.positions, part - history.firstPart);
      });
    },
  };
}

const gaps = fc.oneof(
  fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 5 * perPart }),
  fc
    .integer({ min: 0, max: 6 })
    .chain((full) =>
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: full * perPart, maxLength: full * perPart }),
    ),
);
const histories = fc.array(
  fc.record({
    start: fc.nat(300),
    gaps,
    first: fc.nat(3),
  }),
  { maxLength: 6 },
);

test('finds what looking through every position finds, in histories whose parts are full or not', async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.nat(1_600), fc.nat(400), async (given, from, length) => {
      const all = given.map(({ start, gaps: steps, first }) => {
        let at = start;
        return historyOf(
          steps.map((step) => (at += step)),
          first,
        );
      });
      const to = from + length;
      const found = await newestBetween(all, { from, to }, createLoader().load);
      const expected = all.flatMap((history): [History, number][] => {
        const newest = history.positions.findLast((position) => position >= from && position <= to);
        return newest === undefined ? [] : [[history, newest]];
      });
      expect(found).toEqual(new Map(expected));
    }),
    propertyRuns(300),
  );
});

test('asks once for the newest blocks however many full parts there are, and a few times for old ones', async () => {
  const full = Array.from({ length: 64 }, (_, i) =>
    historyOf(
      Array.from({ length: 128 * perPart }, (_none, k) => k * 10 + (i % 10)),
      0,
    ),
  );
  const last = (128 * perPart - 1) * 10;
  const top = createLoader();
  expect((await newestBetween(full, { from: last, to: last + 9 }, top.load)).size).toBe(64);
  expect(top.asked.times).toBe(1);
  const old = createLoader();
  expect((await newestBetween(full, { from: 700, to: 709 }, old.load)).size).toBe(64);
  expect(old.asked.times).toBeLessThanOrEqual(9);
});

test('finds what lies at the first and the last position of a full part', async () => {
  const history = historyOf(
    Array.from({ length: 3 * perPart }, (_, k) => k * 2),
    0,
  );
  for (const at of [0, 63, 64, 127, 128, 191]) {
    const { load } = createLoader();
    expect(await newestBetween([history], { from: at * 2, to: at * 2 }, load)).toEqual(
      new Map([[history, at * 2]]),
    );
    expect(await newestBetween([history], { from: at * 2 + 1, to: at * 2 + 1 }, load)).toEqual(new Map());
  }
});
