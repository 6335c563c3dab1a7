import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createDemoMonitoring } from '../../src/demo/demo-monitoring.ts';
import { noSources } from '../../src/sources/sources.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';

describeWithDatabase('Alert rules of the demo', (databases) => {
  test('are there before the customers are monitored, and once, also after a restart', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const organizationId = await api.found(ada);
    const { context } = api;
    const by = {
      actor: await context.auth.authenticate(`Bearer ${ada.accessToken}`),
      member: await context.memberships.require(
        { userId: ada.id, emailKey: null, credentials: null },
        organizationId,
        'addresses.write',
      ),
      origin: { ip: '127.0.0.1', userAgent: 'tests', requestId: 'tests' },
    };
    const bitcoin = { ...noSources.bitcoin, source: 'demo', status: () => ({ phase: 'following' }) };
    const client = { blockchain: 'ethereum' as const, key: new Uint8Array(20).fill(7), client: 'C-1' };
    const start = () =>
      createDemoMonitoring({
        weeks: 0,
        monitoring: context.monitoring,
        rules: context.alertRules,
        sources: {
          bitcoin: bitcoin as unknown as typeof noSources.bitcoin,
          clients: () => [client],
        },
        owner: async () => by,
        now: () => api.clock,
      });
    const rules = async () =>
      (await api.within(organizationId, ada, endpoints.listAlertRules, {})).data.map(
        ({ target, blockchain, isActive }) => [target, blockchain, isActive],
      );
    await start().keep();
    const expected = [
      ['Blackreef Group (demo)', 'bitcoin', true],
      ['Blackreef Group (demo)', 'ethereum', true],
    ];
    expect(new Set((await rules()).map(String))).toEqual(new Set(expected.map(String)));
    expect((await api.within(organizationId, ada, endpoints.listMonitoredAddresses, {})).total).toBe(1);
    await start().keep();
    expect(new Set((await rules()).map(String))).toEqual(new Set(expected.map(String)));
  });
});
