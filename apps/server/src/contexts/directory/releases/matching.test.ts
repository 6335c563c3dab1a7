import { canonicalValue, type DirectoryFieldName, fallbackLogoOf, isCsam } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { compatibleTypes, domainOf, isEntityId, nameKeyOf, slugOf } from './matching.ts';

test('names are compared without marks, punctuation and legal forms', () => {
  const same = ['Bitstamp Europe S.A.', 'bitstamp   EUROPE', 'Bitstámp Europe', 'Bitstamp, Europe Ltd.'];
  expect(new Set(same.map(nameKeyOf))).toEqual(new Set(['bitstamp europe']));
  expect(nameKeyOf('Straße GmbH & Co. KG')).toBe('strasse');
  expect(nameKeyOf('Ltd')).toBeNull();
  expect(nameKeyOf('A1')).toBeNull();
  expect(nameKeyOf('比特币交易所')).toBe('比特币交易所');
});

test('a domain is that of a site of one’s own, not of a page elsewhere', () => {
  expect(domainOf('https://www.Example.org/')).toBe('example.org');
  expect(domainOf('https://shop.example.org')).toBe('shop.example.org');
  for (const page of ['https://t.me/somebody', 'https://example.org/?a=1', 'https://10.0.0.1', 'x', '']) {
    expect(domainOf(page)).toBeNull();
  }
});

test('ids are small, without surprises, and none of the paths', () => {
  expect(slugOf('Ångström & Söhne (demo)')).toBe('angstrom-sohne-demo');
  expect(slugOf('比特币')).toBe('entity');
  expect(slugOf('Changes')).toBe('changes-entity');
  expect(slugOf('../../etc/passwd')).toBe('etc-passwd');
  expect(slugOf('x'.repeat(300))).toHaveLength(60);
  for (const id of ['', 'a b', '-a', 'A', 'changes', 'a/b', 'é']) expect(isEntityId(id)).toBe(false);
  expect(isEntityId('demo-exchange-northwind')).toBe(true);
});

test('kinds that contradict each other are not joined', () => {
  expect(compatibleTypes('exchange', 'centralized_exchange')).toBe(true);
  expect(compatibleTypes('exchange', null)).toBe(true);
  expect(compatibleTypes('exchange', 'mining_pool')).toBe(false);
  expect(fallbackLogoOf('decentralized_exchange')).toBe('defi');
});

//
test('values come to one form, or are none', () => {
  const cases: [DirectoryFieldName, string, string | undefined][] = [
    ['url', 'Example.org/', 'https://example.org'],
    ['logo', ' logo.example/a.png/ ', 'https://logo.example/a.png'],
    ['url', 'javascript:alert(1)', undefined],
    ['url', 'https://user:secret@example.org', undefined],
    ['url', 'file:///etc/passwd', undefined],
    ['associate_country', 'de', 'DE'],
    ['associate_country', 'DEU', undefined],
    ['entity_tag', ' Dark-Net Market ', 'dark_net_market'],
    ['entity_tag', '!!', undefined],
    ['year_founded', '2011', '2011'],
    ['year_founded', '11', undefined],
    ['ofac', 'YES', 'true'],
    ['ofac', 'maybe', undefined],
    ['contact_email', 'a@example.org', 'a@example.org'],
    ['contact_email', 'a@b', undefined],
    ['proper_name', 'a\u0000b', undefined],
    ['proper_name', 'a\u202Eb', undefined],
    ['proper_name', '  Ada   Engines ', 'Ada Engines'],
    ['proper_name', 'x'.repeat(201), undefined],
    ['note', 'two\nlines', 'two\nlines'],
    ['note', '   ', undefined],
    ['parent_id', 'Some Parent', undefined],
  ];
  for (const [field, text, value] of cases)
    expect([field, text, canonicalValue(field, text)]).toEqual([field, text, value]);
  expect(canonicalValue('proper_name', 'e\u0301')).toBe('é');
  // A canonical value stays the same.
  for (const [field, , value] of cases) if (value) expect(canonicalValue(field, value)).toBe(value);
});

test('csam in type or tags, in any case', () => {
  expect(isCsam({ type: 'CSAM', tags: [] })).toBe(true);
  expect(isCsam({ type: null, tags: ['darknet', 'csam_vendor'] })).toBe(true);
  expect(isCsam({ type: 'exchange', tags: ['cex'] })).toBe(false);
});
