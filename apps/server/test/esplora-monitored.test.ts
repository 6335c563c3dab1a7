import { encodeAddress, networks } from '@hopscope/chain';
import { afterEach, expect, test } from 'vitest';
import { type SqlDatabase, withSession } from '../src/db/session.ts';
import { readFollowed } from '../src/ledger/bitcoin/by-address-due.ts';
import { readRemoteAddress } from '../src/ledger/bitcoin/by-address.ts';
import { createPastScreening } from '../src/modules/monitoring/past-screening.ts';
import { createChain, type TestChain } from './support/chain-builder.ts';
import { describeOnAnEngine, type TestDatabases } from './support/databases.ts';
import { addressesOf, ledgerOf, openEsplora, serveChain, stopSources } from './support/esplora-world.ts';
import { entriesOf, monitor, type Monitored, screened } from './support/monitored.ts';

const soon = { timeout: 20_000, interval: 20 };

const withTexts = (keys: readonly Uint8Array[]): Monitored[] =>
  entriesOf(keys).map((entry) => ({ ...entry, text: encodeAddress(entry.key, networks.demo) }));

/** What a ledger of the same blocks screens. */
async function expected(
  databases: TestDatabases,
  chain: TestChain,
  entries: readonly Monitored[],
): Promise<string[]> {
  const db = await databases.empty();
  await monitor(db, entries);
  await ledgerOf(db, chain);
  return screened(db);
}

async function busiest(databases: TestDatabases, chain: TestChain, count: number): Promise<Uint8Array[]> {
  const known = await addressesOf(await ledgerOf(await databases.empty(), chain));
  return known.slice(0, count).map(({ key }) => key);
}

/** Lines of `compliance_happening` but the screenings, counted by what they say. */
async function happened(db: SqlDatabase): Promise<Record<string, number>> {
  const { rows } = await withSession(db, (session) =>
    session.query<{ kind: string; n: bigint }>(
      `select kind, count(*) as n from compliance_happening where kind <> 'screened' group by kind`,
    ),
  );
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, Number(n)]));
}

describeOnAnEngine('Monitored addresses of an Esplora service', (databases) => {
  afterEach(stopSources);

  test('make the same rows as a ledger of the same blocks, once each, over restarts; reorganised away they are withdrawn, and given back', async () => {
    const chain = createChain({ seed: 41, maxTxs: 6, wallet: 4 });
    chain.extend(24);
    const entries = withTexts(await busiest(databases, chain, 3));
    const server = await serveChain(chain);
    const db = await databases.empty();
    await monitor(db, entries);
    const rows = await expected(databases, chain, entries);
    expect(rows.length).toBeGreaterThan(30);
    const first = openEsplora(db, server.url);
    await expect.poll(() => screened(db), soon).toEqual(rows);
    await first.stop();
    const once = await happened(db);
    expect(once).toEqual({ confirmed: rows.length });

    // The same again: nothing is told twice.
    const second = openEsplora(db, server.url);
    const asked = server.requests;
    await expect.poll(() => server.requests - asked, soon).toBeGreaterThan(5);
    expect(await happened(db)).toEqual(once);

    const other = chain.fork(chain.blocks.length - 4, 77);
    other.extend(5);
    server.setBlocks(other.blocks);
    const then = await expected(databases, other, entries);
    await expect.poll(() => screened(db, 'confirmed'), soon).toEqual(then);
    const withdrawn = await screened(db, 'withdrawn');
    expect(withdrawn.length).toBeGreaterThan(0);
    await second.stop();

    // The first chain wins after all, while nobody looks.
    chain.extend(4);
    server.setBlocks(chain.blocks);
    const third = openEsplora(db, server.url);
    const last = await expected(databases, chain, entries);
    await expect.poll(() => screened(db, 'confirmed'), soon).toEqual(last);
    await third.stop();
    const all = await screened(db);
    expect(new Set(all.map((line) => line.split(' ').slice(0, 2).join(' '))).size).toBe(all.length);
    for (const { failures } of [first, second, third]) expect(failures).toEqual([]);
  });

  test('are followed from when they are added on; one that the service fails at keeps no other waiting, and loses nothing', async () => {
    const chain = createChain({ seed: 42, maxTxs: 6, wallet: 4 });
    chain.extend(20);
    const keys = await busiest(databases, chain, 3);
    const entries = withTexts(keys);
    const server = await serveChain(chain);
    const db = await databases.empty();
    const { failures, said } = openEsplora(db, server.url);
    const [bad = ''] = entries.flatMap(({ text }) => text ?? []);
    server.instead = (path) => (path.includes(bad) ? { status: 500, body: 'no' } : undefined);
    await expect.poll(() => server.requests, soon).toBeGreaterThan(2);
    await monitor(db, entries);
    const rows = await expected(databases, chain, entries);
    const others = rows.filter((line) => !entries.slice(0, 2).some(({ id }) => line.startsWith(id)));
    expect(others.length).toBeLessThan(rows.length);
    await expect.poll(() => screened(db), soon).toEqual(others);
    expect(said.join()).toContain('HTTP status 500');
    expect(await withSession(db, readFollowed)).toMatchObject({ monitored: 3, compared: 2 });

    // New blocks come meanwhile, and pages of the history fail in between.
    chain.extend(6);
    server.setBlocks(chain.blocks);
    let pages = 0;
    server.instead = (path) =>
      path.includes('/txs/chain') && pages++ % 3 === 1 ? { status: 503, body: 'later' } : undefined;
    const now = await expected(databases, chain, entries);
    await expect.poll(() => screened(db), soon).toEqual(now);
    expect(await withSession(db, readFollowed)).toMatchObject({ monitored: 3, compared: 3 });
    expect(failures).toEqual([]);
  });

  test('have a past that is fetched and screened when somebody asks, and no further back than that', async () => {
    const chain = createChain({ seed: 43, maxTxs: 8, wallet: 3 });
    chain.extend(30);
    const [key] = await busiest(databases, chain, 1);
    if (!key) throw new Error('No address');
    const entries = withTexts([key]);
    const server = await serveChain(chain);
    const db = await databases.empty();
    await monitor(db, entries);
    const set = (what: string): Promise<unknown> =>
      withSession(db, (session) => session.query(`update monitored_address set ${what}`));
    await set('screen_from = now()');
    const { failures } = openEsplora(db, server.url);
    const held = async (): Promise<number> =>
      (await withSession(db, (session) => readRemoteAddress(session, key)))?.held ?? 0;
    await expect.poll(held, soon).toBe(25);
    const asked = server.requests;
    await expect.poll(() => server.requests - asked, soon).toBeGreaterThan(5);
    expect(await held()).toBe(25);
    expect(await screened(db)).toEqual([]);

    const past = createPastScreening({ db, now: Date.now });
    await set(`past_from = '2009-01-01'`);
    await past.run(new AbortController().signal);
    const rows = await expected(databases, chain, entries);
    await expect.poll(held, soon).toBeGreaterThan(50);
    const done = async (): Promise<boolean> => {
      await past.run(new AbortController().signal);
      const { rows: entry } = await withSession(db, (session) =>
        session.query<{ done: boolean }>(
          'select bool_and(past_done_at is not null) as done from monitored_address',
        ),
      );
      return entry[0]?.done ?? false;
    };
    await expect.poll(done, soon).toBe(true);
    expect(await screened(db)).toEqual(rows);
    expect(failures).toEqual([]);
  });
});
