import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createKysely } from '../../../src/db/dialect.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { createTeamsApi } from '../../support/api/teams-api.ts';

describeWithDatabase('Usage', (databases) => {
  test('monitored transactions count by month in UTC; over the limit they are marked, not refused', async () => {
    const db = await databases.empty();
    const api = await createTeamsApi(db, { start: Date.UTC(2026, 2, 31, 23, 59) });
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    const kysely = createKysely(db);
    const count = (n: number) =>
      kysely.transaction().execute((trx) => api.context.usage.countMonitored(trx, id, n));
    expect(await count(0)).toEqual({ used: 0, limit: 1000, over: 0 });
    expect(await count(999)).toEqual({ used: 999, limit: 1000, over: 0 });
    expect(await count(5)).toEqual({ used: 1004, limit: 1000, over: 4 });
    await Promise.all(Array.from({ length: 10 }, () => count(10)));
    const usage = async () => (await api.as(ada, endpoints.getUsage, { params: { id } })).data;
    expect((await usage()).transactions).toEqual({ used: 1104, limit: 1000, month: '2026-03' });
    expect((await usage()).members).toEqual({ used: 1, limit: 5 });
    api.clock += 120_000;
    expect((await usage()).transactions).toEqual({ used: 0, limit: 1000, month: '2026-04' });
    expect(await count(1)).toMatchObject({ used: 1 });
    for (const wrong of [-1, 0.5, Number.NaN]) await expect(count(wrong)).rejects.toThrow(RangeError);
    await api.assign(id, 'custom');
    expect(await count(1_000_000)).toEqual({ used: 1_000_001, limit: null, over: 0 });
  });
});
