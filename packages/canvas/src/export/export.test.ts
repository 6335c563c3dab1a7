import { describe, expect, test } from 'vitest';
import { documentOf } from '../document/apply.ts';
import { emptyDocument } from '../document/document.ts';
import { crossingOf, groupOf, noteOf, transferOf, walletOf } from '../document/records.fixture.ts';
import { caseUcoOf } from './case-uco.ts';
import { csvOf } from './csv.ts';
import { gexfOf, graphmlOf } from './graph.ts';
import { svgOf } from './svg.ts';
import { xmlText } from './xml.ts';

const hostile = `=HYPERLINK("http://x")<script>alert('1')</script>&\u{1F600}\uD800`;
const document = documentOf(
  [
    groupOf('g', { folded: true, purpose: 'peel_chain', label: 'Peel <chain>' }),
    walletOf('a', { traced: true, label: hostile }),
    walletOf('b', { x: 220, group: 'g' }),
    walletOf('c', { x: 440, y: 80 }),
    { ...walletOf('q'), id: 'thing', type: 'custom', chain: null, address: null, label: '-1+2', y: 300 },
    transferOf('a', 'b', 't1:0', { amount: '9007199254740993', whole: '9007199254740994', time: 20 }),
    transferOf('a', 'b', 't2:0', { amount: '1', time: 10, fee: null, color: '#416ee2' }),
    transferOf('b', 'c', 't3:0', { time: null, height: null }),
    noteOf('n', 'bitcoin:a', 'Ask <them>'),
    { kind: 'drawing', id: 'd', shape: 'text', color: '#d9822b', x: 0, y: 0, text: 'one\n<two>' },
    { kind: 'drawing', id: 'e', shape: 'circle', color: '#d9822b', x: 0, y: 0, radius: 50 },
  ],
  emptyDocument,
);

/** Elements open and close in order, and nothing is outside of them: enough to find what escaping forgot. */
function expectWellFormed(xml: string): void {
  const open: string[] = [];
  const rest = xml
    .replace(/^<\?xml[^?]*\?>\n/, '')
    .replaceAll(
      /<(\/?)([a-zA-Z:]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>/g,
      (_, close: string, name: string, __, alone: string) => {
        if (close) expect(open.pop()).toBe(name);
        else if (!alone) open.push(name);
        return '';
      },
    );
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot|apos|#10|#9);)/);
}

describe('CSV', () => {
  const [head = '', ...rows] = csvOf(document).slice(1).split('\r\n');
  test('has every drawn transfer, the oldest first, exact to the last unit, with fees', () => {
    expect(head.split(',').slice(0, 5)).toEqual([
      'blockchain',
      'time_utc',
      'block',
      'transaction',
      'output_or_movement',
    ]);
    expect(rows.map((row) => row.split(',')[4])).toEqual(['t2:0', 't1:0', 't3:0', undefined]);
    expect(rows[1]).toContain('BTC,,90071992.54740993,9007199254740993,9007199254740994,0.0000001,10');
    expect(rows[0]?.endsWith(',0.00000001,1,1000,,,transfer,,,,,,,,')).toBe(true);
    expect(rows[0]).toContain('1970-01-01T00:00:10.000Z');
    expect(rows[2]?.startsWith('bitcoin,,,t3,t3:0,b,b,c,c,')).toBe(true);
  });
  test('cannot start a formula, and quotes what separates (RFC 4180)', () => {
    expect(rows[0]).toContain(`"'=HYPERLINK(""http://x"")<script>`);
  });
});

describe('Graphs', () => {
  test('GraphML and GEXF are well-formed, with exact amounts as text', () => {
    for (const xml of [graphmlOf(document), gexfOf(document, 1_794_000_000)]) {
      expectWellFormed(xml);
      expect(xml).toContain('9007199254740993');
      expect(xml.match(/<node /g)).toHaveLength(4);
      expect(xml.match(/<edge /g)).toHaveLength(3);
      expect(xml).not.toContain('<script>');
    }
    expect(gexfOf(document, 1_794_000_000)).toContain('<gexf xmlns="http://gexf.net/1.3"');
    expect(gexfOf(document, 1_794_000_000)).toContain('type="biginteger"');
  });
  test('CASE/UCO: addresses, directed relationships and one provenance record, with ids that stay', () => {
    const text = caseUcoOf(document, { written: 1_794_000_000, description: 'A canvas' });
    const graph = (JSON.parse(text) as { '@graph': Record<string, unknown>[] })['@graph'];
    const ids = new Set(graph.map((one) => one['@id']));
    expect(ids.size).toBe(graph.length);
    const relationships = graph.filter((one) => one['@type'] === 'uco-observable:ObservableRelationship');
    expect(relationships).toHaveLength(3);
    for (const one of relationships) {
      const [source] = one['uco-core:source'] as { '@id': string }[];
      expect(ids.has(source?.['@id'])).toBe(true);
      expect(ids.has((one['uco-core:target'] as { '@id': string })['@id'])).toBe(true);
      expect(one['@id']).toMatch(
        /^kb:transfer-[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
    }
    expect(graph.filter((one) => one['@type'] === 'uco-observable:DigitalAddress')).toHaveLength(3);
    expect(text).toContain('"@value": "90071992.54740993"');
    expect(caseUcoOf(document, { written: 1_794_000_000, description: 'A canvas' })).toBe(text);
  });
});

describe('SVG', () => {
  const options = {
    theme: 'dark',
    aggregated: true,
    title: 'Flow & more',
    caption: ['At block 800,000'],
  } as const;
  test('is well-formed, runs nothing, has a legend, and both themes', () => {
    for (const theme of ['dark', 'light'] as const)
      for (const aggregated of [true, false]) {
        const svg = svgOf(document, { ...options, theme, aggregated });
        expectWellFormed(svg);
        expect(svg).not.toMatch(/<script|href|on\w+="/i);
        expect(svg).toContain('Risk unknown');
        expect(svg).toContain('At block 800,000');
      }
    expect(svgOf(document, options)).toContain('90071992.54740994 BTC × 2');
    expect(svgOf(document, { ...options, aggregated: false })).toContain('90071992.54740993 BTC<');
    expect(svgOf(document, options)).toContain('fill="#0b0e14"');
    expectWellFormed(svgOf(emptyDocument, options));
  });
  test('folded groups are one symbol', () => {
    const svg = svgOf(document, options);
    expect(svg).toContain('Peel &lt;chain&gt;');
    expect(svg).not.toContain('<title>b</title>');
  });
});

test('CSV and CASE/UCO have crossings with both sides', () => {
  const crossed = documentOf(
    [walletOf('a'), { ...walletOf('b'), id: 'ethereum:b', chain: 'ethereum' }, crossingOf('a', 'b')],
    emptyDocument,
  );
  const [, row = ''] = csvOf(crossed).split('\r\n');
  expect(row).toBe(
    'bitcoin,2023-11-14T22:13:20.000Z,800000,t1,,a,a,b,b,BTC,,0.5,50000000,,,,crossing,ethereum,0xt2,ETH,,10,10000000000000000000,Test bridge,exact',
  );
  const text = caseUcoOf(crossed, { written: 1_794_000_000, description: 'A canvas' });
  const graph = (JSON.parse(text) as { '@graph': Record<string, unknown>[] })['@graph'];
  expect(graph.find((one) => one['uco-core:kindOfRelationship'] === 'Crossed_To')).toMatchObject({
    '@type': 'uco-observable:ObservableRelationship',
    'uco-core:endTime': { '@value': '2023-11-14T22:23:20.000Z' },
    'uco-core:hasFacet': [
      {
        'hopscope:gave': { 'hopscope:transaction': 't1', 'hopscope:smallestUnits': { '@value': '50000000' } },
        'hopscope:received': { 'hopscope:blockchain': 'ethereum', 'hopscope:transaction': '0xt2' },
        'hopscope:proof': 'exact',
        'hopscope:protocol': 'Test bridge',
      },
    ],
  });
});

test('text that XML cannot say', () => {
  expect(xmlText('a\u0001\uFFFE\uD800<&"')).toBe('a\uFFFD\uFFFD\uFFFD&lt;&amp;&quot;');
});
