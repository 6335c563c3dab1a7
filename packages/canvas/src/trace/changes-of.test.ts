import { type Profile, type Query, step as stepSchema } from '@hopscope/contract/flow-document';
import { describe, expect, test } from 'vitest';
import { apply, documentOf } from '../document/apply.ts';
import {
  type CanvasDocument,
  allOf,
  documentText,
  emptyDocument,
  getOf,
  problemsOf,
} from '../document/document.ts';
import { stopOf, transferOf, walletOf } from '../document/records.fixture.ts';
import { limits } from '../limits.ts';
import { type Answer, changesOf, queryStep } from './changes-of.ts';

const trace = (address: string): Query => ({ kind: 'trace', chain: 'bitcoin', address });
const expand = (address: string, chosen: string[] | null = null): Query => ({
  kind: 'expand',
  chain: 'bitcoin',
  address,
  question: { address, direction: 'both' },
  chosen,
});
const profileOf = (name: string): Profile => ({
  entityId: null,
  entityType: null,
  name,
  beneficialOwner: null,
  custodian: null,
  logoUrl: null,
  risk: null,
  balance: null,
  received: null,
  spent: null,
  transactions: null,
  usdCents: null,
  coinJoin: false,
});
const none: Answer = { transfers: [], parties: [] };
const answered = (document: CanvasDocument, query: Query, answer: Answer): CanvasDocument => {
  const next = apply(document, { changes: changesOf(document, query, answer) }).document;
  expect(problemsOf(next)).toEqual([]);
  return next;
};
const placeOf = (document: CanvasDocument, address: string): unknown => {
  const { x, y } = getOf(document, 'node', `bitcoin:${address}`) ?? {};
  return [x, y];
};

describe('Tracing', () => {
  //
  test('adds a wallet node with its profile; the same address is not added twice', () => {
    const parties = [{ id: 'bitcoin:a', profile: profileOf('Thief') }];
    const once = answered(emptyDocument, trace('a'), { ...none, parties });
    expect(allOf(once, 'node')).toEqual([walletOf('a', { traced: true, profile: profileOf('Thief') })]);
    expect(changesOf(once, trace('a'), none)).toEqual([]);
    expect(placeOf(answered(once, trace('b'), none), 'b')).toEqual([0, 80]);
  });
  //
  test('expanding places senders 220 left, payees 220 right, 80 apart, never on another node', () => {
    const start = documentOf(
      [walletOf('a', { x: 100, y: 50 }), walletOf('z', { x: 310, y: 55 })],
      emptyDocument,
    );
    const transfers = [
      transferOf('a', 'b', 't1:0'),
      transferOf('a', 'c', 't1:1'),
      transferOf('d', 'a', 't0:0'),
      transferOf('e', 'a', 't0:0', { amount: '7' }),
      transferOf('f', 'a', 't9:0'),
    ];
    const next = answered(start, expand('a'), { transfers, parties: [] });
    expect(['d', 'e', 'f'].map((name) => placeOf(next, name))).toEqual([
      [-120, 50],
      [-120, 130],
      [-120, -30],
    ]);
    expect(['b', 'c'].map((name) => placeOf(next, name))).toEqual([
      [320, -30],
      [320, 210],
    ]);
    expect(limits.columnWidth).toBe(220);
  });
  test('a busy address gets several columns, which the smallest zoom shows whole', () => {
    const start = documentOf([walletOf('a')], emptyDocument);
    const names = Array.from({ length: limits.expandFetched }, (_, i) => `n${i}`);
    const transfers = names.map((name, i) =>
      i % 2 === 0 ? transferOf('a', name, `t${i}:0`) : transferOf(name, 'a', `t${i}:0`),
    );
    const next = answered(start, expand('a'), { transfers, parties: [] });
    const places = allOf(next, 'node').map(({ x, y }) => ({ x, y }));
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(names.length + 1);
    expect(new Set(places.map(({ x }) => x))).toEqual(new Set([-660, -440, -220, 0, 220, 440, 660]));
    const heights = places.map(({ y }) => y);
    const span = Math.max(...heights) - Math.min(...heights);
    // A canvas of 1280 × 720 has some 500 pixels between its bars.
    expect(span * limits.zoomLeast).toBeLessThanOrEqual(400);
    expect(span).toBe(20 * limits.rowHeight);
  });
  //
  test('draws the chosen transfers only, and those drawn already not again', () => {
    const start = documentOf([walletOf('a')], emptyDocument);
    const transfers = [transferOf('a', 'b', 't1:0'), transferOf('a', 'c', 't1:1')];
    const one = answered(start, expand('a', [transfers[1]?.id ?? '']), { transfers, parties: [] });
    expect(allOf(one, 'node').map(({ address }) => address)).toEqual(['a', 'c']);
    const fromTheOtherEnd = changesOf(one, expand('c'), { transfers, parties: [] });
    expect(fromTheOtherEnd.map((change) => change.change)).toEqual(['create', 'create']);
    expect(
      changesOf(answered(one, expand('a'), { transfers, parties: [] }), expand('a'), {
        transfers,
        parties: [],
      }),
    ).toEqual([]);
  });
  test('a transfer that is in a block now keeps its color', () => {
    const waiting = transferOf('a', 'b', 't1:0', { time: null, height: null, color: '#00ff00' });
    const start = documentOf([walletOf('a'), walletOf('b'), waiting], emptyDocument);
    const next = answered(start, expand('a'), { transfers: [transferOf('a', 'b', 't1:0')], parties: [] });
    expect(allOf(next, 'connection')[0]).toMatchObject({ height: 800_000, color: '#00ff00' });
  });
  test('an auto-trace places hop after hop, with stops; the order of lines does not matter for what hangs together', () => {
    const query: Query = { kind: 'auto', question: { starts: [{ address: 'a' }] } };
    const transfers = [
      transferOf('b', 'c', 't2:0'),
      transferOf('a', 'b', 't1:0'),
      transferOf('x', 'y', 't7:0'),
    ];
    const stops = [
      stopOf('bitcoin:c', 'service', '5'),
      stopOf('bitcoin:c', 'minimum', '2'),
      stopOf(null, 'fee', '1'),
    ];
    const next = answered(emptyDocument, query, { transfers, parties: [], stops });
    expect(['a', 'b', 'c', 'x', 'y'].map((name) => placeOf(next, name))).toEqual([
      [0, 0],
      [220, 0],
      [440, 0],
      [0, 80],
      [220, 80],
    ]);
    expect(getOf(next, 'node', 'bitcoin:a')?.traced).toBe(true);
    expect(getOf(next, 'node', 'bitcoin:c')?.stop).toBe('service');
    const again = answered(next, expand('c'), none);
    expect(getOf(again, 'node', 'bitcoin:c')?.stop).toBeNull();
  });
  test('Ethereum addresses are found however the question wrote them; ends that are no addresses are left out', () => {
    const id = 'ethereum:0xAbCd';
    const query: Query = { kind: 'auto', question: { starts: [{ address: '0xabcd' }] } };
    const broken = { ...transferOf('a', 'b', 't:0'), from: 'dogecoin:a' };
    const next = answered(emptyDocument, query, {
      transfers: [broken],
      parties: [{ id, profile: profileOf('X') }],
    });
    expect(allOf(next, 'node').map((node) => [node.id, node.traced])).toEqual([[id, true]]);
  });
  test('2,000 counterparties of one node: none on another, and twice the same', () => {
    const start = documentOf([walletOf('a')], emptyDocument);
    const transfers = Array.from({ length: 2000 }, (_, i) => transferOf('a', `n${i}`, `t${i}:0`));
    const next = answered(start, expand('a'), { transfers, parties: [] });
    const rows = allOf(next, 'node').map(({ x, y }) => `${x},${y}`);
    expect(new Set(rows).size).toBe(2001);
    expect(documentText(answered(start, expand('a'), { transfers, parties: [] }))).toBe(documentText(next));
  });
  test('the step of a query carries question and basis, and is one that may be sent', () => {
    const basis = {
      blockchain: 'bitcoin',
      height: 800_000,
      blockHash: '00'.repeat(32),
      directoryVersion: 3,
      directoryDay: '2026-11-22',
    } as const;
    const answer = { transfers: [transferOf('a', 'b', 't1:0')], parties: [] };
    const made = queryStep(
      emptyDocument,
      { query: expand('a'), answer, basis },
      { id: 's', time: 1, author: 'me' },
    );
    expect(stepSchema.parse(JSON.parse(JSON.stringify(made)))).toEqual(made);
    expect(made.changes).toHaveLength(3);
  });
});
