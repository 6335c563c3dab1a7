import { endpoints } from '@hopscope/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { readEthereumRemoteAddress } from '../../../src/ledger/ethereum/remote/by-address.ts';
import { readEthereumFollowed } from '../../../src/contexts/compliance/matching/ethereum-demand.ts';
import { createPastScreening } from '../../../src/contexts/compliance/watchlist/past-screening.ts';
import { noSources } from '../../../src/sources/sources.ts';
import { callData } from '../../support/ledger/contracts.ts';
import { describeWithDatabase, type TestDatabases } from '../../support/databases.ts';
import { createDirectoryApi } from '../../support/api/directory-api.ts';
import { attribution, subject } from '../../support/servers/directory-source.ts';
import { type EthereumNode, startEthereumNode } from '../../support/sources/ethereum-node.ts';
import { follow, live, setStage, type Stage, stranger } from '../../support/ledger/ethereum-stage.ts';
import {
  bytesOf,
  openEtherscan as open,
  serveNode,
  stopSources,
} from '../../support/sources/etherscan-world.ts';
import { entriesOf, monitor, type Monitored, screened } from '../../support/api/monitored.ts';
import { createRandom } from '../../support/survival/random.ts';

const soon = { interval: 40 };

/** What a ledger that follows the node screens. */
async function expected(
  databases: TestDatabases,
  node: EthereumNode,
  entries: readonly Monitored[],
): Promise<string[]> {
  const db = await databases.empty();
  await monitor(db, entries, 'ethereum');
  await (await follow(node, db)).catchUp();
  return screened(db);
}

async function happened(db: SqlDatabase): Promise<Record<string, number>> {
  const { rows } = await withSession(db, (session) =>
    session.query<{ kind: string; n: bigint }>(
      `select kind, count(*) as n from compliance_event where kind <> 'screened' group by kind`,
    ),
  );
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, Number(n)]));
}

describeWithDatabase('Monitored addresses of an Etherscan-compatible service', (databases) => {
  let node: EthereumNode;
  let stage: Stage;
  beforeAll(async () => {
    node = await startEthereumNode();
    stage = await setStage(node);
    await live(node, stage, createRandom(17), 30);
  });
  afterAll(() => node?.stop());
  afterEach(stopSources);

  const watched = (): Monitored[] =>
    entriesOf([node.accounts[0] ?? '', node.accounts[1] ?? '', stranger(1)].map(bytesOf));

  test.each([
    ['etherscan', 10_000],
    ['blockscout', 31],
  ] as const)(
    'make the same rows as a ledger of the same blocks, once each, over restarts; reorganized away they are withdrawn (%s, %i rows at once)',
    async (dialect, window) => {
      const random = createRandom(window);
      const server = await serveNode(node, { dialect, largest: window });
      const db = await databases.empty();
      const entries = watched();
      await monitor(db, entries, 'ethereum');
      const rows = await expected(databases, node, entries);
      expect(rows.length).toBeGreaterThan(15);
      const first = open(db, server.url, { window });
      await expect.poll(() => screened(db), soon).toEqual(rows);
      await first.stop();
      const once = await happened(db);
      expect(once).toEqual({ confirmed: rows.length });

      // The same again: nothing is told twice.
      const second = open(db, server.url, { window });
      const asked = server.requests;
      await expect.poll(() => server.requests - asked, soon).toBeGreaterThan(5);
      expect(await happened(db)).toEqual(once);

      const stored = await node.snapshot();
      await live(node, stage, random, 4);
      const before = await node.height();
      const then = await expected(databases, node, entries);
      await expect.poll(() => screened(db, 'confirmed'), soon).toEqual(then);
      await node.revert(stored);
      while ((await node.height()) <= before) await live(node, stage, random, 1);
      const last = await expected(databases, node, entries);
      await expect.poll(() => screened(db, 'confirmed'), soon).toEqual(last);
      const all = await screened(db);
      expect(new Set(all.map((line) => line.split(' ').slice(0, 2).join(' '))).size).toBe(all.length);
      for (const { failures } of [first, second]) expect(failures).toEqual([]);
    },
  );

  test('are followed from when they are added on; one that the service fails at keeps no other waiting, and loses nothing', async () => {
    const server = await serveNode(node);
    const db = await databases.empty();
    const { failures, output } = open(db, server.url);
    const entries = watched();
    const [bad = ''] = node.accounts;
    server.instead = (_action, query) =>
      query.get('address')?.toLowerCase() === bad.toLowerCase() ? { status: 500, body: 'no' } : undefined;
    await expect.poll(() => server.requests, soon).toBeGreaterThan(2);
    await monitor(db, entries, 'ethereum');
    const rows = await expected(databases, node, entries);
    const others = rows.filter((line) => !entries.slice(0, 2).some(({ id }) => line.startsWith(id)));
    expect(others.length).toBeLessThan(rows.length);
    await expect.poll(() => screened(db), soon).toEqual(others);
    await expect.poll(() => output.join(), soon).toContain('HTTP status 500');
    const followed = (): Promise<unknown> => withSession(db, readEthereumFollowed);
    // Counted by itself, after the rows.
    await expect.poll(followed, soon).toMatchObject({ monitored: 3, compared: 2 });

    // New blocks come meanwhile, and lists fail in between.
    await live(node, stage, createRandom(18), 4);
    let lists = 0;
    server.instead = (action) =>
      action === 'tokentx' && lists++ % 3 === 1 ? { status: 503, body: 'later' } : undefined;
    const now = await expected(databases, node, entries);
    await expect.poll(() => screened(db), soon).toEqual(now);
    await expect.poll(followed, soon).toMatchObject({ monitored: 3, compared: 3 });
    expect(failures).toEqual([]);
  });

  test('have a past that is screened when somebody asks, once their whole history is held', async () => {
    const [address = ''] = node.accounts;
    const entries = entriesOf([bytesOf(address)]);
    const server = await serveNode(node, { largest: 25 });
    const db = await databases.empty();
    await monitor(db, entries, 'ethereum');
    const set = (what: string): Promise<unknown> =>
      withSession(db, (session) => session.query(`update monitored_address set ${what}`));
    await set(`screen_from = '2200-01-01'`);
    const past = createPastScreening({ db, now: Date.now });
    const run = () => past.run(new AbortController().signal);
    const { failures, stop } = open(db, server.url, { window: 25 });
    const hasAll = async (): Promise<boolean> =>
      (await withSession(db, (session) => readEthereumRemoteAddress(session, bytesOf(address))))
        ?.isComplete ?? false;
    await expect.poll(hasAll, soon).toBe(true);
    await stop();
    await set(`past_from = '2009-01-01'`);
    const isStored = (value: boolean): Promise<unknown> =>
      withSession(db, (session) => session.query('update eth_remote_address set complete = $1', [value]));
    await isStored(false);
    await run();
    expect(await screened(db)).toEqual([]);
    await isStored(true);
    await run();
    expect(await screened(db)).toEqual(await expected(databases, node, entries));
    const { rows } = await withSession(db, (session) =>
      session.query<{ done: boolean }>(
        'select bool_and(past_done_at is not null) as done from monitored_address',
      ),
    );
    expect(rows).toEqual([{ done: true }]);
    expect(failures).toEqual([]);
  });

  test('say who is on the other side, in ether and tokens, and score that alone', async () => {
    const [owner = '', , , , sanctioned = '', nobody = ''] = node.accounts;
    const customer = stranger(77);
    const mint = { from: owner, to: stage.coin, gas: '0x2dc6c0' };
    await node.send({ ...mint, data: callData('mint(address,uint256)', sanctioned, 900n) });
    await node.mine();
    const hashes = [
      await node.send({ from: sanctioned, to: customer, value: '0xde0b6b3a7640000' }),
      await node.send({ from: nobody, to: customer, value: '0xde0b6b3a7640000' }),
      await node.send({
        from: sanctioned,
        to: stage.coin,
        gas: '0x2dc6c0',
        data: callData('transfer(address,uint256)', customer, 400n),
      }),
    ];
    await node.mine();
    const server = await serveNode(node);
    const db = await databases.empty();
    const api = await createDirectoryApi(db, {
      start: Date.now(),
      sources: { ...noSources, ethereum: { ...noSources.ethereum, source: 'etherscan' } },
    });
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    await api.sync('lists', [
      subject('a', { proper_name: 'Listed Group', entity_type: 'organization', ofac: 'true' }),
      attribution('a', sanctioned),
    ]);
    const { failures } = open(db, server.url);
    const body = { address: customer, blockchain: 'ethereum' as const, pastFrom: '2009-01-01T00:00:00Z' };
    await api.within(id, ada, endpoints.addMonitoredAddress, { body });
    const past = createPastScreening({ db, now: Date.now });
    const found = async (): Promise<number> => {
      await past.run(new AbortController().signal);
      return (await screened(db)).length;
    };
    await expect.poll(found, soon).toBe(3);
    await api.context.screening.run(new AbortController().signal);
    const { data } = await api.within(id, ada, endpoints.listComplianceTransactions, { query: {} });
    const [ether, unknown, token] = hashes.map((hash) => data.transactions.find(({ txId }) => txId === hash));
    const fromSanctioned = {
      screening: 'scored',
      overThreshold: true,
      basis: { of: 'sides', height: null },
      counterparties: [{ name: 'Listed Group' }],
      counterpartiesInAll: 1,
    };
    expect(ether).toMatchObject({ ...fromSanctioned, asset: { symbol: 'ETH', decimals: 18 } });
    expect(token).toMatchObject({
      ...fromSanctioned,
      asset: { symbol: 'DEMO', decimals: 18 },
      amount: '400',
    });
    // A low number would say more than is known.
    expect(unknown).toMatchObject({
      screening: 'not_covered',
      riskScores: [],
      counterparties: [{ name: null }],
    });
    const { capabilities } = (await api.as(ada, endpoints.getStatus, {})).data.ethereum;
    expect(capabilities.join()).toMatch(/Follows 1 monitored address: 1 synchronized, the oldest \d+ s ago/);
    expect(await api.context.metrics.text()).toContain(
      'hopscope_monitored_addresses_compared{blockchain="ethereum"} 1',
    );
    expect(failures).toEqual([]);
  });
});
