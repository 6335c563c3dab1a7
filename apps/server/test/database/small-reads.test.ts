import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createSmallReads } from '../../src/db/small-reads.ts';
import { withSession } from '../../src/db/session.ts';
import { countStatements } from '../support/counting-database.ts';
import { describeWithDatabase } from '../support/databases.ts';

const uses = 25;

describeWithDatabase('Small reads', (databases) => {
  test('that arrive while a message is under way are sent in one, equal ones once', async () => {
    const { db, take } = countStatements(await databases.empty());
    const reads = createSmallReads(db);
    const double = async (n: number): Promise<number | undefined> =>
      (await sql<{ n: number }>`select 2 * ${n}::int4 as n`.execute(reads)).rows[0]?.n;
    // Statements are prepared, and can then share a message, once they have been used for a while.
    for (let i = 0; i < uses; i++) await double(i);
    take();
    expect(await Promise.all([1, 2, 3, 2, 1].map(double))).toEqual([2, 4, 6, 4, 2]);
    const sent = take();
    expect(sent).toHaveLength(2);
    expect(sent[1]?.split('; ')).toHaveLength(3);
  });

  test('return values of every type that they ask with', async () => {
    const reads = createSmallReads(await databases.empty());
    const asked = {
      text: 'it’s "quoted" \\ and; done',
      list: ['a"b', 'c\\d', "e'f", '', 'null', '{g}'],
      bytes: Buffer.from([0, 255, 39]),
      at: new Date('2026-01-02T03:04:05.678Z'),
      yes: true,
      none: null,
      large: 2n ** 62n,
    };
    const read = async (n: number) => {
      const { rows } = await sql`
        select ${n}::int4 as n, ${asked.text}::text as text, ${asked.list}::text[] as list, ${asked.bytes}::bytea as bytes,
          ${asked.at}::timestamptz as at, ${asked.yes}::boolean as yes, ${asked.none}::text as none,
          ${asked.large}::int8 as large`.execute(reads);
      return rows[0];
    };
    for (let i = 0; i < uses; i++) expect(await read(i)).toEqual({ n: i, ...asked });
    expect(await Promise.all([1, 2, 3].map(read))).toEqual([1, 2, 3].map((n) => ({ n, ...asked })));
  });

  test('fail alone', async () => {
    const reads = createSmallReads(await databases.empty());
    const divide = async (by: number): Promise<number | undefined> =>
      (await sql<{ n: number }>`select 12 / ${by}::int4 as n`.execute(reads)).rows[0]?.n;
    for (let i = 1; i < uses; i++) await divide(i);
    const answers = await Promise.allSettled([divide(1), divide(2), divide(0), divide(3)]);
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual([
      12,
      6,
      'failed',
      4,
    ]);
  });

  test('are never older than their question', async () => {
    const db = await databases.empty();
    const reads = createSmallReads(db);
    await withSession(db, (session) => session.query('create table noted (n int4 not null)'));
    const count = async (): Promise<bigint | undefined> =>
      (await sql<{ n: bigint }>`select count(*) as n from noted`.execute(reads)).rows[0]?.n;
    for (let n = 1n; n <= 50n; n++) {
      const earlier = [count(), count()];
      await withSession(db, (session) => session.query('insert into noted values (1)'));
      expect(await count()).toBe(n);
      await Promise.all(earlier);
    }
  });

  test('refuse to write', async () => {
    const reads = createSmallReads(await databases.empty());
    await expect(reads.deleteFrom('organization').execute()).rejects.toThrow('Small reads');
    await expect(reads.transaction().execute(async () => 1)).rejects.toThrow('Small reads');
  });
});
