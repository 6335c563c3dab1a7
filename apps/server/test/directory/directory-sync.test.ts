import { expect, test } from 'vitest';
import { createKysely } from '../../src/db/dialect.ts';
import { type SqlDatabase, withSession } from '../../src/db/session.ts';
import { createAudit } from '../../src/contexts/identity/audit/audit.service.ts';
import type { ImportItem } from '../../src/contexts/directory/import/import-item.ts';
import { createDirectorySync } from '../../src/contexts/directory/releases/sync.service.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { addressOf, attribution, itemsOf, sourceOf, subject } from '../support/servers/directory-source.ts';

function open(db: SqlDatabase) {
  const state = { clock: Date.UTC(2026, 0, 1) };
  const now = (): number => (state.clock += 1_000);
  const labels = new Map<string, number>();
  const { sync } = createDirectorySync({
    db,
    audit: createAudit({ kysely: createKysely(db), now }),
    now,
    network: async () => 'mainnet',
    clusters: {
      async relabel(_session, changes) {
        for (const { key, entity, delta } of changes) {
          const name = `${Buffer.from(key).toString('hex')} ${entity}`;
          labels.set(name, (labels.get(name) ?? 0) + delta);
        }
      },
    },
  });
  const rows = async <Row>(sql: string, params: readonly unknown[] = []): Promise<Row[]> =>
    (await withSession(db, (session) => session.query<Row>(sql, params))).rows;
  return {
    state,
    rows,
    /** Entities by the labels of addresses. */
    labels: () => [...labels].filter(([, n]) => n !== 0).map(([name, n]) => [name.split(' ')[1], n]),
    sync: (id: string, items: Iterable<ImportItem>, rank = 10) =>
      sync({ source: sourceOf(id, rank), items: itemsOf(items) }),
    syncItems: (id: string, items: AsyncIterable<ImportItem>, signal?: AbortSignal) =>
      sync({ source: sourceOf(id), items, ...(signal && { signal }) }),
    entities: () =>
      rows<{ entity_id: string; record: Record<string, string[]>; version: bigint }>(
        'select entity_id, record, version from directory_entity order by entity_id',
      ),
  };
}

const northwind = subject('nw', {
  proper_name: 'Northwind Exchange',
  entity_type: 'exchange',
  url: 'https://northwind.example',
  entity_tag: ['cex', 'kyc'],
  associate_country: ['de', 'AT'],
});

describeWithDatabase('Synchronizing a source', (databases) => {
  test('makes entities, attributions, a release and an entry in the audit log; a second run changes nothing', async () => {
    const directory = open(await databases.empty());
    const items = [
      northwind,
      attribution('nw', addressOf(1), { bo: 'Ada' }),
      attribution('nw', addressOf(2)),
    ];
    const report = await directory.sync('list', items);
    expect(report).toMatchObject({
      release: 1,
      statements: { added: 7, removed: 0 },
      attributions: { added: 2, removed: 0 },
      entities: 1,
      refused: 0,
    });
    expect(report.sample).toContainEqual({
      entity_id: 'northwind-exchange',
      field: 'associate_country',
      before: [],
      after: ['DE', 'AT'],
    });
    expect(await directory.entities()).toEqual([
      {
        entity_id: 'northwind-exchange',
        record: {
          proper_name: ['Northwind Exchange'],
          entity_type: ['exchange'],
          url: ['https://northwind.example'],
          entity_tag: ['cex', 'kyc'],
          associate_country: ['DE', 'AT'],
        },
        version: 1n,
      },
    ]);
    expect(directory.labels()).toEqual([
      ['northwind-exchange', 1],
      ['northwind-exchange', 1],
    ]);
    const before = await directory.rows('select * from directory_statement order by id');
    expect(await directory.sync('list', items)).toMatchObject({ release: null, entities: 0, sample: [] });
    expect(await directory.rows('select * from directory_statement order by id')).toEqual(before);
    expect(await directory.rows('select id from directory_release')).toHaveLength(1);
    expect(await directory.rows(`select action from audit_log`)).toEqual([{ action: 'directory.synced' }]);
    const [source] = await directory.rows<{ entities: number; attributions: number }>(
      'select * from directory_source',
    );
    expect(source).toMatchObject({ entities: 1, attributions: 2, refused: 0 });
  });

  test('keeps what was: what a source no longer says ends with its release', async () => {
    const directory = open(await databases.empty());
    await directory.sync('list', [
      northwind,
      attribution('nw', addressOf(1)),
      attribution('nw', addressOf(2)),
    ]);
    const report = await directory.sync('list', [
      subject('nw', { proper_name: 'Northwind Exchange', entity_type: 'exchange', ofac: 'yes' }),
      attribution('nw', addressOf(2)),
    ]);
    expect(report).toMatchObject({
      release: 2,
      statements: { added: 1, removed: 5 },
      attributions: { added: 0, removed: 1 },
    });
    expect(directory.labels()).toEqual([['northwind-exchange', 1]]);
    await directory.sync('list', []);
    expect(await directory.entities()).toEqual([]);
    expect(directory.labels()).toEqual([]);
    // It comes back as the same entity.
    await directory.sync('list', [northwind]);
    expect((await directory.entities()).map(({ entity_id }) => entity_id)).toEqual(['northwind-exchange']);
    const spans = await directory.rows<{ since: bigint; until: bigint | null }>(
      `select since, until from directory_statement where field = 'url' order by since`,
    );
    expect(spans).toEqual([
      { since: 1n, until: 2n },
      { since: 4n, until: null },
    ]);
  });

  test('subjects of several sources are one entity by id, by site, by name, and only if it is the only one', async () => {
    const directory = open(await databases.empty());
    await directory.sync('first', [
      northwind,
      subject('granite', { proper_name: 'Granite Pool Ltd.', entity_type: 'mining_pool' }),
      subject('p1', { proper_name: 'Grace Tester', entity_type: 'person' }),
      subject('twin-1', { proper_name: 'Twin', entity_type: 'exchange' }),
      subject('twin-2', { proper_name: 'Twin', entity_type: 'exchange' }),
    ]);
    await directory.sync('second', [
      subject('a', { proper_name: 'NW', url: 'http://www.northwind.example/' }),
      subject('b', { proper_name: 'GRANITE POOL' }),
      subject('c', { proper_name: 'Granite Pool', entity_type: 'exchange' }),
      subject('d', { proper_name: 'Grace Tester', entity_type: 'person' }),
      subject('e', { proper_name: 'Twin' }),
      subject('f', { proper_name: 'Somebody' }, { sameAs: 'northwind-exchange' }),
      subject('g', { proper_name: 'Northwind Exchange' }, { matchByName: false }),
    ]);
    const mapped = await directory.rows<{ local_id: string; entity_id: string; reason: string }>(
      `select local_id, entity_id, reason from directory_subject where source_id = 'second' order by local_id`,
    );
    expect(mapped.map(({ local_id, entity_id, reason }) => [local_id, entity_id, reason])).toEqual([
      ['a', 'northwind-exchange', 'domain'],
      ['b', 'granite-pool-ltd', 'name'],
      ['c', 'granite-pool', 'new'],
      ['d', 'grace-tester-2', 'new'],
      ['e', 'twin-3', 'new'],
      ['f', 'northwind-exchange', 'named'],
      ['g', 'northwind-exchange-2', 'new'],
    ]);
  });

  test('refuses what cannot be used row by row, with place and reason, and keeps the rest', async () => {
    const directory = open(await databases.empty());
    const report = await directory.sync('list', [
      subject('nw', {
        proper_name: 'Northwind',
        url: 'javascript:alert(1)',
        nonsense: 'x',
        year_founded: '12',
      }),
      subject('', { proper_name: 'Nobody' }),
      subject('nul\u0000', { proper_name: 'Nobody' }),
      subject('late', { ofac: 'true' }, { statement: { validFrom: '2026-02-31' } }),
      subject('odd', { ofac: 'true' }, { statement: { confidence: 101 } }),
      attribution('nw', 'bc1qnonsense'),
      attribution('nw', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'),
      attribution('ghost', addressOf(3)),
      attribution('nw', addressOf(4), { label: '=cmd()\u202e\u0000x' }),
      { kind: 'refused', place: 'line 3', reason: 'torn' },
      { kind: 'other_chain', place: 'line 4', chain: 'XMR' },
    ]);
    expect(report).toMatchObject({ refused: 11, otherChains: 1, attributions: { added: 1 } });
    expect(report.refusedSample).toContainEqual({ place: 'line 3', reason: 'torn' });
    expect(report.refusedSample.map(({ place }) => place)).toContain('ghost');
    const [row] = await directory.rows<{ label: string }>('select label from directory_attribution');
    expect(row?.label).toBe('=cmd() x');
    expect((await directory.entities()).map(({ record }) => record['proper_name'])).toEqual([['Northwind']]);
  });

  test('a source that fails half-way, or is stopped, leaves everything as it was', async () => {
    const directory = open(await databases.empty());
    await directory.sync('list', [northwind, attribution('nw', addressOf(1))]);
    const before = await directory.rows('select * from directory_statement order by id');
    async function* torn(): AsyncGenerator<ImportItem> {
      yield subject('other', { proper_name: 'Other' });
      throw new Error('torn');
    }
    await expect(directory.syncItems('list', torn())).rejects.toThrow('torn');
    await expect(
      directory.syncItems('list', itemsOf([subject('x', { proper_name: 'X' })]), AbortSignal.abort()),
    ).rejects.toThrow('aborted');
    expect(await directory.rows('select * from directory_statement order by id')).toEqual(before);
    expect(await directory.rows('select id from directory_release')).toHaveLength(1);
    expect(await directory.rows('select local_id from directory_staged_subject')).toEqual([]);
    // The next one works.
    expect(await directory.sync('list', [northwind, attribution('nw', addressOf(1))])).toMatchObject({
      release: null,
    });
  });

  test('two sources at once come one after the other', async () => {
    const directory = open(await databases.empty());
    const names = ['One', 'Two', 'Three', 'Four'];
    const reports = await Promise.all(
      names.map((name) => directory.sync(`s-${name}`, [subject(name, { proper_name: `Company ${name}` })])),
    );
    expect(reports.map(({ release }) => release)).toEqual([1, 2, 3, 4]);
    expect(await directory.entities()).toHaveLength(4);
  });
});
