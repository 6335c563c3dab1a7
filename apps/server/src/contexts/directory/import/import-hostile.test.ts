import { describe, expect, test } from 'vitest';
import type { Importer, ImportFile, ImportItem } from './import-item.ts';
import { importers } from './importers.ts';

function fileOf(name: string, content: string | Uint8Array, chunk = 7): ImportFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    name,
    async *read() {
      for (let at = 0; at < bytes.length; at += chunk)
        yield await Promise.resolve(bytes.subarray(at, at + chunk));
    },
  };
}

/** Endless bytes, as a server could send them; `taken` returns how many were read. */
function endless(name: string, head: string, piece: string): ImportFile & { taken(): number } {
  let taken = 0;
  const bytes = new TextEncoder().encode(piece.repeat(512));
  return {
    name,
    taken: () => taken,
    async *read() {
      yield await Promise.resolve(new TextEncoder().encode(head));
      while (taken < 300_000_000) {
        taken += bytes.length;
        yield bytes;
      }
    },
  };
}

async function read(importer: Importer, ...files: ImportFile[]): Promise<ImportItem[]> {
  const items: ImportItem[] = [];
  for await (const item of importer(files, new AbortController().signal)) items.push(item);
  return items;
}

const refusals = (items: readonly ImportItem[]) =>
  items.flatMap((item) => (item.kind === 'refused' ? [`${item.place}: ${item.reason}`] : []));
const addresses = (items: readonly ImportItem[]) =>
  items.flatMap((item) => (item.kind === 'attribution' ? [item.address] : []));

const genesis = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const silkRoad = '1F1tAaz5x1HUXrCNLbtMDqcw6o5GNn4xqX';

describe('XML of OFAC that is not sound', () => {
  const party = `<DistinctParty FixedRef="1"><Profile ID="1" PartySubTypeID="3"><Identity><Alias Primary="true"><DocumentedName><DocumentedNamePart><NamePartValue>One</NamePartValue></DocumentedNamePart></DocumentedName></Alias></Identity><Feature FeatureTypeID="344"><FeatureVersion><VersionDetail>${genesis}</VersionDetail></FeatureVersion></Feature></Profile></DistinctParty>`;
  const list = (inside: string, head = '') =>
    `<?xml version="1.0"?>${head}<Sanctions><ReferenceValueSets><FeatureTypeValues><FeatureType ID="344">Digital Currency Address - XBT</FeatureType></FeatureTypeValues></ReferenceValueSets><DistinctParties>${inside}</DistinctParties></Sanctions>`;

  test('a sound one is read, also in pieces of one byte', async () => {
    expect(addresses(await read(importers['ofac-sdn'], fileOf('list.xml', list(party), 1)))).toEqual([
      genesis,
    ]);
  });
  test.each([
    ['ends in the middle of a party', list(party).slice(0, -60), 'torn'],
    ['closes what is not open', list(`${party}</Profile>`), 'torn'],
    ['uses an entity that nobody declared', list(party.replace('One', '&one;')), 'torn'],
    [
      'declares entities',
      list(party, '<!DOCTYPE Sanctions [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'),
      'forbidden',
    ],
    ['has another root', '<html><body>Sign in</body></html>', 'not_this_format'],
    ['is empty', '', 'torn'],
    ['is no text', new Uint8Array([0x3c, 0x53, 0xff, 0xfe, 0xfd]), 'not_text'],
  ])('a list that %s is refused with the place', async (_, content, code) => {
    await expect(read(importers['ofac-sdn'], fileOf('list.xml', content))).rejects.toMatchObject({
      name: 'ImportError',
      code,
      place: expect.stringContaining('list.xml'),
    });
  });
  test('an element without end is refused long before 300 MB', async () => {
    const file = endless('list.xml', '<Sanctions><DistinctParties><DistinctParty>', '<Comment>x</Comment>');
    await expect(read(importers['ofac-sdn'], file)).rejects.toMatchObject({ code: 'too_large' });
    expect(file.taken()).toBeLessThan(20_000_000);
  });
});

describe('TagPacks that are not sound', () => {
  const head =
    'title: T\ncurrency: BTC\nlabel: One\nsource: https://example.org/list\nconfidence: forensic\n';

  test('aliases of YAML are refused, wherever they stand', async () => {
    const bomb = `a: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: [*b,*b,*b,*b]\n${head}tags:\n- address: ${genesis}\n`;
    await expect(read(importers.graphsense, fileOf('bomb.yaml', bomb))).rejects.toMatchObject({
      code: 'torn',
    });
    const inside = `${head}tags:\n- address: &x ${genesis}\n  concepts: [*x, *x]\n- address: ${silkRoad}\n`;
    const items = await read(importers.graphsense, fileOf('bomb.yaml', inside));
    expect(refusals(items)).toEqual([expect.stringContaining('bomb.yaml, line 7: invalid YAML')]);
    expect(addresses(items)).toEqual([silkRoad]);
  });
  test('keys after the list count for all of its items', async () => {
    const items = await read(
      importers.graphsense,
      fileOf('late.yaml', `tags:\n- address: ${genesis}\n${head}`),
    );
    expect(items).toContainEqual(expect.objectContaining({ address: genesis, label: 'One', confidence: 50 }));
  });
  test('each bad tag is refused with its line, the others are kept', async () => {
    const tags = [
      `- address: ${genesis}`,
      '- address: 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
      '- address: LbonesGyyeUDpQqtZQMmBUPJSEg4jHhUvb\n  currency: LTC',
      '- tx_hash: abcd',
      '- just words',
      '- address: 0x06012c8cf97bead5deae237070f9587f8e7a266d',
      `- address: ${silkRoad}\n  label: "it's: odd # text"\n  context: '{"a": 1}'`,
    ];
    const items = await read(importers.graphsense, fileOf('t.yaml', `${head}tags:\n${tags.join('\n')}\n`));
    expect(addresses(items)).toEqual([genesis, silkRoad]);
    expect(items).toContainEqual({ kind: 'other_chain', place: 't.yaml, line 9', chain: 'LTC' });
    expect(refusals(items)).toEqual([
      expect.stringMatching(/^t\.yaml, line 8: .*checksum/),
      't.yaml, line 11: a tag of a transaction, not of an address',
      't.yaml, line 12: not a map of keys and values',
      expect.stringMatching(/^t\.yaml, line 13: .*Ethereum/),
    ]);
    expect(items).toContainEqual(expect.objectContaining({ address: silkRoad, label: "it's: odd # text" }));
  });
  test('one pack of many that is none is named, the others are read', async () => {
    const items = await read(
      importers.graphsense,
      fileOf('a.yaml', 'title: nothing'),
      fileOf('b.yaml', `${head}tags:\n- address: ${genesis}\n`),
    );
    expect(refusals(items)).toEqual([expect.stringContaining('a.yaml')]);
    expect(addresses(items)).toEqual([genesis]);
  });
  test('a line without end is refused long before 300 MB', async () => {
    const file = endless('t.yaml', `${head}tags:\n- address: `, 'xxxxxxxxxxxxxxxx');
    await expect(read(importers.graphsense, file)).rejects.toMatchObject({ code: 'too_large' });
    expect(file.taken()).toBeLessThan(20_000_000);
  });
});

describe('Lists of one’s own that are not sound', () => {
  const head = 'proper_name,address,blockchain,entity_tag,confidence,valid_from\n';

  test('rows are refused one by one with line and reason', async () => {
    const rows = [
      `Desk,${genesis},bitcoin,otc;broker,80,2024-02-29`,
      'Desk,1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb,bitcoin,,80,',
      `,${silkRoad},bitcoin,,80,`,
      `Desk,${silkRoad},bitcoin,,101,`,
      `Desk,${silkRoad},bitcoin,,80,2023-02-31`,
      `Desk,${silkRoad}`,
      'Desk,LbonesGyyeUDpQqtZQMmBUPJSEg4jHhUvb,litecoin,,,',
      '"=HYPERLINK(""https://example.org"")",,,,,',
    ];
    const items = await read(importers['own-list'], fileOf('own.csv', head + rows.join('\r\n')));
    expect(addresses(items)).toEqual([genesis]);
    expect(refusals(items)).toEqual([
      expect.stringMatching(/^own\.csv, line 3: .*checksum/),
      'own.csv, line 4: no entity_id or proper_name',
      'own.csv, line 5: confidence is not a whole number from 0 to 100',
      'own.csv, line 6: valid_from is not a date (YYYY-MM-DD)',
      'own.csv, line 7: 2 cells, the header has 6',
    ]);
    expect(items.filter(({ kind }) => kind === 'other_chain')).toHaveLength(1);
    // A formula is a name like any other here; exports to tables escape it.
    expect(items).toContainEqual(
      expect.objectContaining({
        kind: 'subject',
        statements: [expect.objectContaining({ value: '=HYPERLINK("https://example.org")' })],
      }),
    );
  });
  test.each([
    ['a column that nobody knows', 'proper_name,adress\nA,1\n', 'not_this_format', '“adress”'],
    ['no header', '', 'not_this_format', 'no header'],
    ['a quote that is never closed', `${head}"Desk,${genesis},bitcoin,,,\n`, 'torn', 'invalid CSV'],
    ['bytes of another encoding', new Uint8Array([112, 0xe9, 10]), 'not_text', 'not text'],
    [
      'bytes of another encoding after its header',
      Buffer.concat([Buffer.from('entity_id,address\none,x\n'), Buffer.from([112, 0xe9, 10])]),
      'not_text',
      'not text',
    ],
  ])('a table with %s is refused', async (_, content, code, words) => {
    await expect(read(importers['own-list'], fileOf('own.csv', content))).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words),
    });
  });
  test('UTF-16 with its mark, semicolons and tabs are read', async () => {
    const text = `\ufeffproper_name;address\nDésk;${genesis}\n`;
    const utf16 = new Uint8Array(Buffer.from(text, 'utf16le'));
    const items = await read(importers['own-list'], fileOf('own.csv', utf16, 3));
    expect(addresses(items)).toEqual([genesis]);
    const tabs = `proper_name\taddress\nDesk\t${silkRoad}\n`;
    expect(addresses(await read(importers['own-list'], fileOf('own.csv', tabs)))).toEqual([silkRoad]);
  });
  test('JSON: entries are refused one by one; a torn file as a whole', async () => {
    const entries = [
      { proper_name: 'Desk', address: genesis, entity_tag: ['otc', 'broker'] },
      { proper_name: 'Desk', color: 'red' },
      { entity_id: 'desk', address: 'nonsense' },
    ];
    const items = await read(importers['own-list'], fileOf('own.json', JSON.stringify(entries)));
    expect(addresses(items)).toEqual([genesis]);
    expect(refusals(items)).toEqual([expect.stringContaining('entry 2'), expect.stringContaining('entry 3')]);
    await expect(
      read(importers['own-list'], fileOf('own.json', JSON.stringify(entries).slice(0, -3))),
    ).rejects.toMatchObject({ code: 'torn' });
  });
  test('a JSON file of 300 MB is refused before it is held', async () => {
    const file = endless('own.json', '[', '{"proper_name":"Desk"},');
    await expect(read(importers['own-list'], file)).rejects.toMatchObject({ code: 'too_large' });
    expect(file.taken()).toBeLessThan(64_000_000);
  });
});

test('rows of a table come while it is read, so that it is never held', async () => {
  const line = 'Desk,1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb\n';
  const piece = new TextEncoder().encode(line.repeat(1000));
  let open = 0;
  const file: ImportFile = {
    name: 'own.csv',
    async *read() {
      yield await Promise.resolve(new TextEncoder().encode('proper_name,address\n'));
      for (let i = 0; i < 20; i += 1) {
        open += 1;
        yield piece;
      }
    },
  };
  let seen = 0;
  for await (const item of importers['own-list']([file], new AbortController().signal)) {
    if (item.kind === 'refused') seen += 1;
    // Little is read ahead, compared to the whole.
    if (seen === 1000) expect(open).toBeLessThan(8);
  }
  expect(seen).toBe(20_000);
});
