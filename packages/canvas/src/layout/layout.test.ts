import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apply, documentOf } from '../document/apply.ts';
import { emptyDocument } from '../document/document.ts';
import { transferOf, walletOf } from '../document/records.fixture.ts';
import { placesByHops } from './by-hops.ts';
import { placesByTime } from './by-time.ts';
import { layOut } from './layout.ts';

const names = Array.from({ length: 12 }, (_, i) => `w${i}`);
const graph = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names), fc.nat(500)), {
  maxLength: 30,
});

describe('Layouts', () => {
  test('are whole pixels, put no node on another, do not depend on old places, and are settled', () => {
    fc.assert(
      fc.property(graph, fc.nat(11), (edges, traced) => {
        const records = (move: number) => [
          ...names.map((name, i) => walletOf(name, { traced: i === traced, x: i * move })),
          ...edges.map(([from, to, time], i) => transferOf(from, to, `t${i}:0`, { time })),
        ];
        const document = documentOf(records(0), emptyDocument);
        for (const layout of ['hops', 'time'] as const) {
          const once = apply(document, { changes: layOut(document, layout) }).document;
          expect(layOut(once, layout)).toEqual([]);
          const moved = documentOf(records(17), emptyDocument);
          expect(apply(moved, { changes: layOut(moved, layout) }).document.records).toEqual(once.records);
          const places = [...(layout === 'hops' ? placesByHops(once) : placesByTime(once).places).values()];
          expect(places.every(({ x, y }) => Number.isInteger(x) && Number.isInteger(y))).toBe(true);
          for (const [i, a] of places.entries())
            for (const b of places.slice(i + 1))
              expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeGreaterThanOrEqual(80);
        }
        expect(layOut(document, 'free')).toEqual([]);
      }),
    );
  });
  test('by hops: the traced in the middle, columns of 220, payers left', () => {
    const document = documentOf(
      [
        ...['a', 'b', 'c', 'd', 'lone'].map((name) => walletOf(name, { traced: name === 'b' })),
        transferOf('a', 'b', 't1:0'),
        transferOf('b', 'c', 't2:0'),
        transferOf('c', 'd', 't3:0'),
      ],
      emptyDocument,
    );
    expect(Object.fromEntries(placesByHops(document))).toEqual({
      'bitcoin:a': { x: -220, y: 0 },
      'bitcoin:b': { x: 0, y: 0 },
      'bitcoin:c': { x: 220, y: 0 },
      'bitcoin:d': { x: 440, y: 0 },
      'bitcoin:lone': { x: 0, y: 160 },
    });
  });
  test('by time: in their order, with marks', () => {
    const document = documentOf(
      [
        ...['a', 'b', 'c', 'lone'].map((name) => walletOf(name)),
        transferOf('a', 'b', 't1:0', { time: 100 }),
        transferOf('b', 'c', 't2:0', { time: 400 }),
      ],
      emptyDocument,
    );
    const { places, marks } = placesByTime(document);
    expect(places.get('bitcoin:c')).toEqual({ x: 220, y: 0 });
    expect([places.get('bitcoin:a'), places.get('bitcoin:b')]).toEqual([
      { x: 0, y: 0 },
      { x: 0, y: 96 },
    ]);
    expect(marks).toEqual([
      { x: 0, time: 100 },
      { x: 220, time: 400 },
    ]);
    expect(placesByTime(emptyDocument).marks).toEqual([]);
  });
  test('by time: long gaps are compressed, and stay longer than short ones', () => {
    const day = 86_400;
    const document = documentOf(
      [
        ...['a', 'b', 'c', 'd', 'e'].map((name) => walletOf(name)),
        transferOf('a', 'b', 't1:0', { time: 0 }),
        transferOf('b', 'c', 't2:0', { time: 600 }),
        transferOf('c', 'd', 't3:0', { time: 600 + 150 * day }),
        transferOf('d', 'e', 't4:0', { time: 1200 + 150 * day }),
      ],
      emptyDocument,
    );
    const { places } = placesByTime(document);
    const [b, c, d, e] = ['b', 'c', 'd', 'e'].map((name) => places.get(`bitcoin:${name}`)?.x ?? Number.NaN);
    if (b === undefined || c === undefined || d === undefined || e === undefined) throw new Error('Missing');
    expect(b).toBe(0);
    expect(e).toBe(660);
    expect(c).toBeGreaterThan(40);
    expect(d - c).toBeGreaterThan(3 * c);
    expect(e - d).toBe(c);
  });
  test('20,000 nodes have a place by either layout', () => {
    const records = Array.from({ length: 20_000 }, (_, i) => walletOf(`n${i}`, { traced: i === 0 }));
    const edges = Array.from({ length: 19_999 }, (_, i) =>
      transferOf(`n${Math.floor((i * 7) / 11)}`, `n${i + 1}`, `t${i}:0`, { time: i * 60 }),
    );
    const document = documentOf([...records, ...edges], emptyDocument);
    expect(layOut(document, 'hops').length).toBeGreaterThan(19_000);
    expect(layOut(document, 'time').length).toBeGreaterThan(19_000);
  });
});
