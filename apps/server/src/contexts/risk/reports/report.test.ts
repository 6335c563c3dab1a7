import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { renderReport } from './render-report.ts';
import { exampleReport } from './report.fixture.ts';
import { amountText, dollarText, pointsText, shownText } from './report-text.ts';
import { isIntact, sealReport } from './seal-report.ts';

const windows = new TextDecoder('windows-1252');

/** Texts of a PDF's pages in the order in which they are drawn, without blanks (words may be drawn in parts). */
function textsOf(pdf: Uint8Array): string {
  const bytes = Buffer.from(pdf);
  const all: string[] = [];
  for (let at = bytes.indexOf('stream\n'); at !== -1; at = bytes.indexOf('stream\n', at + 1)) {
    const end = bytes.indexOf('endstream', at);
    if (bytes.subarray(at - 3, at).toString() === 'end' || end === -1) continue;
    const drawn = inflateSync(bytes.subarray(at + 7, end)).toString('latin1');
    for (const [, hex] of drawn.matchAll(/<([0-9a-f]+)>/g))
      all.push(windows.decode(Buffer.from(hex ?? '', 'hex')));
  }
  return all.join('').replaceAll(/\s+/g, '');
}
const pagesOf = (pdf: Uint8Array): number =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length ?? 0;
const squeezed = (text: string): string => text.replaceAll(/\s+/g, '');

test('a report is recognized by its hash', () => {
  const sealed = sealReport(exampleReport());
  expect(isIntact(sealed)).toBe(true);
  expect(isIntact(JSON.parse(JSON.stringify(sealed)))).toBe(true);
  expect(isIntact({ ...sealed, address: 'another' })).toBe(false);
  // As docs/guide/report.md says: keys sorted, no spaces.
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .toSorted(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, one]) => [key, sorted(one)]),
          )
        : value;
  const bytes = JSON.stringify(sorted(exampleReport()));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sealed.signatureHash);
});

test('the file says everything that an auditor asks for, and the same report gives the same bytes', async () => {
  const sealed = sealReport(exampleReport());
  const pdf = await renderReport(sealed);
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
  expect(Buffer.from(await renderReport(sealed)).equals(Buffer.from(pdf))).toBe(true);
  const texts = textsOf(pdf);
  const expected = [
    sealed.address,
    'Demo network: everyone and everything in this report is fictional.',
    '61.2345 of 100: Medium',
    'Entity: 90, weight 50%',
    'Jurisdiction: unknown',
    'Received from a sanctioned entity (High)',
    '45 points',
    '16.2345 points',
    'add up to 61.2345',
    'ab'.repeat(32),
    '0.12345678 BTC ($8,294.73 now), 2 hops',
    '–50.00000000 BTC (–$3,359,366.79 now), own',
    '13 more transactions in the JSON report.',
    'Received from Blackreef Group (demo), Sanctioned',
    '12.3456%',
    'Not traced',
    '7.6544%',
    'Transactions below 0.0001 BTC were not followed.',
    'Haircut: each output holds a part of every input, in proportion',
    'Block 8760',
    sealed.versions.ledger?.hash ?? '',
    'Version 12, as of 2026-01-31',
    'Default, version 1a2b3c4d',
    `SHA-256 ${sealed.signatureHash}`,
    'Sent in total None',
    '1 of ',
  ];
  expect(expected.filter((line) => !texts.includes(squeezed(line)))).toEqual([]);
});

test('without a score it says why, and never shows a zero', async () => {
  const nothing = exampleReport({
    owner: null,
    score: {
      state: 'not_covered',
      reason: 'The ledger contains no block of this chain.',
      overall: null,
      level: 'unknown',
      groups: [],
    },
    factors: [],
    exposures: [],
    coverage: [],
    price: null,
    sources: [],
    fictional: false,
  });
  const texts = textsOf(await renderReport(sealReport(nothing)));
  expect(texts).toContain(squeezed('No score: not in the ledger'));
  expect(texts).toContain(squeezed('The ledger contains no block of this chain.'));
  expect(texts).toContain(squeezed('No price for BTC available'));
  expect(texts).not.toMatch(/of100/);
  expect(texts).not.toContain('fictional');
});

test('names of any length and script, and more rows than a file draws', async () => {
  const [factor] = exampleReport().factors;
  const [exposure] = exampleReport().exposures;
  if (!factor || !exposure) throw new Error('the example has both');
  const name = `北京 \u202e<b>x</b> ${'a very long name '.repeat(40)}`;
  const step = { transaction: 'ab'.repeat(32), address: null, owner: name, amount: '1' };
  const large = exampleReport({
    factors: Array.from({ length: 100 }, () => ({ ...factor, name, description: 'x'.repeat(3_000) })),
    exposures: Array.from({ length: 200 }, () => ({
      ...exposure,
      entity: name,
      path: Array.from({ length: 30 }, () => step),
    })),
  });
  const pdf = await renderReport(sealReport(large));
  expect(pagesOf(pdf)).toBeGreaterThan(30);
  const texts = textsOf(pdf);
  const expected = [
    '40 more factors in the JSON report.',
    '120 more exposures in the JSON report.',
    '18 more steps in the JSON report.',
    'Characters that this file cannot show',
    `1 of ${String(pagesOf(pdf))}`,
  ];
  expect(expected.filter((line) => !texts.includes(squeezed(line)))).toEqual([]);
});

test('texts', () => {
  const ether = { symbol: 'ETH', decimals: 18 };
  expect(amountText('1234567000000000000000001', ether)).toBe('1,234,567.000000000000000001 ETH');
  expect(amountText('0', { symbol: 'X', decimals: 0 })).toBe('0 X');
  expect(dollarText('1', { asset: ether, price: null })).toBeUndefined();
  expect([0, 1, 10_000, 123_456, 1_000_000, -5].map(pointsText)).toEqual([
    '0',
    '0.0001',
    '1',
    '12.3456',
    '100',
    '–0.0005',
  ]);
  expect(shownText('Café “x” – € 5')).toEqual({ text: 'Café “x” – € 5', lost: false });
  expect(shownText('北 \u202ex\u0007😀')).toEqual({ text: '?  x ?', lost: true });
});
