import type { Profile, Step } from '@hopscope/contract/flow-document';
import { canonicalJsonV2 } from '@hopscope/domain';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apply } from '../document/apply.ts';
import {
  allOf,
  allRecords,
  type CanvasDocument,
  documentText,
  emptyDocument,
  problemsOf,
} from '../document/document.ts';
import { changesBetween } from '../document/replace.ts';
import { changesFor, operation } from '../history/operations.fixture.ts';
import { fileVersion } from './current.ts';
import { readFile } from './read-file.ts';
import { writeFile } from './write-file.ts';

const fixtureOf = (version: number): string =>
  readFileSync(new URL(`./versions/version-${version}.fixture.json`, import.meta.url), 'utf8');

const profile: fc.Arbitrary<Profile> = fc.record({
  entityId: fc.option(fc.constant('e1')),
  entityType: fc.option(fc.constant('exchange')),
  name: fc.option(fc.constantFrom('Swiftlark', '<script>alert(1)</script>', 'Ünïcode "quoted", =1+1')),
  beneficialOwner: fc.option(fc.constant('Someone')),
  custodian: fc.option(fc.constant('')),
  logoUrl: fc.constant(null),
  risk: fc.option(fc.nat(100)),
  balance: fc.option(fc.bigInt({ min: 0n, max: 10n ** 77n }).map(String)),
  received: fc.option(fc.constant('0')),
  spent: fc.constant(null),
  transactions: fc.option(fc.nat()),
  usdCents: fc.option(fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String)),
  coinJoin: fc.boolean(),
});

/** Documents that somebody could have made, with the steps that made them. */
const made = fc.tuple(fc.array(operation, { maxLength: 60, size: 'max' }), profile).map(([list, known]) => {
  let document: CanvasDocument = emptyDocument;
  const steps: Step[] = [];
  for (const [n, does] of list.entries()) {
    const changes = changesFor(document, does);
    const step = { id: `s${n}`, author: 'a', time: n, title: does.act, changes };
    steps.push(step);
    document = apply(document, step).document;
    const [node] = allOf(document, 'node');
    if (node && n % 7 === 3) {
      const set = {
        change: 'set',
        kind: 'node',
        id: node.id,
        before: { profile: node.profile },
        after: { profile: known },
      } as const;
      document = apply(document, { changes: [set] }).document;
    }
  }
  return { document, steps };
});

describe('Files', () => {
  test('import of an export is the same document and the same steps', () => {
    let records = 0;
    fc.assert(
      fc.property(made, ({ document, steps }) => {
        records += document.records.size;
        const text = writeFile(document, steps, 1_794_000_000);
        const read = readFile(text);
        if (!read.ok) throw new Error(read.reason);
        expect(documentText(read.document)).toBe(documentText(document));
        expect(problemsOf(read.document)).toEqual([]);
        expect(canonicalJsonV2(read.steps)).toBe(canonicalJsonV2(steps));
        const again = writeFile(read.document, read.steps, 1_794_000_000);
        expect(canonicalJsonV2(JSON.parse(again))).toBe(canonicalJsonV2(JSON.parse(text)));
      }),
    );
    expect(records).toBeGreaterThan(200);
  });
  test('one document becomes another in one step, and back', () => {
    fc.assert(
      fc.property(made, made, ({ document: a }, { document: b }) => {
        const changes = changesBetween(a, b);
        expect(documentText(apply(a, { changes }).document)).toBe(documentText(b));
      }),
    );
  });
  //
  test('has the fields that other readers expect', () => {
    const read = readFile(fixtureOf(1));
    if (!read.ok) throw new Error(read.reason);
    const file = JSON.parse(writeFile(read.document, [], 0)) as { nodes: object[]; connections: object[] };
    for (const key of 'id label x y type entityId entityType logoUrl bo custodian risk balance usdValue'.split(
      ' ',
    ))
      expect(file.nodes[0]).toHaveProperty(key);
    const connection =
      'from to amount currency date txHash utxoKey type customColor isAggregated utxoCount originalConnections groupId';
    for (const key of connection.split(' ')) expect(file.connections[0]).toHaveProperty(key);
    expect(Object.keys(file).slice(0, 4)).toEqual(['version', 'timestamp', 'nodes', 'connections']);
  });
});

describe('Every version opens', () => {
  //
  test('version 1', () => {
    const read = readFile(fixtureOf(1));
    if (!read.ok) throw new Error(read.reason);
    expect(problemsOf(read.document)).toEqual([]);
    const nodes = allOf(read.document, 'node');
    expect(nodes.map(({ id, label, x, y }) => [id, label, x, y])).toEqual([
      ['bitcoin:bc1qdeposit', '', 220, 0],
      ['bitcoin:bc1qtraced', 'Layer 2 wallet', 0, -20],
      ['custom-1', '<script>alert(1)</script>', 0, 160],
      ['ethereum:0x00000000000000000000000000000000000000aA', '', 440, 0],
    ]);
    expect(nodes.map((node) => node.profile)).toMatchObject(
      [
        { name: 'Swiftlark deposit', risk: 63, balance: '123456789012345678901', custodian: 'Swiftlark' },
        { name: null, risk: 86, balance: '114000', usdCents: '4012' },
        {},
        {},
      ].map((one) => (Object.keys(one).length === 0 ? null : one)),
    );
    const transfers = allOf(read.document, 'connection');
    expect(transfers.map(({ amount, time, utxoKey, color }) => [amount, time, utxoKey, color])).toEqual([
      ['90071992547409930000', null, '0xcc:connections[1]', null],
      ['100', 1_794_441_600, 'aa:0', '#00ff00'],
      ['200', 1_794_441_600, 'bb:1', '#00ff00'],
    ]);
  });
  test('the current one, as it was first written', () => {
    const text = fixtureOf(2);
    const read = readFile(text);
    if (!read.ok) throw new Error(read.reason);
    expect(problemsOf(read.document)).toEqual([]);
    expect(new Set(allRecords(read.document).map(({ kind }) => kind)).size).toBe(5);
    expect(read.steps.length).toBe(1);
    expect(JSON.parse(writeFile(read.document, read.steps, 1_794_000_000))).toEqual(JSON.parse(text));
    expect(fileVersion).toBe(2);
  });
});

describe('Bad files are refused with their place', () => {
  type Node = Record<string, unknown>;
  interface File {
    version: unknown;
    nodes: Node[];
    connections: Node[];
    [key: string]: unknown;
  }
  const changed = (version: number, change: (file: File) => void): string => {
    const file = JSON.parse(fixtureOf(version)) as File;
    change(file);
    return JSON.stringify(file);
  };
  const node = (file: File, i = 0): Node => file.nodes[i] ?? {};
  const connection = (file: File, i = 1): Node => file.connections[i] ?? {};

  test.each<[string, string, string]>([
    ['no JSON', '{"version": 2', ''],
    ['NaN in JSON', fixtureOf(1).replace('0.4', 'NaN'), ''],
    ['empty', '', ''],
    ['a list', '[]', ''],
    [
      'nested deeply',
      `{"version":2,"timestamp":"","nodes":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      'nodes[0]',
    ],
    ['no version', changed(1, (file) => delete file.version), 'version'],
    ['newer', changed(2, (file) => (file.version = 3)), 'version'],
    ['no nodes', changed(1, (file) => (file.nodes = {} as never)), 'nodes'],
    ['a coordinate that is null', changed(1, (file) => (node(file)['x'] = null)), 'nodes[0].x'],
    ['a coordinate beyond numbers', fixtureOf(1).replace('0.4', '1e999'), 'nodes[0].x'],
    ['a fraction of a pixel', changed(2, (file) => (node(file)['x'] = 0.5)), 'nodes[0].x'],
    [
      'an amount above 2^53',
      changed(1, (file) => (connection(file)['amount'] = 2 ** 53)),
      'connections[1].amount',
    ],
    [
      'an amount as a number',
      changed(2, (file) => (connection(file, 0)['amount'] = 5)),
      'connections[0].amount',
    ],
    [
      'a fraction of a satoshi',
      changed(1, (file) => (connection(file)['amount'] = 0.5)),
      'connections[1].amount',
    ],
    ['a negative amount', changed(1, (file) => (connection(file)['amount'] = -5)), 'connections[1].amount'],
    [
      'a sum that is none',
      changed(1, (file) => (connection(file, 0)['amount'] = 301)),
      'connections[0].amount',
    ],
    [
      'another currency',
      changed(1, (file) => (connection(file)['currency'] = 'DOGE')),
      'connections[1].currency',
    ],
    ['the same id twice', changed(1, (file) => (node(file, 1)['id'] = 'bc1qtraced')), 'nodes[1].id'],
    ['the same id twice (2)', changed(2, (file) => file.nodes.push(node(file))), 'nodes[2].id'],
    ['a dangling connection', changed(1, (file) => (connection(file)['to'] = 'nobody')), 'connections[1].to'],
    [
      'a dangling connection (2)',
      changed(2, (file) => (connection(file, 0)['to'] = 'nobody')),
      'connections[0]',
    ],
    ['a missing group', changed(2, (file) => (node(file)['groupId'] = 'nobody')), 'nodes[0]'],
    ['an id of another address', changed(2, (file) => (node(file)['address'] = 'other')), 'nodes[0]'],
    ['a score above 100', changed(1, (file) => (node(file)['risk'] = 101)), 'nodes[0].risk'],
    ['control characters', changed(1, (file) => (node(file)['label'] = 'a\u0000b')), 'nodes[0].label'],
    ['no date', changed(1, (file) => (connection(file)['date'] = 'yesterday')), 'connections[1].date'],
    ['a step that is none', changed(2, (file) => (file['steps'] = [{ id: 's' }])), 'steps[0].author'],
    ['something else than a node', changed(1, (file) => (file.nodes[0] = 'x' as never)), 'nodes[0]'],
  ])('%s', (_, text, place) => {
    expect(readFile(text)).toEqual({ ok: false, place, reason: expect.stringMatching(/\.$/) });
  });
  const megabyte = 1024 * 1024;
  test('more bytes than the limit', () => {
    expect(readFile(' '.repeat(megabyte + 1), megabyte)).toMatchObject({
      ok: false,
      reason: 'The file is larger than 1 MB.',
    });
    expect(readFile('é'.repeat(megabyte / 2 + 1), megabyte)).toMatchObject({
      reason: 'The file is larger than 1 MB.',
    });
  });
  test('anything else is refused or read, and never breaks', () => {
    const spoiled = fc
      .tuple(fc.constantFrom(1, 2), fc.json(), fc.nat(), fc.nat(30))
      .map(([version, json, at, cut]) => {
        const text = fixtureOf(version);
        const start = at % text.length;
        return text.slice(0, start) + json + text.slice(start + cut);
      });
    fc.assert(fc.property(spoiled, (text) => ['true', 'false'].includes(String(readFile(text).ok))));
    const anything = fc.record({
      version: fc.constantFrom(1, 2),
      nodes: fc.jsonValue(),
      connections: fc.jsonValue(),
    });
    fc.assert(fc.property(anything, (file) => typeof readFile(JSON.stringify(file)).ok === 'boolean'));
  });
});
