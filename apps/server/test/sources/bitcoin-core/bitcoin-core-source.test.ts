import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { type BitcoinLedger, createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import type { BitcoinCoreSettings } from '../../../src/sources/bitcoin-core/bitcoin-core-source.ts';
import { frame, temporaryFolder, unframe, write, xored } from '../../support/sources/block-files.ts';
import {
  type BitcoinTestNode,
  type NodeManners,
  startBitcoinNode,
} from '../../support/sources/bitcoin-node.ts';
import { createChain, type TestChain } from '../../support/ledger/chain-builder.ts';
import { type RunningSource, rawBlocks, startCoreSource } from '../../support/sources/core-source.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { load } from '../../support/ledger/loaded-ledger.ts';
import { realFile } from '../../support/recorded/real-files.ts';

describeWithDatabase('A node of Bitcoin Core’s kind that', (databases) => {
  let chain: TestChain;
  let node: BitcoinTestNode;
  let db: SqlDatabase;
  let ledger: BitcoinLedger;
  let source: RunningSource | undefined;
  const folder = temporaryFolder();

  const start = (settings: Partial<BitcoinCoreSettings> = {}): RunningSource => {
    source = startCoreSource(db, { url: node.url, ...settings });
    return source;
  };
  const tipHeight = async (): Promise<number> => (await ledger.ranges()).at(-1)?.to ?? -1;
  const caughtUp = (): Promise<void> => expect.poll(tipHeight, { interval: 20 }).toBe(node.height());
  const grow = (count: number): void => node.setFrom(node.height() + 1, rawBlocks(chain.extend(count)));
  /** The tables are those of a ledger that was given the same blocks at once. */
  const checkLedger = async (): Promise<void> => {
    const fresh = await databases.empty();
    await createBitcoinLedger({ db: fresh, hashing: nativeHashing }).append('demo', chain.blocks);
    expect(await dumpLedger(db)).toBe(await dumpLedger(fresh));
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
  };

  beforeEach(async () => {
    chain = createChain({ seed: 5, maxTxs: 6 });
    chain.extend(20);
    node = await startBitcoinNode({ network: 'demo', blocks: rawBlocks(chain.blocks) });
    db = await databases.empty();
    ledger = createBitcoinLedger({ db, hashing: nativeHashing });
  });
  afterEach(async () => {
    await source?.stop();
    await node.close();
    expect(source?.failures ?? []).toEqual([]);
    source = undefined;
  });

  const kinds: { name: string; manners: Partial<NodeManners>; asks: string; rest: boolean }[] = [
    { name: 'offers REST', manners: {}, asks: '/rest/chaininfo.json', rest: true },
    { name: 'has REST turned off', manners: { rest: false, jsonRpc: 2 }, asks: 'getblock', rest: false },
    {
      name: 'knows only booleans and has neither mempool nor REST',
      manners: { rest: false, getblock: 'boolean', mempool: false },
      asks: 'getblock',
      rest: false,
    },
  ];
  test.each(kinds)('$name is loaded and followed', async ({ manners, asks, rest }) => {
    Object.assign(node.manners, manners);
    start();
    await caughtUp();
    grow(3);
    await caughtUp();
    await source?.reaches('following');
    expect(source?.status()).toEqual({ phase: 'following', height: 23 });
    expect(node.asked).toContain(asks);
    expect(source?.node()).toMatchObject({ client: 'Satoshi:29.0.0', rest, height: 23, prunedFrom: null });
    expect(source?.node()).toMatchObject({ mempool: node.manners.mempool, getblock: node.manners.getblock });
    await checkLedger();
  });

  test('reorganizes is followed: each depth, also while it is away', async () => {
    start();
    await caughtUp();
    for (const [depth, more] of [
      [1, 2],
      [6, 7],
      [3, 40],
    ] as const) {
      const fork = chain.fork(chain.blocks.length - 1 - depth, depth);
      const blocks = fork.extend(more);
      if (more === 40) await source?.stop();
      node.setFrom(blocks[0]?.height ?? 0, rawBlocks(blocks));
      if (more === 40) start();
      await caughtUp();
      const tip = (await ledger.headers([node.height()])).get(node.height());
      expect(tip).toBeDefined();
      chain = fork;
    }
    await checkLedger();
  });

  test('reorganizes deeper than allowed stops the source, and nothing is changed', async () => {
    start({ reorganizationLimit: 4 });
    await caughtUp();
    const before = await dumpLedger(db);
    const blocks = chain.fork(12, 9).extend(10);
    node.setFrom(13, rawBlocks(blocks));
    await source?.reaches('failed');
    expect(source?.status()).toMatchObject({ reason: expect.stringMatching(/more than 4 blocks below/) });
    expect(await dumpLedger(db)).toBe(before);
  });

  test('is behind the ledger is waited for', async () => {
    start();
    await caughtUp();
    await source?.stop();
    const before = await dumpLedger(db);
    node.setFrom(15, []);
    const asked = node.requests;
    start();
    await expect.poll(() => node.requests).toBeGreaterThan(asked + 12);
    expect(source?.status()).toEqual({ phase: 'behind', height: 20, nodeHeight: 14 });
    expect(await dumpLedger(db)).toBe(before);
    node.setFrom(15, rawBlocks(chain.blocks.slice(15)));
    grow(1);
    await caughtUp();
    await source?.reaches('following');
  });

  test('asks for user and password gets them, also new ones from its cookie file', async () => {
    node.manners.credentials = 'ada:secret word';
    start({ user: 'ada', password: 'wrong' });
    await source?.reaches('retrying');
    expect(source?.status()).toMatchObject({
      reason: expect.stringMatching(/rejected the user and password/),
    });
    expect(JSON.stringify(source?.status())).not.toMatch(/wrong|127\.0\.0\.1/);
    await source?.stop();
    const cookieFile = join(folder.path, '.cookie');
    start({ cookieFile });
    await source?.reaches('retrying');
    expect(source?.status()).toMatchObject({ reason: expect.stringMatching(/cookie file cannot be read/) });
    writeFileSync(cookieFile, 'ada:secret word');
    await caughtUp();
    node.manners.credentials = '__cookie__:0102';
    writeFileSync(cookieFile, '__cookie__:0102');
    grow(1);
    await caughtUp();
    await source?.reaches('following');
  });

  test('is still starting is waited for, in its own words', async () => {
    node.manners.warmup = 'Loading block index…';
    start();
    await source?.reaches('retrying');
    expect(source?.status()).toMatchObject({
      reason: expect.stringMatching(/is starting: Loading block index/),
    });
    node.manners.warmup = undefined;
    await caughtUp();
  });

  test('is on another network than the ledger, or than was expected, is not read', async () => {
    start();
    await caughtUp();
    await source?.stop();
    const other = await startBitcoinNode({ network: 'regtest', blocks: rawBlocks(chain.blocks) });
    start({ url: other.url });
    await source?.reaches('failed');
    expect(source?.status()).toMatchObject({
      reason: expect.stringMatching(/regtest, but its first block is another/),
    });
    await source?.stop();
    start({ network: 'mainnet' });
    await source?.reaches('failed');
    expect(source?.status()).toMatchObject({
      reason: 'The node is on demo; this ledger is for mainnet. The check repeats every minute.',
    });
    await other.close();
  });

  test('is on another network for a while is followed again once it is back', async () => {
    start();
    await caughtUp();
    node.manners.chain = 'test';
    await source?.reaches('failed');
    expect(source?.status()).toMatchObject({
      reason: expect.stringMatching(/first block is another one\. The check repeats every minute\.$/),
    });
    node.manners.chain = undefined;
    grow(2);
    await caughtUp();
    await source?.reaches('following');
    await checkLedger();
  });

  test('is pruned gives a range from its lowest block on; what it deletes later is not missed', async () => {
    node.manners.prunedBelow = 7;
    start();
    await caughtUp();
    expect(await ledger.ranges()).toEqual([{ from: 7, to: 20 }]);
    expect(source?.node()).toMatchObject({ prunedFrom: 7 });
    await source?.stop();
    node.manners.prunedBelow = 12;
    grow(2);
    start();
    await caughtUp();
    expect(await ledger.ranges()).toEqual([{ from: 7, to: 22 }]);
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
  });

  test('has deleted what the ledger needs next stops the source, which says so', async () => {
    start();
    await caughtUp();
    await source?.stop();
    grow(9);
    node.manners.prunedBelow = 25;
    start();
    await source?.reaches('failed');
    expect(source?.status()).toMatchObject({
      reason: expect.stringMatching(/is pruned and no longer has blocks/),
    });
    expect(await tipHeight()).toBe(20);
  });

  test('tells of new blocks over ZMQ is asked at once, also after a lost connection', async () => {
    start({ pollMs: 600_000, zmqUrl: node.zmq.url });
    await caughtUp();
    for (let round = 0; round < 2; round++) {
      await expect.poll(() => node.zmq.topics()).toEqual(['hashblock', 'rawtx']);
      grow(1);
      await caughtUp();
      expect(source?.node()).toMatchObject({ noticed: true, notices: ['pubhashblock', 'pubrawtx'] });
      node.zmq.disconnect();
      await expect.poll(() => node.zmq.topics()).toEqual([]);
    }
  });

  test('has its block files at hand is loaded from them, then followed', async () => {
    const more = createChain({ seed: 8, maxTxs: 0 });
    more.extend(1010);
    chain = more;
    node.setFrom(0, rawBlocks(more.blocks));
    const raw = frame(rawBlocks(more.blocks.slice(0, 1000)), 'demo');
    const key = Buffer.from('0102030405060708', 'hex');
    const blocksDir = temporaryFolder();
    write(blocksDir.path, 'xor.dat', key);
    write(blocksDir.path, 'blk00000.dat', xored(raw, key));
    start({ blocksDir: blocksDir.path });
    await caughtUp();
    await source?.reaches('following');
    const byRest = node.asked.filter((name) => name === 'getblock' || name.startsWith('/rest/block'));
    expect(byRest.length).toBeLessThan(30);
    await expect.poll(() => source?.node()).toMatchObject({ notice: null });
    await checkLedger();
    blocksDir.remove();
  });

  test('has no readable block files is loaded over RPC, and says why', async () => {
    const more = createChain({ seed: 8, maxTxs: 0 });
    more.extend(1010);
    chain = more;
    node.setFrom(0, rawBlocks(more.blocks));
    start({ blocksDir: join(folder.path, 'absent') });
    await caughtUp();
    expect(source?.node()).toMatchObject({
      notice: expect.stringMatching(/cannot be read\. All blocks are fetched over RPC/),
    });
  });

  test('claims a difficulty that its chain does not ask for is not believed', async () => {
    const odd = createChain({ seed: 3, network: 'mainnet' });
    odd.extend(2);
    const other = await startBitcoinNode({ network: 'mainnet', blocks: rawBlocks(odd.blocks) });
    start({ url: other.url });
    await source?.reaches('retrying');
    expect(source?.status()).toMatchObject({
      reason: expect.stringMatching(/response is invalid/),
      height: null,
    });
    expect(await tipHeight()).toBe(-1);
    await other.close();
  });
});

describe('Real blocks over RPC', () => {
  describeWithDatabase('on', (databases) => {
    describe('real blocks', () => {
      test('give the tables that their files give', async () => {
        const blocks = unframe(realFile('blk_000000_002100.dat'));
        const node = await startBitcoinNode({ network: 'mainnet', blocks });
        const db = await databases.empty();
        const source = startCoreSource(db, { url: node.url });
        await source.reaches('following');
        await source.stop();
        expect(source.status()).toEqual({ phase: 'following', height: 2100 });
        expect(node.requests).toBeLessThan(120);
        const fresh = await databases.empty();
        const files = createBitcoinLedger({ db: fresh, hashing: nativeHashing });
        await load(files, [realFile('blk_000000_002100.dat')]);
        expect(await dumpLedger(db)).toBe(await dumpLedger(fresh));
        await node.close();
      });

      test('of a pruned node give a range', async () => {
        const blocks = unframe(realFile('blk_560065_560066.dat'));
        const node = await startBitcoinNode({ network: 'mainnet', blocks, firstHeight: 560_065 });
        const db = await databases.empty();
        const source = startCoreSource(db, { url: node.url });
        await source.reaches('following');
        await source.stop();
        const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
        expect(await ledger.ranges()).toEqual([{ from: 560_065, to: 560_065 + blocks.length - 1 }]);
        await node.close();
      });
    });
  });
});
