import { encodeTransaction } from '@hopscope/chain';
import { sourceReports } from '@hopscope/contract';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { SqlDatabase } from '../../src/db/session.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { createBitcoinMempool } from '../../src/ledger/bitcoin/mempool/mempool.ts';
import { nativeHashing as hashing } from '../../src/ledger/native-hashing.ts';
import { openSources } from '../../src/sources/open-sources.ts';
import { startBitcoinNode } from '../support/sources/bitcoin-node.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { rawBlocks } from '../support/sources/core-source.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createPeopleApi, dataOf } from '../support/api/people-api.ts';

describeWithDatabase('Sources in their thread', (databases) => {
  const logger = pino({ level: 'silent' });
  const configOf = (url: string, more: Record<string, string> = {}) =>
    readConfig({
      BITCOIN_SOURCE: 'core',
      BITCOIN_RPC_URL: url,
      BITCOIN_POLL_SECONDS: '1',
      ETHEREUM_SOURCE: 'off',
      ...more,
    });

  async function follow(db: SqlDatabase, more: Record<string, string> = {}) {
    const chain = createChain({ seed: 40, network: 'regtest' });
    chain.extend(5);
    const node = await startBitcoinNode({ network: 'regtest', blocks: rawBlocks(chain.blocks) });
    onTestFinished(() => node.close());
    const opened = await openSources({ config: configOf(node.url, more), db, logger });
    const { bitcoin } = opened.sources;
    return { chain, node, opened, bitcoin };
  }

  test('tell of every change, the latest listener alone, and nothing before they start', async () => {
    const { chain, node, opened, bitcoin } = await follow(await databases.empty());
    const seen: unknown[] = [];
    let early = 0;
    opened.onChange(() => early++);
    opened.onChange(() => seen.push(bitcoin.status()));
    expect(bitcoin.status()).toEqual({ phase: 'starting' });
    opened.start();
    try {
      await expect.poll(() => seen.at(-1)).toEqual({ phase: 'following', height: 5 });
      node.setFrom(6, rawBlocks(chain.extend(2)));
      await expect.poll(() => seen.at(-1)).toEqual({ phase: 'following', height: 7 });
      expect(bitcoin.status()).toEqual(seen.at(-1));
    } finally {
      await opened.stop();
    }
    expect(early).toBe(0);
  });

  test('that are behind the ledger say so, with their own height and the distance', async () => {
    const db = await databases.empty();
    const { chain, opened } = await follow(db);
    const ledger = createBitcoinLedger({ db, hashing });
    await ledger.append('regtest', [...chain.blocks, ...chain.extend(4)]);
    const api = await createPeopleApi(db, { sources: opened.sources });
    const { accessToken: token } = await api.signUp('ada@example.org');
    opened.start();
    try {
      await expect
        .poll(async () => dataOf(await api.ask('/status', { token }), sourceReports))
        .toMatchObject({
          bitcoin: {
            status: { phase: 'behind', height: 9, nodeHeight: 5 },
            height: 9,
            nodeHeight: 5,
            behind: 0,
            nodeBehind: 4,
          },
        });
      const metrics = await api.app.inject({ url: '/metrics' });
      expect(metrics.body).toContain('hopscope_source_lag_blocks{blockchain="bitcoin"} 4\n');
    } finally {
      await opened.stop();
    }
  });

  test('remember what went wrong for a moment, though nobody looked meanwhile', async () => {
    const db = await databases.empty();
    const { chain, node, opened, bitcoin } = await follow(db);
    const api = await createPeopleApi(db, { sources: opened.sources });
    const { accessToken: token } = await api.signUp('ada@example.org');
    const seconds = (): number => Math.floor(Date.now() / 1000);
    opened.start();
    try {
      await expect.poll(bitcoin.status).toMatchObject({ phase: 'following' });
      expect(bitcoin.lastError()).toBeNull();
      const from = seconds();
      const asked = node.requests;
      node.manners.warmup = 'Loading block index…';
      await expect.poll(() => node.requests).toBeGreaterThan(asked);
      node.manners.warmup = undefined;
      node.setFrom(6, rawBlocks(chain.extend(1)));
      await expect.poll(bitcoin.status).toEqual({ phase: 'following', height: 6 });
      const { lastError } = dataOf(await api.ask('/status', { token }), sourceReports).bitcoin;
      expect(lastError?.text).toMatch(/is starting: Loading block index/);
      expect(lastError?.at).toBeGreaterThanOrEqual(from);
      expect(lastError?.at).toBeLessThanOrEqual(seconds());
    } finally {
      await opened.stop();
    }
  });

  test('forget what waited where nobody is to list it any more', async () => {
    const db = await databases.empty();
    const { chain, opened } = await follow(db);
    const ledger = createBitcoinLedger({ db, hashing });
    await ledger.append('regtest', chain.blocks);
    const mempool = createBitcoinMempool({ db, hashing, limit: 10, now: Date.now });
    const [coin] = chain.coins;
    if (!coin) throw new Error('No coin');
    const waiting = chain.spend([coin], [{ value: coin.value - 500n, script: Uint8Array.of(0x51) }]);
    const tip = chain.blocks.at(-1)?.block.hash ?? new Uint8Array();
    await mempool.sync({ present: [waiting.txid], arrived: [encodeTransaction(waiting)], tip });
    expect((await mempool.txids()).size).toBe(1);
    await opened.stop();
    await follow(db);
    expect((await mempool.txids()).size).toBe(1);
    await follow(db, { BITCOIN_UNCONFIRMED_LIMIT: '0' });
    expect((await mempool.txids()).size).toBe(0);
  });
});
