import { readFileSync } from 'node:fs';
import { canonicalValue, directoryDate, isDirectoryField } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { cleanAttribution, cleanSubject } from '../../src/contexts/directory/releases/clean-item.ts';
import type { ImportedAttribution, ImportItem } from '../../src/contexts/directory/import/import-item.ts';
import { isEntityId } from '../../src/contexts/directory/releases/matching.ts';
import { readSeed } from '../../src/contexts/directory/update/seed/entries.ts';
import { seedItems } from '../../src/contexts/directory/update/seed/seed.ts';

const entries = readSeed();
const items: ImportItem[] = [];
for await (const item of seedItems()) items.push(item);
const attributions = items.filter((item): item is ImportedAttribution => item.kind === 'attribution');
const addresses = entries.flatMap((entry) => entry.addresses.map((one) => ({ id: entry.id, ...one })));

function isOpenPage(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, hostname, username, port } = new URL(link);
  return protocol === 'https:' && hostname.includes('.') && username === '' && port === '';
}

function counted(values: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]),
  );
}

function repeated(values: readonly string[]): string[] {
  return [...Map.groupBy(values, (value) => value)]
    .filter(([, all]) => all.length > 1)
    .map(([value]) => value);
}

/** Rows `| first | number |` of the page that tells what the seed holds. */
function figuresOfDocs(): Map<string, number> {
  const page = readFileSync(new URL('../../../../docs/operate/directory-seed.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `?([^|`]+?)`? \| (\d+) \|/gm)];
  return new Map(rows.map(([, name = '', number = '']) => [name, Number(number)]));
}

test('every id can be an entity’s, and is there once', () => {
  expect(entries.map(({ id }) => id).filter((id) => !isEntityId(id))).toEqual([]);
  expect(repeated(entries.map(({ id }) => id))).toEqual([]);
  expect(repeated(entries.map(({ name }) => name.toLowerCase()))).toEqual([]);
});

test('every value is one of its field, and stands there in its canonical form', () => {
  const wrong = items.flatMap((item) =>
    item.kind === 'subject'
      ? item.statements.filter(
          ({ field, value }) => !isDirectoryField(field) || canonicalValue(field, value) !== value,
        )
      : [],
  );
  expect(wrong.map(({ field, value }) => `${field} ${value}`)).toEqual([]);
});

test('no address, statement or subject is refused', () => {
  expect(items.filter(({ kind }) => kind !== 'subject' && kind !== 'attribution')).toEqual([]);
  expect(attributions).toHaveLength(addresses.length);
  const refused = items.flatMap((item) => {
    if (item.kind === 'subject') return cleanSubject(item).refused;
    if (item.kind !== 'attribution') return [];
    const clean = cleanAttribution(item, 'mainnet');
    return 'reason' in clean ? [clean] : [];
  });
  expect(refused).toEqual([]);
});

test('every address belongs to one entity and is written once', () => {
  expect(repeated(attributions.map(({ chain, address }) => `${chain} ${address}`))).toEqual([]);
});

test('every fact links to a page that anybody can open', () => {
  const links = [
    ...entries.flatMap(({ source, url, ofac, listings }) => [
      source,
      ...(url === undefined ? [] : [url]),
      ...(ofac === undefined ? [] : [ofac.source]),
      ...(listings ?? []).map((one) => one.source),
    ]),
    ...addresses.map(({ source }) => source),
  ];
  expect(links.filter((link) => !isOpenPage(link))).toEqual([]);
});

test('parents are there, and nobody is above himself', () => {
  const parents = new Map(entries.map(({ id, parent }) => [id, parent]));
  for (const { id, parent } of entries) {
    const above = new Set([id]);
    for (let next = parent; next !== undefined; next = parents.get(next)) {
      expect(parents.has(next), `${id}: ${next}`).toBe(true);
      expect(above.has(next), `${id}: ${next}`).toBe(false);
      above.add(next);
    }
  }
});

test('days are real, and in order', () => {
  const periods = entries.flatMap(({ id, ofac, listings }) =>
    [...(ofac ? [ofac] : []), ...(listings ?? [])].map(({ from, to }) => ({ id, from, to })),
  );
  for (const { id, from, to } of periods) {
    for (const day of [from, to]) {
      expect(day === undefined || directoryDate.safeParse(day).success, `${id}: ${day}`).toBe(true);
    }
    if (from !== undefined && to !== undefined) expect(from <= to, id).toBe(true);
  }
});

test('Tornado Cash was on the list of OFAC until the day before 21 March 2025', () => {
  const tornado = entries.find(({ id }) => id === 'tornado-cash');
  expect(tornado?.ofac).toMatchObject({ from: '2022-08-08', to: '2025-03-20' });
});

test('the page about the seed tells its figures', () => {
  const figures = figuresOfDocs();
  const chains = counted(attributions.map(({ chain }) => chain));
  expect(Object.fromEntries(figures)).toEqual({
    ...counted(entries.map(({ type }) => type)),
    'entities in all': entries.length,
    'addresses of Bitcoin': chains['bitcoin'],
    'addresses of Ethereum': chains['ethereum'],
    'addresses in all': attributions.length,
    'entities with an address': entries.filter((entry) => (entry.addresses ?? []).length > 0).length,
    'entities that OFAC listed': entries.filter(({ ofac }) => ofac !== undefined).length,
    'marks of pools in coinbases': entries.flatMap(({ coinbaseTags }) => coinbaseTags ?? []).length,
  });
});
