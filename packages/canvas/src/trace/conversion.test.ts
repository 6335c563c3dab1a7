import type { Query } from '@hopscope/contract/flow-document';
import { expect, test } from 'vitest';
import { apply } from '../document/apply.ts';
import { allOf, documentText, emptyDocument, getOf, problemsOf } from '../document/document.ts';
import { crossingOf, transferOf, walletOf } from '../document/records.fixture.ts';
import { gexfOf, graphmlOf } from '../export/graph.ts';
import { svgOf } from '../export/svg.ts';
import { readFile } from '../file/read-file.ts';
import { writeFile } from '../file/write-file.ts';
import { changesOf } from './changes-of.ts';
import { conversionText, shortConversion } from './conversion-text.ts';
import { hopsFromTraced } from './hops.ts';
import { describeNode, summarize } from './summary.ts';
import { timelineOf } from './timeline.ts';

const query: Query = { kind: 'auto', question: { starts: [{ address: 'a' }] } };
const crossing = crossingOf('vault', '0xb');
const swap = crossingOf('vault', '0xb', {
  id: 'swap',
  from: 'ethereum:0xb',
  crossing: null,
  got: { ...crossing.got, asset: { ...crossing.got.asset, symbol: 'USD', contract: '0xcc', decimals: 6 } },
  gave: crossing.got,
});
const answer = {
  transfers: [transferOf('a', 'vault', 't1:0')],
  parties: [],
  conversions: [crossing, crossing, swap],
};
const { document } = apply(emptyDocument, { changes: changesOf(emptyDocument, query, answer) });

test('a conversion is drawn once with both of its ends, beside each other', () => {
  expect(problemsOf(document)).toEqual([]);
  expect(allOf(document, 'conversion').map(({ id }) => id)).toEqual(['swap', crossing.id]);
  const [vault, recipient] = ['bitcoin:vault', 'ethereum:0xb'].map((id) => getOf(document, 'node', id));
  expect((recipient?.x ?? 0) - (vault?.x ?? 0)).toBe(220);
  expect(changesOf(document, query, answer)).toEqual([]);
});

test('without both of its nodes it is dropped, and removed with one of them', () => {
  const alone = apply(emptyDocument, { changes: [{ change: 'create', record: crossing }] });
  expect(alone.document.records.size).toBe(0);
  const node = getOf(document, 'node', 'ethereum:0xb') ?? walletOf('b');
  const removed = apply(document, { changes: [{ change: 'remove', record: node }] });
  expect(allOf(removed.document, 'conversion')).toEqual([]);
  expect(removed.effective.map(({ change }) => change)).toEqual(['remove', 'remove', 'remove']);
});

test('money goes along it: hops count it, and it is shown from its payout on', () => {
  const hops = hopsFromTraced(document);
  expect(['a', 'vault'].map((address) => hops.get(`bitcoin:${address}`)?.hop)).toEqual([0, 1]);
  expect(hops.get('ethereum:0xb')).toEqual({ column: 2, distance: 2, hop: 2 });
  const { shownAt } = timelineOf(document);
  expect([...shownAt(null).conversions]).toEqual(['swap', crossing.id]);
  expect(shownAt(1_700_000_599).conversions.size).toBe(0);
  expect([...shownAt(1_700_000_600).conversions]).toEqual(['swap', crossing.id]);
});

test('a file has it, and reads it again', () => {
  const read = readFile(writeFile(document, [], 0));
  if (!read.ok) throw new Error(read.reason);
  expect(documentText(read.document)).toBe(documentText(document));
  const broken = writeFile(document, [], 0).replace('"proof":"exact"', '"proof":"likely"');
  expect(readFile(broken)).toMatchObject({ ok: false, place: 'conversions[1].crossing.proof' });
});

test('pictures and graphs have it with both amounts; words name the chain and the proof', () => {
  expect(shortConversion(crossing)).toBe('0.5 BTC → 10 ETH');
  expect(conversionText(crossing)).toBe(
    '0.5 BTC crossed to Ethereum as 10 ETH (Test bridge, exact, 10 minutes later)',
  );
  expect(conversionText(swap)).toBe('10 ETH became 10,000,000,000,000 USD');
  const picture = svgOf(document, { theme: 'light', aggregated: true, title: 'T', caption: [] });
  expect(picture).toContain('0.5 BTC → 10 ETH');
  expect(picture.match(/stroke-dasharray="7 4"/g)).toHaveLength(1);
  const [graphml, gexf] = [graphmlOf(document), gexfOf(document, 0)];
  expect(graphml).toContain('>crossing<');
  expect(gexf).toContain('value="crossing"');
  for (const graph of [graphml, gexf]) {
    expect(graph).toContain('10000000000000000000');
    expect(graph).toContain('Test bridge');
  }
  expect(describeNode(document, 'ethereum:0xb')?.words).toContain(conversionText(crossing));
  expect(summarize(document).words).toContain('2 conversions');
});

test('words of a crossing state delay and fee only where they are known', () => {
  const around = (gave: object, got: object, protocol = 'tBTC'): string =>
    conversionText({
      ...crossing,
      gave: { ...crossing.gave, amount: '50000000', time: 1000, ...gave },
      got: { ...crossing.got, amount: '499990000000000000', time: 1000 + 2 * 86_400 + 5, ...got },
      crossing: { protocol, proof: 'exact', output: 0 },
    });
  const facts = (text: string): string => text.slice(text.indexOf('('));
  expect(facts(around({}, {}))).toBe('(tBTC, exact, 2 days later, fee 0.00001 BTC)');
  expect(facts(around({}, { time: 4600 }))).toBe('(tBTC, exact, 1 hour later, fee 0.00001 BTC)');
  // Times of Bitcoin blocks are not in order.
  expect(facts(around({}, { time: 400 }))).toBe('(tBTC, exact, fee 0.00001 BTC)');
  expect(facts(around({ time: null }, { amount: '500000000000000001' }))).toBe('(tBTC, exact)');
  expect(facts(around({}, { time: null }, 'THORChain'))).toBe('(THORChain, exact)');
});
