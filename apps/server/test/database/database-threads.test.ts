import { expect, test } from 'vitest';
import { openShared } from '../../src/db/postgres.ts';
import { inTransaction, type SqlDatabase, withSession } from '../../src/db/session.ts';
import { describeWithDatabase } from '../support/databases.ts';

const network = async (db: SqlDatabase): Promise<string | undefined> =>
  withSession(db, async (session) => {
    const { rows } = await session.query<{ network: string }>('select network from btc_ledger');
    return rows[0]?.network;
  });

describeWithDatabase('A database that is shared with another thread', (databases) => {
  const open = async () => {
    const db = await databases.empty();
    const lost: Error[] = [];
    const joined = openShared(db.share(), (error) => void lost.push(error));
    return { db, joined, lost };
  };

  test('is the same database, and transactions of both come one after the other', async () => {
    const { db, joined } = await open();
    const order: string[] = [];
    const add = (at: SqlDatabase, name: string) =>
      inTransaction(at, 'read write', async (session) => {
        await session.query('lock table btc_ledger in exclusive mode');
        order.push(`${name} begins`);
        await session.query(
          `insert into btc_ledger (network, fees) values ('regtest', 1) on conflict (one) do update set fees = btc_ledger.fees + 1`,
        );
        await session.query('select pg_sleep(0.02)');
        order.push(`${name} ends`);
      });
    await Promise.all(Array.from({ length: 10 }, (_, i) => add(i % 2 ? db : joined, String(i))));
    for (let i = 0; i < order.length; i += 2) {
      expect(order[i + 1]).toBe(order[i]?.replace('begins', 'ends'));
    }
    const { rows } = await withSession(joined, (session) => session.query('select fees from btc_ledger'));
    expect(rows).toEqual([{ fees: 10n }]);
    await joined.close();
  });

  test('goes on when the other thread leaves in the middle of a transaction, without what that had not committed', async () => {
    const { db, joined } = await open();
    const session = await joined.lease();
    await session.query('begin');
    await session.query(`insert into btc_ledger (network) values ('regtest')`);
    const before = network(db);
    session.release(true);
    await joined.close();
    expect(await before).toBeUndefined();
    expect(await network(db)).toBeUndefined();
  });

  test('tells an error to the one who caused it', async () => {
    const { db, joined } = await open();
    await expect(
      withSession(joined, (session) => session.query('select nothing from nowhere')),
    ).rejects.toMatchObject({
      name: 'SqlError',
      code: '42P01',
    });
    expect(await network(db)).toBeUndefined();
    await joined.close();
  });

  test('does not answer after it was left', async () => {
    const { joined } = await open();
    await joined.close();
    await expect
      .poll(() =>
        network(joined).then(
          () => 'answers',
          () => 'refuses',
        ),
      )
      .toBe('refuses');
  });
});
