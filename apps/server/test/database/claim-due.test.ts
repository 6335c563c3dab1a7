import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { kyselyOver } from '../../src/db/dialect.ts';
import { withSession } from '../../src/db/session.ts';
import { claimDue } from '../../src/jobs/retry-queue.ts';
import { describeWithDatabase } from '../support/databases.ts';

const queue = { table: 'outbox_mail', key: 'id', order: 'created_at', claimMs: 60_000 } as const;

describeWithDatabase('Claiming work', (databases) => {
  test('claims as many rows as asked, the longest due first, whatever plan the database chooses', async () => {
    await withSession(await databases.empty(), async (session) => {
      const db = kyselyOver(session);
      // Plans in which a subquery runs again for each row that it is compared with.
      for (const plan of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'bitmapscan', 'memoize']) {
        await sql.raw(`set enable_${plan} = off`).execute(db);
      }
      await sql`
        insert into outbox_mail (id, template, recipient, subject, status, attempts, next_attempt_at, created_at)
        select gen_random_uuid(), 'welcome', 'a@example.org', 'x', 'queued', 0, to_timestamp(n), to_timestamp(n)
        from generate_series(1, 20) n`.execute(db);
      for (let n = 1; n <= 20; n++) {
        const claimed = await claimDue(db, queue, { at: 1_000_000, limit: 1 });
        expect(claimed.map((row) => row.created_at.getTime())).toEqual([n * 1_000]);
      }
      expect(await claimDue(db, queue, { at: 1_000_000, limit: 1 })).toEqual([]);
    });
  });
});
