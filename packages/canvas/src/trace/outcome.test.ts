import type { Query } from '@hopscope/contract/flow-document';
import { describe, expect, test } from 'vitest';
import { apply } from '../document/apply.ts';
import { allOf, emptyDocument, problemsOf } from '../document/document.ts';
import { readFile } from '../file/read-file.ts';
import { writeFile } from '../file/write-file.ts';
import { stopOf, transferOf } from '../document/records.fixture.ts';
import { changesOf } from './changes-of.ts';
import { outcomeOf, outcomeSums } from './outcome.ts';

const query: Query = {
  kind: 'auto',
  question: { starts: [{ address: 'a' }], direction: 'forward', method: 'fifo', hops: 6 },
};
const alder = { id: 'e1', name: 'Alder' };
const stops = [
  stopOf('bitcoin:c', 'service', '9007199254740993', { entity: alder, hops: 2 }),
  stopOf('bitcoin:d', 'service', '7', { entity: alder, hops: 3 }),
  stopOf('bitcoin:e', 'service', '10', { entity: { id: 'e2', name: 'Birch' } }),
  stopOf(null, 'fee', '3'),
  stopOf('bitcoin:f', 'unspent', '0'),
];

describe('Results of an auto-trace', () => {
  test('are summed exactly by reason and entity, largest first', () => {
    const outcome = outcomeOf(query, stops, ['bitcoin:a']);
    expect(outcome).toMatchObject({ direction: 'forward', method: 'fifo', starts: ['bitcoin:a'] });
    expect(
      outcome?.ends.map(({ reason, entity, amount, count }) => [reason, entity?.name, amount, count]),
    ).toEqual([
      ['service', 'Alder', '9007199254741000', 2],
      ['service', 'Birch', '10', 1],
      ['fee', undefined, '3', 1],
    ]);
    expect(outcome?.ends[0]?.places.map(({ node, hops }) => [node, hops])).toEqual([
      ['bitcoin:c', 2],
      ['bitcoin:d', 3],
    ]);
    expect(outcome && outcomeSums(outcome).map(({ amount }) => amount)).toEqual([9_007_199_254_741_013n]);
  });

  test('do not depend on the order of stops, and belong to the query', () => {
    expect(outcomeOf(query, stops.toReversed(), ['bitcoin:a'])).toEqual(
      outcomeOf(query, stops, ['bitcoin:a']),
    );
    const other: Query = { kind: 'auto', question: { ...query.question, hops: 5 } };
    expect(outcomeOf(other, stops, [])?.id).not.toBe(outcomeOf(query, stops, [])?.id);
    expect(outcomeOf({ kind: 'path', question: {} }, stops, [])).toBeNull();
  });

  test('are part of the document and of its file; the same query replaces its result', () => {
    const answer = { transfers: [transferOf('a', 'c', 't1:0')], parties: [], stops };
    const once = apply(emptyDocument, { changes: changesOf(emptyDocument, query, answer) }).document;
    expect(problemsOf(once)).toEqual([]);
    expect(allOf(once, 'outcome')).toHaveLength(1);
    expect(changesOf(once, query, answer)).toEqual([]);
    const fewer = { ...answer, stops: stops.slice(0, 1) };
    const twice = apply(once, { changes: changesOf(once, query, fewer) }).document;
    expect(allOf(twice, 'outcome').map(({ ends }) => ends.length)).toEqual([1]);
    const read = readFile(writeFile(twice, [], 0));
    expect(read.ok && allOf(read.document, 'outcome')).toEqual(allOf(twice, 'outcome'));
  });
});
