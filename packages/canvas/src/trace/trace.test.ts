import { shortDecimal } from '@hopscope/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apply, documentOf } from '../document/apply.ts';
import { allOf, type CanvasDocument, emptyDocument, problemsOf } from '../document/document.ts';
import { bitcoin, groupOf, noteOf, transferOf, walletOf } from '../document/records.fixture.ts';
import { aggregate, parallelOffsets } from './aggregate.ts';
import { turnPeelChains } from './fold-peel-chains.ts';
import { hopsFromTraced } from './hops.ts';
import { findPeelChains, foldChain, foldedView, setFolded } from './peel-chains.ts';
import { summarize } from './summary.ts';
import { timelineOf } from './timeline.ts';

const ether = { chain: 'ethereum', symbol: 'ETH', contract: null, decimals: 18 } as const;

describe('Aggregated connections', () => {
  //
  test('sums are exact beyond 2^53, whatever the order, and open into their transfers', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 60n });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(amount, fc.nat(2), fc.nat(2), fc.boolean()), { minLength: 1 }),
        (list) => {
          const connections = list.map(([value, from, to, token], i) =>
            transferOf(`w${from}`, `w${to}`, `t${i}:0`, {
              amount: String(value),
              asset: token ? ether : bitcoin,
            }),
          );
          const all = aggregate(connections);
          expect(aggregate(connections.toReversed())).toEqual(all);
          const sum = (of: readonly { amount: bigint | string }[]): bigint =>
            of.reduce((total, one) => total + BigInt(one.amount), 0n);
          expect(sum(all)).toBe(sum(connections));
          expect(all.reduce((n, one) => n + one.connections.length, 0)).toBe(connections.length);
          for (const one of all) expect(sum(one.connections)).toBe(one.amount);
          expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
        },
      ),
    );
    const two = aggregate([
      transferOf('a', 'b', 't1:0', { amount: '9007199254740993', time: 20, color: '#00ff00' }),
      transferOf('a', 'b', 't2:0', { amount: '9007199254740993', time: 10, color: '#00ff00' }),
    ]);
    expect(two).toMatchObject([{ amount: 18014398509481986n, first: 10, last: 20, color: '#00ff00' }]);
  });
  //
  test('parallel ones are 50 apart, both ways counted', () => {
    const line = (id: string, from: string, to: string) => ({ id, from, to });
    expect(parallelOffsets([line('1', 'a', 'b')])).toEqual([0]);
    const both = parallelOffsets([
      line('1', 'a', 'b'),
      line('2', 'b', 'a'),
      line('3', 'a', 'b'),
      line('4', 'a', 'c'),
    ]);
    expect(both).toEqual([-50, 0, 50, 0]);
    const two = parallelOffsets([line('1', 'a', 'b'), line('2', 'b', 'a')]);
    expect(two).toEqual([-25, -25]);
  });
});

/** w0 peels to p0 and keeps w1, and so on. */
function chainOf(steps: number, keep = '900') {
  return Array.from({ length: steps }, (_, i) => [
    walletOf(`p${i}`),
    walletOf(`w${i + 1}`, { x: i * 100, y: i * 10 }),
    transferOf(`w${i}`, `w${i + 1}`, `t${i}:0`, { amount: keep, whole: keep, time: 1000 + i }),
    transferOf(`w${i}`, `p${i}`, `t${i}:1`, { amount: '100', whole: '100', time: 1000 + i }),
  ]).flat();
}

describe('Peel chains', () => {
  const document = documentOf([walletOf('w0'), ...chainOf(5)], emptyDocument);
  test('are recognized, folded into one symbol, and unfolded', () => {
    const [chain] = findPeelChains(document);
    expect(chain?.nodes).toEqual(['w0', 'w1', 'w2', 'w3', 'w4', 'w5'].map((name) => `bitcoin:${name}`));
    expect(chain?.peeled).toHaveLength(5);
    if (!chain) return;
    const folded = apply(document, { changes: foldChain(document, chain, 'peel') }).document;
    const view = foldedView(folded);
    expect(problemsOf(folded)).toEqual([]);
    expect(view.folded).toMatchObject([{ x: 150, y: 15, group: { label: 'Peel chain of 5 steps' } }]);
    const shown = aggregate(allOf(folded, 'connection'), view.shownAs);
    expect(shown.filter(({ to }) => to === 'peel').map(({ from }) => from)).toEqual(['bitcoin:w0']);
    expect(shown.filter(({ from }) => from === 'peel')).toHaveLength(5);
    expect(findPeelChains(folded).length).toBe(0);
    const open = apply(folded, { changes: setFolded(folded, 'peel', false) }).document;
    expect(foldedView(open).nodes).toHaveLength(11);
    expect(setFolded(open, 'peel', false)).toEqual([]);
  });
  test('are all folded and unfolded by one control; what goes in and out of the symbol adds up exactly', () => {
    let ids = 0;
    const newId = (): string => `peel-${++ids}`;
    const turn = (before: CanvasDocument): CanvasDocument => {
      const draft = turnPeelChains(before, newId);
      if (!draft) throw new Error('There is no chain');
      return apply(before, draft).document;
    };
    expect(turnPeelChains(documentOf([walletOf('w0')], emptyDocument), newId)).toBeNull();
    const folded = turn(document);
    const { folded: symbols, shownAs } = foldedView(folded);
    expect(symbols.map(({ members }) => members.length)).toEqual([4]);
    const crossing = allOf(document, 'connection').filter(({ from, to }) => shownAs(from) !== shownAs(to));
    const sum = (of: readonly { amount: bigint | string }[]): bigint =>
      of.reduce((total, one) => total + BigInt(one.amount), 0n);
    const shown = aggregate(allOf(folded, 'connection'), shownAs).filter(({ from, to }) => from !== to);
    expect(sum(shown)).toBe(sum(crossing));
    expect(turnPeelChains(folded, newId)).toMatchObject({ title: 'Unfold peel chain' });
    const open = turn(folded);
    expect(foldedView(open).folded).toEqual([]);
    // The same symbol comes back: nothing new is made.
    expect(foldedView(turn(open)).folded.map(({ group }) => group.id)).toEqual(['peel-1']);
    expect(ids).toBe(1);
  });
  test('not where too little goes on, too few steps are drawn, or something else came in', () => {
    expect(findPeelChains(documentOf([walletOf('w0'), ...chainOf(5, '500')], emptyDocument))).toEqual([]);
    expect(findPeelChains(documentOf([walletOf('w0'), ...chainOf(2)], emptyDocument))).toEqual([]);
    const more = [walletOf('x'), transferOf('x', 'w3', 'tx:0')];
    expect(findPeelChains(documentOf([walletOf('w0'), ...chainOf(5), ...more], emptyDocument))).toMatchObject(
      [{ nodes: { length: 4 } }],
    );
  });
});

describe('The flow in time', () => {
  const document = documentOf(
    [
      walletOf('a', { traced: true }),
      walletOf('b'),
      walletOf('c'),
      walletOf('lone'),
      transferOf('a', 'b', 't1:0', { time: 100 }),
      transferOf('b', 'c', 't2:0', { time: 200 }),
      transferOf('b', 'c', 't3:0', { time: null }),
    ],
    emptyDocument,
  );
  test('shows what had happened by then', () => {
    const timeline = timelineOf(document);
    expect(timeline).toMatchObject({ first: 100, last: 200, steps: [100, 200], unconfirmed: 1 });
    const at = (time: number | null) => {
      const { nodes, connections } = timeline.shownAt(time);
      return [[...nodes].map((id) => id.slice(8)).sort((x, y) => (x < y ? -1 : 1)), connections.size];
    };
    expect(at(99)).toEqual([['a', 'lone'], 0]);
    expect(at(100)).toEqual([['a', 'b', 'lone'], 1]);
    expect(at(200)).toEqual([['a', 'b', 'c', 'lone'], 2]);
    expect(at(null)).toEqual([['a', 'b', 'c', 'lone'], 3]);
  });
  test('has as many steps as asked, with both ends; an empty document has none', () => {
    const many = Array.from({ length: 50 }, (_, i) => transferOf('a', 'b', `t${i}:0`, { time: i }));
    const { steps, counts } = timelineOf(
      documentOf([walletOf('a'), walletOf('b'), ...many], emptyDocument),
      5,
    );
    expect(steps).toEqual([0, 12, 25, 37, 49]);
    expect(counts).toEqual([1, 12, 13, 12, 12]);
    expect(timelineOf(emptyDocument)).toMatchObject({ first: null, last: null, steps: [] });
  });
});

describe('Hops', () => {
  const hops = (document: CanvasDocument) =>
    Object.fromEntries(
      [...hopsFromTraced(document)].map(([id, { hop }]) => [id.slice('bitcoin:'.length), hop]),
    );

  test('count along the flow only, negative upstream', () => {
    const document = documentOf(
      [
        ...['t', 'a', 'b', 'payer', 'other', 'up'].map((name) => walletOf(name, { traced: name === 't' })),
        transferOf('t', 'a', 't1:0'),
        transferOf('a', 'b', 't2:0'),
        transferOf('payer', 'a', 't3:0'),
        transferOf('payer', 'other', 't4:0'),
        transferOf('up', 't', 't5:0'),
      ],
      emptyDocument,
    );
    expect(hops(document)).toEqual({ t: 0, a: 1, b: 2, payer: null, other: null, up: -1 });
  });

  test('count a peel chain as one, folded or not, as an auto-trace does', () => {
    const names = ['t', 'c0', 'c1', 'c2', 'c3', 'end'];
    const step = (from: string, to: string, i: number) => [
      transferOf(from, to, `p${i}:0`, { amount: '9000', whole: '9000' }),
      transferOf(from, `peel${i}`, `p${i}:1`, { amount: '500', whole: '500' }),
    ];
    const document = documentOf(
      [
        ...names.map((name) => walletOf(name, { traced: name === 't' })),
        ...[1, 2, 3].map((i) => walletOf(`peel${i}`)),
        transferOf('t', 'c0', 't0:0'),
        ...step('c0', 'c1', 1),
        ...step('c1', 'c2', 2),
        ...step('c2', 'c3', 3),
        transferOf('c3', 'end', 'e:0'),
      ],
      emptyDocument,
    );
    const expected = { t: 0, c0: 1, c1: 2, c2: 2, c3: 3, end: 4, peel1: 2, peel2: 3, peel3: 3 };
    expect(hops(document)).toEqual(expected);
    const draft = turnPeelChains(document, () => 'chain');
    expect(draft).not.toBeNull();
    expect(hops(apply(document, { changes: draft?.changes ?? [] }).document)).toEqual(expected);
  });
});

test('the summary says what the picture says', () => {
  const document = documentOf(
    [
      groupOf('g', { label: 'Larkfield' }),
      walletOf('a', { traced: true, label: 'Layer 2 wallet' }),
      walletOf('b', { group: 'g', stop: 'not_in_ledger', y: 9 }),
      walletOf('c', { y: 3 }),
      walletOf('d'),
      transferOf('a', 'b', 't1:0', { amount: '11840000000' }),
      transferOf('a', 'b', 't2:0', { amount: '1' }),
      transferOf('a', 'c', 't3:0', { amount: '5', asset: ether }),
      noteOf('n', 'bitcoin:b', 'Ask them'),
      noteOf('m', null, 'Whole'),
      { kind: 'drawing', id: 'x', shape: 'text', x: 1, y: 2, color: '#d9822b', text: 'Round logs requested' },
    ],
    emptyDocument,
  );
  const summary = summarize(document);
  expect(summary.words).toBe(
    '4 nodes, 1 traced; 3 transfers; 118.40000001 BTC in 2 transfers from traced addresses; 0.000000000000000005 ETH in 1 transfer from traced addresses; 1 drawing',
  );
  expect(summary.columns.map(({ title, nodes }) => [title, nodes])).toEqual([
    ['traced', ['bitcoin:a']],
    ['+1 hop', ['bitcoin:c', 'bitcoin:b']],
    ['no direct flow', ['bitcoin:d']],
  ]);
  expect(summary.describe('bitcoin:b')).toMatchObject({
    words:
      'b, bitcoin address, +1 hop from a traced node, risk unknown, in Larkfield, received 118.40000001 BTC in 2 transfers, tracing stopped: not in ledger, 1 note',
    notes: ['Ask them'],
    flows: [{ words: 'From Layer 2 wallet: 118.40000001 BTC in 2 transfers' }],
  });
  expect(summary.describe('bitcoin:zz')).toBeNull();
  expect(summary.drawings).toEqual([{ id: 'x', words: 'Text at 1, 2: Round logs requested' }]);
  expect(summary.notes).toEqual(['Whole']);
  expect(summarize(emptyDocument).words).toBe('The canvas is empty');
  expect([shortDecimal(0n, 8), shortDecimal(10n, 0), shortDecimal(-5n, 1)]).toEqual(['0', '10', '-0.5']);
});
