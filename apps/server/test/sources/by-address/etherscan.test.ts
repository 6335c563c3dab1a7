import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { type EthereumNode, startEthereumNode } from '../../support/sources/ethereum-node.ts';
import { followAll, live, setStage, type Stage, stranger } from '../../support/ledger/ethereum-stage.ts';
import {
  type EtherscanOptions,
  type EtherscanTestServer,
  startEtherscan,
} from '../../support/sources/etherscan-server.ts';
import {
  etherscanKey as key,
  testChainId as chainId,
} from '../../support/sources/etherscan-source-process.ts';
import {
  bytesOf,
  expectSame,
  openEtherscan as open,
  serveNode,
  stopSources,
  untilComplete,
} from '../../support/sources/etherscan-world.ts';
import { createRandom } from '../../support/survival/random.ts';

describeWithDatabase('Addresses of an Etherscan-compatible service', (databases) => {
  let node: EthereumNode;
  let stage: Stage;
  beforeAll(async () => {
    node = await startEthereumNode();
    stage = await setStage(node);
    await live(node, stage, createRandom(7), 40);
  });
  afterAll(() => node?.stop());
  afterEach(stopSources);

  const serve = (more: Partial<EtherscanOptions> = {}): Promise<EtherscanTestServer> => serveNode(node, more);

  async function reference(): Promise<SqlDatabase> {
    const db = await databases.empty();
    await followAll(node, db);
    return db;
  }

  const everybody = (): string[] => [
    ...node.accounts.slice(0, 3),
    stranger(1),
    stranger(2),
    stage.splitter,
    stage.coin,
  ];

  test.each([
    ['etherscan', 10_000],
    ['etherscan', 23],
    ['blockscout', 31],
  ] as const)(
    'are fetched when somebody asks (%s, %i rows at once), and equal those of a ledger of the same blocks',
    async (dialect, window) => {
      const server = await serve({ dialect, largest: window });
      const db = await databases.empty();
      const { service, output } = open(db, server.url, { window });
      const full = await reference();
      let compared = 0;
      for (const address of everybody()) {
        expect(await service.address(address)).toMatchObject({ coverage: { kind: 'address' } });
        await untilComplete(db, node, address);
        compared += await expectSame(db, full, { node, address, dialect });
      }
      expect(compared).toBeGreaterThan(200);
      expect(output).toEqual([]);
      const since = server.requests;
      for (const address of everybody()) await service.address(address);
      await expect.poll(() => server.requests).toBeGreaterThan(since + 2);
      expect(new Set(server.asked.slice(since))).toEqual(new Set(['eth_blockNumber']));
    },
  );

  test('a service that gives fewer rows than it is asked for is followed to the end', async () => {
    const [from = ''] = node.accounts;
    const address = stranger(9);
    for (let i = 0; i < 120; i++) {
      await node.send({ from, to: address, value: '0x1' });
      if (i % 10 === 9) await node.mine();
    }
    const server = await serve({ most: 50 });
    const db = await databases.empty();
    const { service } = open(db, server.url);
    await service.address(address);
    await untilComplete(db, node, address);
    await expectSame(db, await reference(), { node, address, dialect: 'etherscan' });
    expect(server.asked.filter((action) => action === 'txlist').length).toBeGreaterThan(1);
  });

  test('show a part while a long history comes in, and go on after a restart', async () => {
    const server = await serve({ largest: 15 });
    const db = await databases.empty();
    const [address = ''] = node.accounts;
    let lists = 0;
    server.instead = (action) =>
      action === 'txlist' && lists++ >= 1 ? { status: 503, body: 'later' } : undefined;
    const first = open(db, server.url, { window: 15 });
    const begun = await first.service.address(address);
    expect(begun.coverage.text).toMatch(/^By address: partial, \d+ movements so far$/);
    expect(begun.coverage.history).toEqual({ stored: begun.movement_count, total: null });
    expect(begun).toMatchObject({ balance: null, last_seen: null });
    const { txs } = await first.service.addressMovements(address, {
      page: 1,
      limit: 100,
      asset: undefined,
      hidden: true,
    });
    expect(txs.map(({ sequence }) => sequence)).toEqual(txs.map((_, i) => txs.length - 1 - i));
    await expect.poll(() => first.output.join()).toContain('HTTP status 503');
    await first.stop();
    server.instead = () => undefined;
    const since = server.asked.length;
    open(db, server.url, { window: 15 });
    await untilComplete(db, node, address);
    await expectSame(db, await reference(), { node, address, dialect: 'etherscan' });
    expect(server.asked.slice(since)).toContain('txlist');
  });

  test('a block with more rows than the service tells at once is told in words, not cut', async () => {
    const [from = '', , , , to = ''] = node.accounts;
    for (let i = 0; i < 8; i++) await node.send({ from, to, value: '0x1' });
    await node.mine();
    const server = await serve({ largest: 8 });
    const db = await databases.empty();
    const { service } = open(db, server.url, { window: 8 });
    const { coverage } = await service.address(to);
    expect(coverage.text).toBe(
      `Block ${await node.height()} has more rows of this address than the service returns.`,
    );
    expect(coverage.history).toEqual({ stored: 0, total: null });
  });

  test('follow new blocks and reorganizations', async () => {
    const random = createRandom(11);
    const server = await serve();
    const db = await databases.empty();
    const { service, failures } = open(db, server.url);
    const asked = everybody().slice(0, 5);
    for (const address of asked) await service.address(address);
    for (let round = 0; round < 2; round++) {
      const stored = await node.snapshot();
      await live(node, stage, random, 1 + random.below(4));
      const before = await node.height();
      for (const address of asked) await untilComplete(db, node, address);
      await node.revert(stored);
      while ((await node.height()) <= before) await live(node, stage, random, 1);
      const full = await reference();
      for (const address of asked) {
        await untilComplete(db, node, address);
        await expectSame(db, full, { node, address, dialect: 'etherscan' });
      }
    }
    expect(failures).toEqual([]);
  });

  test('lists that a service does not have are said', async () => {
    const server = await serve({ dialect: 'blockscout', without: ['token1155tx', 'txlistinternal'] });
    const db = await databases.empty();
    const { service } = open(db, server.url);
    const address = stranger(1);
    await service.address(address);
    await untilComplete(db, node, address);
    const { coverage, balance, node_balance } = await service.address(address);
    expect(coverage.text).toContain('the service has no list of internal transfers, ERC-1155 tokens');
    expect(coverage.lacks).toContain('traces');
    expect(balance).toBeNull();
    expect(node_balance?.amt).toBe(String(await node.balance(address, await node.height())));
  });

  test('refusals are told apart, and the key is in none of them', async () => {
    const [address = ''] = node.accounts;
    const refused = (result: string): string => JSON.stringify({ status: '0', message: 'NOTOK', result });
    const cases: [body: string, says: RegExp][] = [
      [refused('Max rate limit reached'), /too many requests$/],
      [refused('Max daily rate limit reached. 110000 (100%) of 100000'), /too many requests today/],
      [refused(`Invalid API Key (#err2)|${key}`), /rejected the key/],
      [refused('Result window is too large, PageNo x Offset size must be …'), /fewer rows at once/],
      [refused('Query Timeout occured. Please select a smaller result dataset'), /reported a timeout/],
      [
        refused(`Something else about ${key} and ${encodeURIComponent(key)}`),
        /refuses: Something else about/,
      ],
      [JSON.stringify({ status: '1', result: 'words' }), /unknown format/],
    ];
    for (const [body, says] of cases) {
      const server = await serve();
      server.instead = (action) => (action === 'tokentx' ? { body } : undefined);
      const { service, source, output, stop } = open(await databases.empty(), server.url);
      const answer = await service.address(address).catch((error: Error) => error.message);
      const everything = JSON.stringify([answer, output, source.status()]);
      expect(everything).toMatch(new RegExp(says.source.replace('$', '')));
      expect(output.join('\n')).toMatch(says);
      expect(everything).not.toContain(key);
      expect(everything).not.toContain(encodeURIComponent(key));
      await stop();
    }
    const server = await serve({ key: 'another' });
    const wrong = open(await databases.empty(), server.url);
    await expect.poll(() => wrong.output.join()).toMatch(/rejected the key/);
    const none = open(await databases.empty(), server.url, { key: undefined });
    await expect.poll(() => none.output.join()).toMatch(/requires a key/);
  });

  test('a service that lies is found out, and nothing of it counts', async () => {
    const [address = '', other = ''] = node.accounts;
    const server = await serve();
    const query = (action: string, of = address) =>
      `${server.url}?chainid=${chainId}&apikey=${encodeURIComponent(key)}&module=account&action=${action}&address=${of}`;
    const honest = await (await fetch(query('txlist'))).text();
    const foreign = await (await fetch(query('txlist', other))).text();
    const change = (from: RegExp, to: string): string => {
      expect(honest).toMatch(from);
      return honest.replace(from, to);
    };
    const rows = (text: string): string => /\[(.*)\]/s.exec(text)?.[1] ?? '';
    const lies: [body: string, says: RegExp][] = [
      [change(/"value":"\d+"/, '"value":"-5"'), /unknown format \(value\)/],
      [change(/"value":"\d+"/, `"value":"${'9'.repeat(200)}"`), /unknown format \(value\)/],
      [change(/"hash":"0x\w{4}/, '"hash":"0x'), /unknown format \(hash\)/],
      [change(/"blockNumber":"\d+"/, '"blockNumber":"9999999999"'), /impossible block/],
      [change(/"blockNumber":"\d+"/, '"blockNumber":"99999"'), /other blocks/],
      [foreign, /different address/],
      [`{"status":"1","result":[${rows(honest)},${rows(honest)}]}`, /in the wrong order/],
      ['x'.repeat(3_000_000), /larger than 2 MB/],
      ['{"status":"1"', /JSON/],
    ];
    for (const [body, says] of lies) {
      const db = await databases.empty();
      server.instead = (action) => (action === 'txlist' ? { body } : undefined);
      const { service, output, stop } = open(db, server.url);
      await expect(service.address(address)).rejects.toMatchObject({ code: 'unavailable' });
      expect(output.join('\n')).toMatch(says);
      await stop();
    }
    const db = await databases.empty();
    const [row = ''] = honest.match(/\{"blockNumber[^}]*\}/) ?? [];
    server.instead = (action) =>
      action === 'txlist' ? { body: honest.replace(row, `${row},${row}`) } : undefined;
    const twice = open(db, server.url);
    await twice.service.address(address);
    await untilComplete(db, node, address);
    await expectSame(db, await reference(), { node, address, dialect: 'etherscan' });
  });

  test('never stand beside blocks, nor on another chain', async () => {
    const server = await serve({ dialect: 'blockscout' });
    const stored = open(await reference(), server.url);
    await expect
      .poll(() => stored.source.status())
      .toMatchObject({ phase: 'failed', reason: /is not mixed with them/ });
    const other = open(await databases.empty(), server.url, { chainId: 5n });
    await expect
      .poll(() => other.source.status())
      .toMatchObject({
        phase: 'failed',
        reason: expect.stringContaining(`The service is on chain ${chainId}, not on 5.`),
      });
    const mainnet = await startEtherscan(node, { dialect: 'etherscan', chainId: 1 });
    onTestFinished(() => mainnet.close());
    const wrong = open(await databases.empty(), mainnet.url, { chainId: 1n });
    await expect
      .poll(() => wrong.source.status())
      .toMatchObject({ phase: 'failed', reason: /first block is another one/ });
    expect(await wrong.source.fetchAddress(bytesOf(stranger(1)))).toMatchObject({ kind: 'later' });
  });
});
