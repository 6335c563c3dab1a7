import { endpoints } from '@hopscope/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/depth.ts';
import { createKysely } from '../../src/db/dialect.ts';
import { compactDailyCounts } from '../../src/contexts/compliance/transactions/daily-counts.store.ts';
import { insertTransaction } from '../support/api/compliance-rows.ts';
import { subject } from '../support/servers/directory-source.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';

const start = Date.UTC(2026, 0, 10);
const hour = 3_600_000;
const statuses = ['UNASSIGNED', 'IN_REVIEW', 'APPROVED'] as const;
const row = fc.record({
  at: fc.integer({ min: -100, max: 0 }).map((hours) => new Date(start + hours * hour)),
  chain: fc.constantFrom('bitcoin' as const, 'ethereum' as const),
  score: fc.option(fc.integer({ min: 0, max: 100 }), { nil: null }),
  overThreshold: fc.boolean(),
  belowThreshold: fc.boolean(),
  status: fc.constantFrom(...statuses),
});
const moment = fc.option(
  fc
    .tuple(fc.integer({ min: -110, max: 10 }), fc.constantFrom(-1, 0, 1))
    .map(([hours, more]) => new Date(start + hours * hour + more).toISOString()),
  { nil: undefined },
);
const question = fc.record(
  {
    group: fc.constantFrom('unassigned', 'active', 'archived'),
    blockchain: fc.constantFrom('bitcoin', 'ethereum'),
    riskLevel: fc.constantFrom('high', 'medium', 'low', 'unknown'),
    overThreshold: fc.constantFrom('true', 'false'),
    'timestamp[from]': moment,
    'timestamp[to]': moment,
  },
  { requiredKeys: [] },
);
const change = fc.record({
  which: fc.nat(),
  status: fc.constantFrom(...statuses),
  belowThreshold: fc.boolean(),
});

describeWithDatabase('Daily counts of compliance transactions', (databases) => {
  test('says what counting every row says, after whatever happens to them', async () => {
    const db = await databases.empty();
    const api = await createDirectoryApi(db, { start });
    const ada = await api.someone('ada@example.org');
    const eve = await api.someone('eve@example.org');
    const kysely = createKysely(db);
    const count = async (organizationId: string, who: typeof ada, query: object) => {
      const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
      const list = endpoints.listComplianceTransactions;
      const { total, belowThreshold } = await api.within(organizationId, who, list, { query: given });
      // An address that every row has: it is counted row by row.
      const slow = await api.within(organizationId, who, list, {
        query: { ...given, search: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
      });
      return {
        stored: { total, belowThreshold },
        counted: { total: slow.total, belowThreshold: slow.belowThreshold },
      };
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 12 }),
        fc.array(change, { maxLength: 6 }),
        fc.array(question, { minLength: 4, maxLength: 4 }),
        fc.boolean(),
        async (rows, changes, questions, addUp) => {
          const [id, elsewhere] = [await api.found(ada), await api.found(eve, 'Elsewhere')];
          const ids: string[] = [];
          for (const each of rows) ids.push(await insertTransaction(api, { ...each, organizationId: id }));
          await insertTransaction(api, { organizationId: elsewhere, score: 90 });
          for (const { which, status, belowThreshold } of changes) {
            const one = ids[which % ids.length];
            await api.rows(
              'update compliance_transaction set status = $2, below_threshold = $3 where id = $1',
              [one, status, belowThreshold],
            );
            if (which % 5 === 0) await api.rows('delete from compliance_transaction where id = $1', [one]);
          }
          if (addUp) while (await compactDailyCounts(kysely));
          for (const asked of [{}, ...questions]) {
            const { stored, counted } = await count(id, ada, asked);
            expect(stored).toEqual(counted);
          }
          expect((await count(elsewhere, eve, {})).stored).toEqual({ total: 1, belowThreshold: 0 });
        },
      ),
      propertyRuns(15),
    );
    while (await compactDailyCounts(kysely));
    const left = await api.rows('select 1 from compliance_daily_count where fresh or n <= 0');
    expect(left).toEqual([]);
  });

  test('by day: what is listed, by level, in a range of days', async () => {
    const api = await createDirectoryApi(await databases.empty(), { start });
    const ada = await api.someone('ada@example.org');
    const organizationId = await api.found(ada);
    const insert = (at: string, score: number | null, belowThreshold = false) =>
      insertTransaction(api, { organizationId, at: new Date(at), score, belowThreshold });
    await insert('2026-01-01T23:59:59Z', 95);
    await insert('2026-01-02T00:00:00Z', 5);
    await insert('2026-01-02T12:00:00Z', null);
    await insert('2026-01-02T13:00:00Z', 95, true);
    await insert('2026-01-04T08:00:00Z', 95);
    const days = (from: string, to: string) =>
      api.within(organizationId, ada, endpoints.countComplianceDays, { query: { from, to } });
    expect((await days('2026-01-01', '2026-01-03')).data).toEqual([
      { date: '2026-01-01', high: 1, medium: 0, low: 0, unknown: 0 },
      { date: '2026-01-02', high: 0, medium: 0, low: 1, unknown: 1 },
    ]);
    expect((await days('2026-01-03', '2026-01-03')).data).toEqual([]);
    for (const query of [
      { from: '2026-01-03', to: '2026-01-02' },
      { from: '2025-01-01', to: '2026-01-07' },
    ]) {
      const refused = await api.refused(400, ada, endpoints.countComplianceDays, { query });
      expect(refused.code).toBe('validation_failed');
    }
  });

  test('by client: each transaction once, for the most severe category of its counterparties', async () => {
    const api = await createDirectoryApi(await databases.empty(), { start });
    const ada = await api.someone('ada@example.org');
    const eve = await api.someone('eve@example.org');
    const organizationId = await api.found(ada);
    const elsewhere = await api.found(eve);
    await api.sync('list', [
      subject('market', { proper_name: 'Market', entity_type: 'darknet_market' }, { sameAs: 'market' }),
      subject('mixer', { proper_name: 'Mixer', entity_type: 'mixer' }, { sameAs: 'mixer' }),
    ]);
    const at = new Date('2026-01-02T12:00:00Z');
    const insert = (clientId: string | null, entities: (string | null)[], organization = organizationId) =>
      insertTransaction(api, { organizationId: organization, at, clientId, entities });
    await insert('C-1', ['mixer', 'market']);
    await insert('C-1', ['market', null]);
    await insert('C-1', ['mixer']);
    await insert('C-1', [null]);
    await insert(null, []);
    await insertTransaction(api, { organizationId, at, clientId: 'C-2' });
    await insertTransaction(api, { organizationId, at: new Date('2026-01-03T00:00:00Z'), clientId: 'C-2' });
    await insertTransaction(api, { organizationId, at, clientId: 'C-2', belowThreshold: true });
    await insert('C-1', ['market'], elsewhere);
    const { data } = await api.within(organizationId, ada, endpoints.listComplianceClients, {
      query: { from: '2026-01-02', to: '2026-01-02' },
    });
    const unknown = { category: null, categoryName: 'Unknown', severity: null };
    expect(data).toEqual({
      clients: [
        {
          clientId: 'C-1',
          transactions: 4,
          categories: [
            { category: 'darknet_market', categoryName: 'Darknet market', severity: 90, transactions: 2 },
            { category: 'mixer', categoryName: 'Mixer', severity: 74, transactions: 1 },
            { ...unknown, transactions: 1 },
          ],
        },
        { clientId: null, transactions: 1, categories: [{ ...unknown, transactions: 1 }] },
        { clientId: 'C-2', transactions: 1, categories: [{ ...unknown, transactions: 1 }] },
      ],
      clientsInAll: 3,
      read: 6,
      complete: true,
    });
  });
});
