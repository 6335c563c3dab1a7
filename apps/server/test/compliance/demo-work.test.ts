import { type DemoStory, endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createDemoWork, inWorkingHours } from '../../src/demo/demo-work.ts';
import { noSources } from '../../src/sources/sources.ts';
import { insertTransaction } from '../support/api/compliance-rows.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { describeWithDatabase } from '../support/databases.ts';

const thief = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const [hour, day] = [3_600_000, 86_400_000];

test('people work from Monday to Friday, 8 to 18 UTC', () => {
  const at = (text: string) => inWorkingHours(Date.parse(text));
  const text = (time: number) => new Date(time).toISOString();
  expect(text(at('2026-11-25T10:30:00Z'))).toBe('2026-11-25T10:30:00.000Z');
  expect(text(at('2026-11-25T03:20:00Z'))).toBe('2026-11-25T08:20:00.000Z');
  expect(text(at('2026-11-25T19:40:00Z'))).toBe('2026-11-26T08:40:00.000Z');
  // Friday evening, Saturday, Sunday.
  for (const weekend of ['2026-11-27T21:10:00Z', '2026-11-28T12:00:00Z', '2026-11-29T23:59:00Z'])
    expect(text(at(weekend)).slice(0, 10)).toBe('2026-11-30');
});

describeWithDatabase('The work of the demo team', (databases) => {
  test('decides on what is old, with a second person above the threshold, and leaves the newest open', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const [ada, grace, linus] = [
      await api.someone('ada@example.org'),
      await api.someone('grace@example.org'),
      await api.someone('linus@example.org'),
    ];
    const organizationId = await api.found(ada);
    await api.assign(organizationId, 'business');
    await api.enlist(ada, organizationId, grace, 'manager');
    await api.enlist(ada, organizationId, linus);
    const { context } = api;
    const memberOf = async (someone: typeof ada) => ({
      actor: await context.auth.authenticate(`Bearer ${someone.accessToken}`),
      member: await context.memberships.require(
        { userId: someone.id, emailKey: null, credentials: null },
        organizationId,
        'cases.write',
      ),
      origin: { ip: '127.0.0.1', userAgent: 'tests', requestId: 'tests' },
    });
    const [owner, lead, investigator] = [await memberOf(ada), await memberOf(grace), await memberOf(linus)];
    const following = { ...noSources.bitcoin, source: 'demo', status: () => ({ phase: 'following' }) };
    const start = (weeks: number) =>
      createDemoWork({
        ...context,
        sources: {
          bitcoin: following as unknown as typeof noSources.bitcoin,
          stories: () => stories,
          attributions: undefined,
        },
        findings: context,
        owner: async () => owner,
        colleague: async (role) => (role === 'manager' ? lead : investigator),
        weeks,
        now: () => api.clock,
      });
    const { signal } = new AbortController();
    const stories: DemoStory[] = [
      { id: 'hack', places: [{ role: 'thief', blockchain: 'bitcoin', kind: 'address', value: thief }] },
    ];
    await api.within(organizationId, ada, endpoints.addMonitoredAddress, {
      body: { address: thief, blockchain: 'bitcoin', clientId: 'C-1' },
    });
    for (let count = 0; count < 40; count++) {
      const score = count % 8 === 7 ? null : (count * 23) % 100;
      const at = new Date(api.clock - 11 * day - count * day);
      await insertTransaction(api, {
        organizationId,
        clientId: `C-${count % 3}`,
        score,
        at,
        overThreshold: (score ?? 0) >= 70,
      });
    }
    await insertTransaction(api, { organizationId, score: 12, at: new Date(api.clock - 2 * hour) });
    const list = async () =>
      (await api.within(organizationId, ada, endpoints.listComplianceTransactions, { query: { limit: 100 } }))
        .data.transactions;

    await start(0).keep(signal);
    expect((await list()).every(({ status }) => status === 'UNASSIGNED')).toBe(true);
    await start(13).keep(signal);
    const after = await list();
    const open = after.filter(({ status }) => status === 'UNASSIGNED');
    expect(open.some(({ riskScores }) => riskScores[0] === 12)).toBe(true);
    expect(open.length).toBeLessThan(8);
    const decided = after.filter(({ status }) => status === 'APPROVED' || status.startsWith('CLOSED'));
    expect(decided.length).toBeGreaterThan(30);
    for (const { _id: id, timestamp, riskScores, status } of decided) {
      const { data } = await api.within(organizationId, ada, endpoints.getComplianceTransaction, {
        params: { id },
      });
      const times = data.events.map((event) => Date.parse(event.timestamp)).sort((a, b) => a - b);
      expect(times[0]).toBeGreaterThanOrEqual(Date.parse(timestamp));
      expect(times.at(-1)).toBeLessThan(api.clock);
      const people = new Set(data.events.flatMap(({ by }) => (by ? [by._id] : [])));
      if ((riskScores[0] ?? 0) >= 70 && status !== 'CLOSED_WITH_SAR') expect(people.size).toBeGreaterThan(1);
    }
    const noted = await api.within(organizationId, ada, endpoints.listNotes, {
      params: { id: organizationId },
      query: { type: 'address' },
    });
    const [note, ...others] = noted.data;
    expect(note).toMatchObject({ address: thief, createdBy: linus.id });
    expect(others).toEqual([]);
    const { data: cases } = await api.within(organizationId, ada, endpoints.listCases, {
      query: { limit: 100 },
    });
    expect(new Set(cases.map(({ status }) => status))).toEqual(
      new Set(['CLOSED', 'ESCALATED', 'PENDING_REVIEW', 'UNDER_REVIEW']),
    );
    const team = await api.within(organizationId, ada, endpoints.getComplianceTeam, {});
    expect(team.data.people.length).toBeGreaterThan(1);

    const documents = await context.flowDocuments.list(owner.member, { page: 1, limit: 10 });
    expect(documents.data).toMatchObject([{ everybody: 'edit', createdBy: { userId: linus.id } }]);
    const [document] = documents.data;
    const { steps } = await context.flowDocuments.steps(owner.member, document?._id ?? '', {
      after: 0,
      limit: 10,
    });
    expect(steps).toHaveLength(document?.sequence ?? 0);
    expect(steps[0]?.step).toMatchObject({ query: { kind: 'auto' }, author: linus.id });

    // Again, as after a restart: nothing changes.
    await start(13).keep(signal);
    expect(await list()).toEqual(after);
  });
});
