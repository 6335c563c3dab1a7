import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { describeWithDatabase } from '../../support/databases.ts';
import { createTeamsApi, type TeamsApi } from '../../support/api/teams-api.ts';

const day = 86_400_000;

/** Time passes, and what is due is done; tokens run out meanwhile. */
async function later(api: TeamsApi, days: number, email = 'ada@example.org') {
  api.clock += days * day;
  await api.work();
  return { ...(await api.logIn(email)), email };
}

describeWithDatabase('Retention', (databases) => {
  test('deleted notes and replaced texts go after the months of the plan, with a receipt', async () => {
    const api = await createTeamsApi(await databases.empty());
    let ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    const write = async (content: string) =>
      (await api.as(ada, endpoints.createNote, { params: { id }, body: { type: 'general', content } })).data
        ._id;
    const [stored, deleted] = [await write('Kept'), await write('Deleted')];
    await api.as(ada, endpoints.changeNote, {
      params: { id, noteId: stored },
      body: { content: 'Kept, new' },
    });
    await api.as(ada, endpoints.deleteNote, { params: { id, noteId: deleted } });
    const usage = async () => (await api.as(ada, endpoints.getUsage, { params: { id } })).data;
    const before = await usage();
    expect(before.retention.months).toBe(12);
    expect(before.retention.oldest).not.toBeNull();
    ada = await later(api, 360);
    expect((await usage()).receipts).toEqual([]);
    ada = await later(api, 10);
    const after = await usage();
    expect(after.retention.oldest).toBeNull();
    expect(after.receipts).toMatchObject([
      { deleted: { deletedNotes: 1, replacedTexts: 1, replacedScores: 0 } },
    ]);
    const { data } = await api.as(ada, endpoints.listNotes, { params: { id } });
    expect(data.map((note) => note.content)).toEqual(['Kept, new']);
    expect(await api.rows('select * from note_version')).toEqual([]);
    const log = await api.as(ada, endpoints.listAuditLog, {
      params: { id },
      query: { action: 'retention.applied' },
    });
    expect(log.data).toMatchObject({
      total: 1,
      entries: [{ actor: { id: null, role: 'system' }, after: { months: 12, deleted: { deletedNotes: 1 } } }],
    });
    // Once more finds nothing and says nothing.
    ada = await later(api, 1);
    expect((await usage()).receipts).toHaveLength(1);
  });

  test('scores that others have replaced go, the newest of each stays, and nobody else loses one', async () => {
    const api = await createTeamsApi(await databases.empty());
    let ada = await api.someone('ada@example.org');
    const [own, other] = [await api.found(ada), await api.found(ada, 'Other')];
    await api.assign(other, 'custom');
    await api.rows(`insert into risk_watch (organization_id, chain, kind, subject, method, profile_version, directory_version,
        dependencies, dependencies_complete)
      select organization, 'bitcoin', 'address', subject, 'haircut', 'v', 1, '{}', true
      from unnest(array['${own}', '${other}', null]::uuid[]) organization, unnest(array['a', 'b']) subject`);
    await api.rows(`insert into risk_history (watch_id, directory_version, state, level, hash, factors, at)
      select w.id, 1, 'scored', 'low', day::text, '[]', to_timestamp(${api.clock} / 1000.0) + day * interval '1 day'
      from risk_watch w, unnest(array[0, 1, 300]) day where w.subject = 'a' or day = 0 order by w.id, day`);
    const stored = () =>
      api.rows(`select coalesce(w.organization_id::text, '') as of, count(*)::int4 as count from risk_history h
        join risk_watch w on w.id = h.watch_id group by 1`);
    ada = await later(api, 370);
    expect(await stored()).toEqual(
      expect.arrayContaining([
        { of: own, count: 2 },
        { of: other, count: 4 },
        { of: '', count: 4 },
      ]),
    );
    const usage = (await api.as(ada, endpoints.getUsage, { params: { id: own } })).data;
    expect(usage.receipts).toMatchObject([{ deleted: { replacedScores: 2 } }]);
  });

  test('a plan without limit keeps everything, and a late payment shortens nothing', async () => {
    const api = await createTeamsApi(await databases.empty());
    let ada = await api.someone('ada@example.org');
    const [unlimited, late] = [await api.found(ada, 'Unlimited'), await api.found(ada, 'Late')];
    await api.assign(unlimited, 'custom');
    for (const id of [unlimited, late]) {
      const body = { type: 'general' as const, content: 'Deleted' };
      const { _id: noteId } = (await api.as(ada, endpoints.createNote, { params: { id }, body })).data;
      await api.as(ada, endpoints.deleteNote, { params: { id, noteId } });
    }
    await api.as(ada, endpoints.createSubscription, {
      body: { organizationId: late, tierId: 'team', billingPeriod: 'yearly' },
    });
    // After the trial an invoice, and after its time past due: the plan keeps data for 36 months still.
    for (const days of [15, 20, 335]) ada = await later(api, days);
    expect((await api.as(ada, endpoints.getSubscription, { params: { id: late } })).data.status).toBe(
      'past_due',
    );
    expect(await api.rows('select * from note')).toHaveLength(2);
    // Nobody paid for the whole year: the plan has ended, and the free one counts.
    ada = await later(api, 60);
    expect((await api.as(ada, endpoints.getSubscription, { params: { id: late } })).data.status).toBe(
      'canceled',
    );
    ada = await later(api, 1);
    expect(await api.rows('select organization_id from note')).toEqual([{ organization_id: unlimited }]);
  });
});
