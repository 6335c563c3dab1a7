import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi, type DirectoryApi } from '../support/api/directory-api.ts';
import { addressOf, attribution, subject } from '../support/servers/directory-source.ts';

const ether = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const northwind = 'northwind-exchange';

const listed = [
  subject('group', { proper_name: 'Northwind Group', entity_type: 'company' }),
  subject('nw', {
    proper_name: 'Northwind Exchange',
    entity_type: 'exchange',
    url: 'northwind.example',
    parent_id: 'northwind-group',
    ceo: 'Ada',
    ticker: 'NWX',
    year_founded: '2014',
    ofac: 'false',
    entity_tag: ['cex', 'kyc'],
    associate_country: ['DE', 'IR'],
    description: 'An exchange.',
    alias: 'NW',
  }),
  subject('ir', {
    proper_name: 'Iran',
    entity_type: 'country',
    associate_country: 'IR',
    fatf_status: 'Call for action',
  }),
  subject('dark', { proper_name: 'Dark Place', entity_type: 'csam' }),
  attribution('nw', addressOf(1), { bo: 'Ada', custodian: 'Vault', label: 'hot wallet' }),
  attribution('nw', addressOf(2), { attribution: 'derived', confidence: 60, bo: 'Grace' }),
  attribution('nw', ether),
  attribution('dark', addressOf(9), { bo: 'Nobody', label: 'secret' }),
];
const registered = [
  subject('r1', {
    proper_name: 'NORTHWIND EXCHANGE GmbH',
    entity_type: 'exchange',
    ceo: 'Grace',
    description: 'Registered.',
    entity_tag: 'vasp',
  }),
  attribution('r1', addressOf(1), { confidence: 50 }),
  subject('r2', { proper_name: 'Somebody Else', entity_type: 'exchange' }),
  attribution('r2', addressOf(1), { confidence: 99 }),
];

async function start(api: DirectoryApi) {
  await api.sync('list', listed);
  await api.sync('register', registered, 20);
  return api.someone('ada@example.org');
}

describeWithDatabase('The directory', (databases) => {
  test('an entity is what its sources say, field by field, with who won and why', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const ada = await start(api);
    const { entity, fields, relations, addresses, countries, may } = await api.entity(ada, northwind);
    expect(entity).toMatchObject({
      _id: northwind,
      entity_id: northwind,
      proper_name: 'Northwind Exchange',
      entity_type: 'exchange',
      parent_id: 'northwind-group',
      ceo: 'Ada',
      year_founded: 2014,
      url: 'https://northwind.example',
      ofac: false,
      dead: null,
      description_merged: 'An exchange.\n\nRegistered.',
      associate_country_1: 'DE',
      associate_country_2: 'IR',
      associate_country_3: null,
      entity_tag1: 'cex',
      entity_tag3: 'vasp',
      aliases: ['NW'],
      fallback_logo: 'exchange',
      user: null,
      version: 2,
      hidden: false,
    });
    expect(fields.find(({ field }) => field === 'ceo')).toMatchObject({
      values: ['Ada'],
      rule: 'rank',
      conflict: true,
      statements: [
        { value: 'Ada', source: 'list', license: 'CC0-1.0', won: true, because: 'chosen', confidence: 80 },
        { value: 'Grace', source: 'register', won: false, because: 'overruled', localId: 'r1' },
      ],
    });
    expect(relations).toMatchObject({
      parents: [{ entity_id: 'northwind-group', proper_name: 'Northwind Group' }],
      custodians: ['Vault'],
      beneficialOwners: ['Ada', 'Grace'],
    });
    expect((await api.entity(ada, 'northwind-group')).relations).toMatchObject({
      children: [{ entity_id: northwind }],
      childCount: 1,
    });
    expect(addresses).toEqual([
      { blockchain: 'bitcoin', direct: 1, derived: 1, inherited: null },
      { blockchain: 'ethereum', direct: 1, derived: 0, inherited: null },
    ]);
    expect(countries).toEqual([
      { country: 'IR', entity_id: 'iran', name: 'Iran', fatf: 'Call for action', eu: null, ofac: null },
    ]);
    expect(may).toEqual({ edit: false, suggest: true });
    await api.refused(404, ada, endpoints.getEntity, { params: { id: 'nobody' } });
  });

  test('the whole list is compact, and asked again only when it changed', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const ada = await start(api);
    const list = await api.as(ada, endpoints.listEntities, {});
    expect(list.version).toBe(2);
    expect(list.data.map(({ entity_id }) => entity_id)).toEqual([
      'iran',
      northwind,
      'northwind-group',
      'somebody-else',
    ]);
    expect(list.data[1]).toMatchObject({ ceo: 'Ada', entity_tag3: 'vasp' });
    expect(list.data[1]).not.toHaveProperty('dead');
    const first = await api.ask('/sot', { token: ada.accessToken });
    const etag = String(first.headers['etag']);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = async () =>
      api.ask('/sot', { token: ada.accessToken, headers: { 'if-none-match': `"x", ${etag}` } });
    expect([(await again()).statusCode, (await again()).body]).toEqual([304, '']);
    await api.sync('list', listed.slice(0, 2));
    expect((await again()).statusCode).toBe(200);
  });

  test('every call can be asked as of a day', async () => {
    const api = await createDirectoryApi(await databases.empty(), { start: Date.UTC(2026, 0, 1) });
    await start(api);
    api.clock = Date.UTC(2026, 0, 3, 12);
    await api.sync('list', [
      subject('nw', { proper_name: 'Northwind', entity_type: 'exchange', ceo: 'Eve' }),
      attribution('nw', addressOf(3)),
    ]);
    api.clock = Date.UTC(2026, 0, 5, 12);
    const ada = { ...(await api.logIn('ada@example.org')), email: 'ada@example.org' };
    const ceo = async (asOf?: string) => (await api.entity(ada, northwind, asOf)).entity.ceo;
    expect([await ceo('2026-01-01'), await ceo('2026-01-02'), await ceo('2026-01-03'), await ceo()]).toEqual([
      'Ada',
      'Ada',
      'Eve',
      'Eve',
    ]);
    await api.refused(404, ada, endpoints.getEntity, {
      params: { id: northwind },
      query: { asOf: '2025-12-31' },
    });
    const ids = async (asOf: string) =>
      (await api.as(ada, endpoints.listEntities, { query: { asOf } })).data.map(({ entity_id }) => entity_id);
    expect(await ids('2025-12-31')).toEqual([]);
    expect(await ids('2026-01-02')).toEqual(['iran', northwind, 'northwind-group', 'somebody-else']);
    expect(await ids('2026-01-04')).toEqual([northwind, 'somebody-else']);
    const rows = async (asOf: string) =>
      api.as(ada, endpoints.listEntityAddresses, { params: { id: northwind }, query: { asOf } });
    expect((await rows('2026-01-02')).data.map(({ address }) => address)).toContain(addressOf(2));
    expect((await rows('2026-01-04')).data.map(({ address }) => address).toSorted()).toEqual(
      [addressOf(1), addressOf(3)].toSorted(),
    );
    const whose = async (asOf: string) =>
      (
        await api.as(ada, endpoints.attributeAddresses, {
          query: { asOf },
          body: { addresses: [addressOf(2), addressOf(3)] },
        })
      ).data.map(({ address }) => address);
    expect(await whose('2026-01-02')).toEqual([addressOf(2)]);
    expect(await whose('2026-01-04')).toEqual([addressOf(3)]);
    const owners = { params: { id: northwind }, query: { asOf: '2026-01-02' } };
    expect((await api.as(ada, endpoints.getUniqueValues, owners)).data.unique_bos).toEqual(['Ada', 'Grace']);
    for (const asOf of ['2026-02-30', 'yesterday', '2027-01-01']) {
      await api.refused(400, ada, endpoints.listEntities, { query: { asOf } });
    }
  });

  test('the history has every change, newest first', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const ada = await start(api);
    await api.sync('list', [
      subject('nw', {
        proper_name: 'Northwind Exchange',
        entity_type: 'exchange',
        ceo: 'Eve',
        entity_tag: 'cex',
      }),
    ]);
    const params = { id: northwind };
    const all = await api.as(ada, endpoints.getEntityHistory, { params, query: { limit: 200 } });
    expect(all.total).toBe(all.data.length);
    const [newest] = all.data.filter(({ field }) => field === 'ceo');
    expect(newest).toMatchObject({
      release: 3,
      source: 'list',
      before: ['Ada'],
      after: ['Eve'],
      editor: null,
    });
    expect(all.data.filter(({ field, release }) => field === 'entity_tag' && release === 3)).toMatchObject([
      { before: ['kyc'], after: [] },
    ]);
    const second = await api.as(ada, endpoints.getEntityHistory, { params, query: { page: 2, limit: 3 } });
    expect(second.data).toEqual(all.data.slice(3, 6));
  });

  test('addresses come in exact pages, direct ones first, each with its source', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const ada = await start(api);
    const many = Array.from({ length: 25 }, (_, i) => attribution('big', addressOf(100 + i)));
    await api.sync('other', [subject('big', { proper_name: 'Big Place' }), ...many]);
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const answer = await api.as(ada, endpoints.listEntityAddresses, {
        params: { id: 'big-place' },
        query: { page, limit: 10 },
      });
      expect(answer).toMatchObject({ total: 25, addresses: 25 });
      seen.push(...answer.data.map(({ address }) => address));
    }
    expect(new Set(seen).size).toBe(25);
    const rows = await api.as(ada, endpoints.listEntityAddresses, { params: { id: northwind }, query: {} });
    expect(rows).toMatchObject({ total: 4, addresses: 3 });
    expect(rows.data.map(({ kind, address, source }) => [kind, address, source])).toEqual([
      ['direct', addressOf(1), 'list'],
      ['direct', addressOf(1), 'register'],
      ['direct', ether, 'list'],
      ['derived', addressOf(2), 'list'],
    ]);
    const derived = { params: { id: northwind }, query: { kind: 'derived', blockchain: 'bitcoin' } } as const;
    expect((await api.as(ada, endpoints.listEntityAddresses, derived)).total).toBe(1);
  });

  //
  test('an address is its most believed source’s; who contradicts is said', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const ada = await start(api);
    const addresses = [
      addressOf(1),
      addressOf(2),
      ether.toLowerCase(),
      addressOf(50),
      'nonsense',
      '__proto__',
    ];
    const answer = await api.as(ada, endpoints.attributeAddresses, { body: { addresses } });
    expect(answer.invalid).toEqual(['nonsense', '__proto__']);
    expect(answer.data.map(({ address, kind, entity }) => [address, kind, entity])).toEqual([
      [addressOf(1), 'direct', 'Northwind Exchange'],
      [addressOf(2), 'derived', 'Northwind Exchange'],
      [ether, 'direct', 'Northwind Exchange'],
    ]);
    expect(answer.data[0]).toMatchObject({
      addr: addressOf(1),
      entityId: northwind,
      entity_type: 'exchange',
      entityType: 'exchange',
      label: 'hot wallet',
      bo: 'Ada',
      custodian: 'Vault',
      confidence: 90,
      source: 'list',
      license: 'CC0-1.0',
      script_type: 'p2wpkh',
      cospend_id: null,
      conflicts: [{ entity_id: 'somebody-else', source: 'Source register', addresses: null }],
    });
    const keyed = await api.as(ada, endpoints.attributeByAddress, { body: { addresses } });
    expect(Object.keys(keyed.data)).toEqual([addressOf(1), addressOf(2), ether.toLowerCase()]);
    expect(keyed.referenceData[ether.toLowerCase()]).toMatchObject({ entity_id: northwind, ticker: 'NWX' });
    const one = (address: string) => ({ params: { address } });
    expect((await api.as(ada, endpoints.getBitcoinAttribution, one(addressOf(1)))).data).toMatchObject({
      entity: 'Northwind Exchange',
      bo: 'Ada',
      custodian: 'Vault',
    });
    await api.refused(404, ada, endpoints.getBitcoinAttribution, one(addressOf(50)));
    await api.refused(400, ada, endpoints.getBitcoinAttribution, one('nonsense'));
    const tooMany = { body: { addresses: Array.from({ length: 1001 }, (_, i) => addressOf(i)) } };
    await api.refused(400, ada, endpoints.attributeAddresses, tooMany);
  });

  //
  test('without an organization that allows it, csam is a name and nothing else, in every call', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const ada = await start(api);
    const id = await api.found(ada);
    const dark = { params: { id: 'dark-place' } };
    const secret = /dark|secret|nobody/i;
    const addresses = { body: { addresses: [addressOf(9)] } };
    for (const ask of [
      () => api.as(ada, endpoints.listEntities, {}),
      () => api.as(ada, endpoints.attributeAddresses, addresses),
      () => api.as(ada, endpoints.attributeByAddress, addresses),
      () => api.as(ada, endpoints.getBitcoinAttribution, { params: { address: addressOf(9) } }),
      () => api.as(ada, endpoints.listDirectoryReleases, {}),
      () => api.as(ada, endpoints.getEntity, dark),
      () => api.within(id, ada, endpoints.getEntity, dark),
      () => api.as(ada, endpoints.listDirectoryChanges, {}),
    ]) {
      expect(JSON.stringify(await ask())).not.toMatch(secret);
    }
    expect((await api.as(ada, endpoints.getEntity, dark)).data).toMatchObject({
      entity: { proper_name: 'CSAM Related Entity', entity_id: 'csam-related-entity', hidden: true },
      fields: [],
      addresses: [],
    });
    expect((await api.as(ada, endpoints.attributeAddresses, addresses)).data).toMatchObject([
      {
        entity: 'CSAM Related Entity',
        entity_type: 'csam',
        label: null,
        bo: null,
        source: null,
        hidden: true,
      },
    ]);
    for (const call of [
      endpoints.getEntityHistory,
      endpoints.listEntityAddresses,
      endpoints.getUniqueValues,
      endpoints.getEntityBalanceSheet,
    ]) {
      expect((await api.refused(403, ada, call, dark)).message).toBe('CSAM Related Entity');
    }
    await api.refused(403, ada, endpoints.suggestCorrection, {
      ...dark,
      body: { baseVersion: 9, reason: 'x' },
    });
    // With the organization's consent everything is there; others' consent counts for nothing.
    await api.as(ada, endpoints.updateOrganization, {
      params: { id },
      body: { settings: { allowCSAM: true } },
    });
    expect((await api.within(id, ada, endpoints.getEntity, dark)).data.entity.proper_name).toBe('Dark Place');
    expect((await api.within(id, ada, endpoints.listEntities, {})).data).toHaveLength(5);
    expect((await api.within(id, ada, endpoints.attributeAddresses, addresses)).data[0]?.label).toBe(
      'secret',
    );
    expect((await api.as(ada, endpoints.listEntities, {})).data).toHaveLength(4);
    const eve = await api.someone('eve@example.org');
    const stranger = { token: eve.accessToken, headers: { 'x-organization-id': id } };
    expect((await api.ask('/sot/dark-place', stranger)).statusCode).toBe(404);
    expect((await api.ask('/sot', { ...stranger, headers: { 'x-organization-id': 'x' } })).statusCode).toBe(
      404,
    );
  });

  test('sources, releases and the last update say where everything comes from', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const ada = await start(api);
    const { data: sources } = await api.as(ada, endpoints.listDirectorySources, {});
    expect(sources.map(({ id, rank, entities, attributions }) => [id, rank, entities, attributions])).toEqual(
      [
        ['list', 10, 4, 4],
        ['register', 20, 2, 2],
      ],
    );
    const releases = await api.as(ada, endpoints.listDirectoryReleases, { query: { limit: 1 } });
    expect(releases).toMatchObject({
      total: 2,
      data: [
        { id: 2, kind: 'sync', source: 'register', actor: null, attributions: { added: 2, removed: 0 } },
      ],
    });
    expect(releases.data[0]?.sample).toContainEqual({
      entity_id: northwind,
      field: 'entity_tag',
      before: ['cex', 'kyc'],
      after: ['cex', 'kyc', 'vasp'],
    });
    expect(await api.as(ada, endpoints.getDirectoryUpdate, {})).toMatchObject({
      version: 2,
      entities: 5,
      attributions: 6,
      // No job of the operator has run: history of jobs is tested in directory-update.test.ts.
      data: [],
    });
  });

  test('a balance of a ledger that is not there is not known', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const ada = await start(api);
    const { data } = await api.as(ada, endpoints.getEntityBalanceSheet, { params: { id: northwind } });
    expect(data).toMatchObject({
      entity_id: northwind,
      btc_bal: null,
      eth_bal: null,
      covers: { bitcoin: { addresses: 1, seen: null, height: null, coverage: { kind: 'empty' } } },
    });
  });

  test('what holds for a time counts for that time, without anybody doing anything', async () => {
    const api = await createDirectoryApi(await databases.empty(), { start: Date.UTC(2026, 0, 1) });
    let ada = await api.someone('ada@example.org');
    await api.sync('list', [subject('x', { proper_name: 'Listed Place' })]);
    await api.sync('sanctions', [
      subject('s', { ofac: 'true' }, { sameAs: 'listed-place', statement: { validTo: '2026-01-02' } }),
    ]);
    const ofac = async (asOf?: string) => (await api.entity(ada, 'listed-place', asOf)).entity.ofac;
    const inList = async () => (await api.as(ada, endpoints.listEntities, {})).data[0]?.ofac;
    expect([await ofac(), await inList()]).toEqual([true, true]);
    api.clock = Date.UTC(2026, 0, 3, 1);
    ada = { ...ada, ...(await api.logIn(ada.email)) };
    expect([await inList(), await ofac(), await ofac('2026-01-02')]).toEqual([undefined, null, true]);
  });
});
