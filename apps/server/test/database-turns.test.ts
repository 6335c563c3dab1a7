import { setTimeout } from 'node:timers/promises';
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

  /** The order of two writes that asked first and two pages, and how long all of it took. */
  async function contest(): Promise<{ order: string[]; milliseconds: number }> {
    const order: string[] = [];
    const session = await source.lease();
    await session.query('select 1');
    const begun = performance.now();
    const writes = [use(source, 'write 1', order), use(source, 'write 2', order)];
    const pages = [use(opener, 'page 1', order), use(opener, 'page 2', order)];
    await setTimeout(20);
    await session.query('select 1');
    session.release();
    await Promise.all([...writes, ...pages]);
    return { order, milliseconds: performance.now() - begun };
  }

  test('a page that asks later goes before a source that waits', async () => {
    // A source that has waited for 150 ms goes first: a contest on a busy machine that lasted longer tells nothing.
    let { order, milliseconds } = await contest();
    while (milliseconds >= 150) ({ order, milliseconds } = await contest());
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
