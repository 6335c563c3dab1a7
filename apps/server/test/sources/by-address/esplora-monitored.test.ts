import { addressKeyOfScript, encodeAddress, fromHex, networks, toDisplayHash } from '@hopscope/chain';
import { endpoints } from '@hopscope/contract';
import { afterEach, expect, test } from 'vitest';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { readFollowed } from '../../../src/contexts/compliance/matching/bitcoin-demand.ts';
import { readRemoteAddress } from '../../../src/ledger/bitcoin/remote/by-address.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { createPastScreening } from '../../../src/contexts/compliance/watchlist/past-screening.ts';
import { noSources } from '../../../src/sources/sources.ts';
import { type Coin, createChain, type TestChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase, type TestDatabases } from '../../support/databases.ts';
import { createDirectoryApi } from '../../support/api/directory-api.ts';
import { attribution, subject } from '../../support/servers/directory-source.ts';
import {
  addressesOf,
  ledgerOf,
  openEsplora,
  serveChain,
  stopSources,
} from '../../support/sources/esplora-world.ts';
import { entriesOf, monitor, type Monitored, screened } from '../../support/api/monitored.ts';

const coin = 100_000_000n;
const script = (name: string): Uint8Array =>
  fromHex(`0014${Buffer.from(name.padEnd(20, '.')).toString('hex')}`);
const addressOf = (name: string): string =>
  encodeAddress(addressKeyOfScript(script(name), nativeHashing) ?? new Uint8Array(), networks.regtest);
const out = (name: string, value: bigint) => ({ value, script: script(name) });

const soon = { interval: 40 };

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

/** Lines of `compliance_event` but the screenings, counted by what they say. */
async function happened(db: SqlDatabase): Promise<Record<string, number>> {
  const { rows } = await withSession(db, (session) =>
    session.query<{ kind: string; n: bigint }>(
      `select kind, count(*) as n from compliance_event where kind <> 'screened' group by kind`,
    ),
  );
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, Number(n)]));
}

describeWithDatabase('Monitored addresses of an Esplora service', (databases) => {
  afterEach(stopSources);

  test('make the same rows as a ledger of the same blocks, once each, over restarts; reorganized away they are withdrawn, and given back', async () => {
    const chain = createChain({ seed: 41, maxTxs: 6, wallet: 4 });
    chain.extend(14);
    const entries = withTexts(await busiest(databases, chain, 3));
    const server = await serveChain(chain);
    const db = await databases.empty();
    await monitor(db, entries);
    const rows = await expected(databases, chain, entries);
    expect(rows.length).toBeGreaterThan(15);
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
    const { failures, output } = openEsplora(db, server.url);
    const [bad = ''] = entries.flatMap(({ text }) => text ?? []);
    server.instead = (path) => (path.includes(bad) ? { status: 500, body: 'no' } : undefined);
    await expect.poll(() => server.requests, soon).toBeGreaterThan(2);
    await monitor(db, entries);
    const rows = await expected(databases, chain, entries);
    const others = rows.filter((line) => !entries.slice(0, 2).some(({ id }) => line.startsWith(id)));
    expect(others.length).toBeLessThan(rows.length);
    await expect.poll(() => screened(db), soon).toEqual(others);
    expect(output.join()).toContain('HTTP status 500');
    await expect.poll(() => withSession(db, readFollowed), soon).toMatchObject({ monitored: 3, compared: 2 });

    // New blocks come meanwhile, and pages of the history fail in between.
    chain.extend(6);
    server.setBlocks(chain.blocks);
    let pages = 0;
    server.instead = (path) =>
      path.includes('/txs/chain') && pages++ % 3 === 1 ? { status: 503, body: 'later' } : undefined;
    const now = await expected(databases, chain, entries);
    await expect.poll(() => screened(db), soon).toEqual(now);
    await expect.poll(() => withSession(db, readFollowed), soon).toMatchObject({ monitored: 3, compared: 3 });
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
    const stored = async (): Promise<number> =>
      (await withSession(db, (session) => readRemoteAddress(session, key)))?.stored ?? 0;
    await expect.poll(stored, soon).toBe(25);
    const asked = server.requests;
    await expect.poll(() => server.requests - asked, soon).toBeGreaterThan(5);
    expect(await stored()).toBe(25);
    expect(await screened(db)).toEqual([]);

    const past = createPastScreening({ db, now: Date.now });
    await set(`past_from = '2009-01-01'`);
    await past.run(new AbortController().signal);
    const rows = await expected(databases, chain, entries);
    await expect.poll(stored, soon).toBeGreaterThan(50);
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

  test('say who is on the other side, and score that alone: a listed payer is seen, also one listed later; what nobody can look at is not covered', async () => {
    const start = Date.UTC(2026, 0, 1);
    const chain = createChain({
      network: 'regtest',
      seed: 44,
      maxTxs: 0,
      wallet: 3,
      time: (height) => start / 1000 + height,
    });
    chain.extend(120);
    const [first] = chain.coins.filter(({ value }) => value >= 20n * coin);
    if (!first) throw new Error('Nothing was mined');
    const names = ['listed', 'bourse', 'nobody', 'customer'];
    const rest = first.value - 16n * coin - 1000n;
    const funds = chain.spend([first], [...names.map((name) => out(name, 4n * coin)), out('rest', rest)]);
    const at = (vout: number): Coin => ({ txid: funds.txid, vout, value: 4n * coin });
    const pay = (vout: number, whom: string) =>
      chain.spend([at(vout)], [out(whom, 2n * coin), out(names[vout] ?? '', 2n * coin - 1000n)]);
    const [sanctioned, bourse, nobody, back] = [
      pay(0, 'customer'),
      pay(1, 'customer'),
      pay(2, 'customer'),
      pay(3, 'listed'),
    ];
    chain.mine([funds]);
    chain.mine([sanctioned, bourse, nobody, back]);
    const server = await serveChain(chain);

    const db = await databases.empty();
    const api = await createDirectoryApi(db, {
      start: start + 1000,
      env: { BITCOIN_NETWORK: 'regtest' },
      sources: { ...noSources, bitcoin: { ...noSources.bitcoin, source: 'esplora' } },
    });
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    await api.sync('lists', [
      subject('a', { proper_name: 'Listed Group', entity_type: 'organization', ofac: 'true' }),
      attribution('a', addressOf('listed')),
      subject('b', { proper_name: 'Bourse', entity_type: 'exchange' }),
      attribution('b', addressOf('bourse')),
    ]);
    const { failures } = openEsplora(db, server.url, { network: 'regtest' });
    const body = { address: addressOf('customer'), outgoing: true };
    await api.within(id, ada, endpoints.addMonitoredAddress, { body });
    await expect.poll(async () => (await screened(db)).length, soon).toBe(5);
    await api.context.screening.run(new AbortController().signal);
    const { data } = await api.within(id, ada, endpoints.listComplianceTransactions, { query: {} });
    const of = (tx: { txid: Uint8Array }) =>
      data.transactions.find(({ txId }) => txId === toDisplayHash(tx.txid));
    expect(of(sanctioned)).toMatchObject({
      screening: 'scored',
      overThreshold: true,
      basis: { of: 'sides', height: null },
      counterparties: [{ address: addressOf('listed'), name: 'Listed Group' }],
      counterpartiesInAll: 1,
    });
    expect(of(sanctioned)?.riskScores[0]).toBeGreaterThan(70);
    expect(of(back)).toMatchObject({ direction: 'out', screening: 'scored', overThreshold: true });
    expect(of(bourse)).toMatchObject({ screening: 'scored', counterparties: [{ name: 'Bourse' }] });
    expect(of(bourse)?.riskScores[0]).toBeLessThan(50);
    // A low number would say more than is known.
    const open = { screening: 'not_covered', riskScores: [], overThreshold: false };
    expect(of(nobody)).toMatchObject({
      ...open,
      counterparties: [{ address: addressOf('nobody'), name: null }],
    });
    // A list that names the payer later is noticed.
    await api.sync('later', [
      subject('c', { proper_name: 'Named Later', entity_type: 'organization', ofac: 'true' }),
      attribution('c', addressOf('nobody')),
    ]);
    await api.context.rescreening.run(new AbortController().signal);
    const then = await api.within(id, ada, endpoints.listComplianceTransactions, { query: {} });
    expect(then.data.transactions.find(({ txId }) => txId === toDisplayHash(nobody.txid))).toMatchObject({
      screening: 'scored',
      overThreshold: true,
      counterparties: [{ name: 'Named Later' }],
    });
    const { capabilities } = (await api.as(ada, endpoints.getStatus, {})).data.bitcoin;
    expect(capabilities.join()).toMatch(/Follows 1 monitored address: 1 synchronized, the oldest \d+ s ago/);
    const reported = await api.context.metrics.text();
    expect(reported).toContain('hopscope_monitored_addresses_compared{blockchain="bitcoin"} 1');
    expect(reported).toMatch(/hopscope_monitored_oldest_comparison_seconds\{blockchain="bitcoin"\} \d/);
    expect(failures).toEqual([]);
  });
});
