import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortRecords } from './sort-records.ts';

const word = fc.oneof(fc.nat(3), fc.integer({ min: 0, max: 2 ** 32 - 1 }));

describe('records', () => {
  it('are sorted by their first words, unsigned; equal ones keep their order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(word, word, word)),
        fc.integer({ min: 1, max: 3 }),
        (records, compared) => {
          const words = Uint32Array.from(records.flat());
          const expected = records
            .map((record, i) => ({ record, at: 3 * i }))
            .toSorted((a, b) => {
              for (let i = 0; i < compared; i++) {
                const difference = (a.record[i] ?? 0) - (b.record[i] ?? 0);
                if (difference !== 0) return difference;
              }
              return a.at - b.at;
            })
            .map(({ at }) => at);
          expect([...sortRecords(words, 3, compared)]).toEqual(expected);
        },
      ),
    );
  });
});
