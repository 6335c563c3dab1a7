import { expect, test } from 'vitest';
import { until } from '../../../../../test/until.ts';
import { followAnnouncements } from '../../../src/composition/announcements.ts';
import { withSession } from '../../../src/db/session.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { createPeopleApi, type PeopleApi } from '../../support/api/people-api.ts';
import { countStatements } from '../../support/counting-database.ts';

describeWithDatabase('Two servers on one database', (databases) => {
  test('each refuses sessions that the other one ends, and knows people as the other one changes them', async () => {
    const { db, take } = countStatements(await databases.empty());
    const one = await createPeopleApi(db);
    const two = await createPeopleApi(db);
    const readsOf = async (api: PeopleApi, token: string): Promise<number> => {
      take();
      expect(await api.statusWith(token)).toBe(200);
      return take().filter((sql) => sql.includes('app_session')).length;
    };
    const following = [one, two].map(({ context }) => followAnnouncements(context));
    try {
      const first = await one.signUp('ada@example.org');
      const second = await one.logIn('ada@example.org');
      await until('both servers remember the sessions', async () => {
        let reads = 0;
        for (const api of [one, two])
          for (const { accessToken } of [first, second]) reads += await readsOf(api, accessToken);
        return reads === 0;
      });
      // The server that ends a session refuses it with the next request, the other one when the announcement arrives.
      await one.ask('/auth/logout', { method: 'POST', token: first.accessToken });
      expect(await one.statusWith(first.accessToken)).toBe(401);
      await until('the other one knows', async () => (await two.statusWith(first.accessToken)) === 401);
      expect(await two.statusWith(second.accessToken)).toBe(200);

      // Changes in the database itself are announced too.
      await withSession(db, (session) => session.query(`update app_user set removed_at = now()`));
      for (const api of [one, two])
        await until('the person is gone', async () => (await api.statusWith(second.accessToken)) === 401);
    } finally {
      for (const stop of following) await stop();
    }
  });

  test('a server whose connection for announcements is lost reads every time until it is back', async () => {
    const { db, take } = countStatements(await databases.empty());
    const api = await createPeopleApi(db);
    const { accessToken } = await api.signUp('ada@example.org');
    const readsOnce = async (): Promise<boolean> => {
      take();
      expect(await api.statusWith(accessToken)).toBe(200);
      return take().some((sql) => sql.includes('app_session'));
    };
    api.context.sessionMemory.listening(false);
    const stop = followAnnouncements(api.context);
    try {
      await until('it remembers', async () => !(await readsOnce()));
      await withSession(db, (session) =>
        session.query(
          `select pg_terminate_backend(pid, 30000) from pg_stat_activity
           where datname = current_database() and query like 'listen %'`,
        ),
      );
      await until('it has noticed', readsOnce);
      await until('it is connected again', async () => !(await readsOnce()));
    } finally {
      await stop();
    }
  });
});
