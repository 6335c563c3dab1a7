import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createDemoCases } from '../../src/demo/demo-cases.ts';
import { createDemoSars } from '../../src/demo/demo-sars.ts';
import { noSources } from '../../src/sources/sources.ts';
import { insertTransaction } from '../support/api/compliance-rows.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';

describeWithDatabase('Cases of the demo', (databases) => {
  test('are opened once what its customers received is screened, and not again after a restart', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const organizationId = await api.found(ada);
    await api.assign(organizationId, 'business');
    const { context } = api;
    const actor = await context.auth.authenticate(`Bearer ${ada.accessToken}`);
    const by = {
      actor,
      member: await context.memberships.require(
        { userId: ada.id, emailKey: null, credentials: null },
        organizationId,
        'cases.write',
      ),
      origin: { ip: '127.0.0.1', userAgent: 'tests', requestId: 'tests' },
    };
    const following = { ...noSources.bitcoin, source: 'demo', status: () => ({ phase: 'following' }) };
    const start = () =>
      createDemoCases({
        cases: context.cases,
        compliance: context.compliance,
        monitoring: context.monitoring,
        sources: { bitcoin: following as unknown as typeof noSources.bitcoin },
        owner: async () => by,
        now: () => api.clock,
      });
    const list = async () =>
      (
        await api.within(organizationId, ada, endpoints.listCases, {
          query: { sortBy: 'createdAt', sortOrder: 'asc' },
        })
      ).data;

    const demo = start();
    await demo.keep();
    expect(await list()).toEqual([]);
    await api.within(organizationId, ada, endpoints.addMonitoredAddress, {
      body: { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', blockchain: 'bitcoin', clientId: 'C-1' },
    });
    for (let count = 0; count < 12; count += 1) {
      const at = new Date(api.clock - count * 60_000);
      const score = count === 0 ? null : count * 8;
      await insertTransaction(api, { organizationId, clientId: `C-${String(count)}`, score, at });
    }
    // Senders that nobody knows, on both chains: they belong to one case.
    const sender = (address: string) =>
      JSON.stringify({ items: [{ address, entity: null, amount: '1' }], total: 1 });
    const ether = await insertTransaction(api, {
      organizationId,
      chain: 'ethereum',
      address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    });
    await api.rows(
      `update compliance_transaction set counterparties = case when id = $1 then $2 else $3 end where screening = 'nothing_known'`,
      [ether, sender(`0x${'11'.repeat(20)}`), sender('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')],
    );
    const waiting = await insertTransaction(api, { organizationId, due: true });
    await demo.keep();
    expect(await list()).toEqual([]);
    await api.rows(
      `update compliance_transaction set screening = 'scored', risk_score = 5, risk_level = 'low', next_attempt_at = null where id = $1`,
      [waiting],
    );
    // The directory still names their senders: that case follows once it does not.
    const unknown = await api.rows<{ id: string }>(
      `update compliance_transaction set screening = 'scored', risk_score = 9, risk_level = 'low' where screening = 'nothing_known' returning id`,
    );
    await demo.keep();
    expect((await list()).map(({ status }) => status)).toEqual(['INVESTIGATION', 'CLOSED']);
    await api.rows(
      `update compliance_transaction set screening = 'nothing_known', risk_score = null, risk_level = null where id = any($1)`,
      [unknown.map(({ id }) => id)],
    );
    await demo.keep();
    const made = await list();
    expect(
      made.map(({ status, counts, decision }) => [status, counts.transactions, decision?.outcome]),
    ).toEqual([
      ['INVESTIGATION', 1, undefined],
      ['CLOSED', 1, 'NO_SUSPICION'],
      ['AWAITING_RESPONSE', 2, undefined],
    ]);
    // The case about the highest risk has only what counts as that.
    const scores = await api.rows<{ risk_score: number }>(
      'select t.risk_score from case_transaction c join compliance_transaction t on t.id = c.transaction_id where c.case_id = $1',
      [made[0]?._id],
    );
    expect(scores.map(({ risk_score }) => risk_score)).toEqual([88]);
    await demo.keep();
    await start().keep();
    expect(await list()).toEqual(made);

    // Two reports about them; the second signature is somebody else's.
    const max = await api.someone('max@example.org');
    await api.enlist(ada, organizationId, max, 'manager');
    const second = {
      ...by,
      actor: await context.auth.authenticate(`Bearer ${max.accessToken}`),
      member: await context.memberships.require(
        { userId: max.id, emailKey: null, credentials: null },
        organizationId,
        'sars.write',
      ),
    };
    const reports = () =>
      createDemoSars({
        sars: context.sars,
        cases: context.cases.service,
        sources: { bitcoin: following as unknown as typeof noSources.bitcoin },
        owner: async () => by,
        manager: async () => second,
        now: () => api.clock,
      });
    const written = async () =>
      (await api.within(organizationId, ada, endpoints.listSars, {})).data
        .map(({ title, status, signatures, case: about }) => [title, status, signatures, about?.title])
        .toSorted((a, b) => String(a[0]).localeCompare(String(b[0])));
    await reports().keep();
    const both = [
      ['Demo: deposits with the highest risk', 'SIGNED', 2, 'Deposits with the highest risk'],
      ['Demo: unknown senders', 'DRAFT', 0, 'Payments from unknown senders'],
    ];
    expect(await written()).toEqual(both);
    await reports().keep();
    expect(await written()).toEqual(both);
  });
});
