import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinDatabase } from '../src/db/join.ts';
import { openPglite } from '../src/db/pglite.ts';
import { type SqlDatabase, withSession } from '../src/db/session.ts';

/**
 * The built-in database has one connection. A page asks for it several times in a row, a source once for a long write: the
 * turns of the page go first, without ever shutting the source out.
 */
describe('Turns at the one connection of the built-in database', () => {
  let opener: SqlDatabase;
  let source: SqlDatabase;
  beforeAll(async () => {
    opener = await openPglite({});
    source = joinDatabase(opener.share(), () => {});
  });
  afterAll(async () => {
    await source.close();
    await opener.close();
  });

  const use = (db: SqlDatabase, name: string, order: string[]) =>
    withSession(db, async (session) => {
      await session.query('select 1');
      order.push(name);
    });

  test('a page that asks later goes before a source that waits', async () => {
    const order: string[] = [];
    const session = await source.lease();
    await session.query('select 1');
    const slow = session.query('select pg_sleep(0.2)');
    const writes = [use(source, 'write 1', order), use(source, 'write 2', order)];
    const pages = [use(opener, 'page 1', order), use(opener, 'page 2', order)];
    await slow;
    session.release();
    await Promise.all([...writes, ...pages]);
    expect(order).toEqual(['page 1', 'page 2', 'write 1', 'write 2']);
  });

  test('a source is not shut out by pages without end', async () => {
    const order: string[] = [];
    const enough = new AbortController();
    const pages = Array.from({ length: 3 }, async () => {
      while (!enough.signal.aborted) await use(opener, 'page', order);
    });
    await expect.poll(() => order.length).toBeGreaterThan(5);
    await use(source, 'write', order);
    enough.abort();
    await Promise.all(pages);
    expect(order).toContain('write');
  });
});
