import { toHex, type Transaction } from '@hopscope/chain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { type BitcoinMempool, createBitcoinMempool } from '../../../src/ledger/bitcoin/mempool/mempool.ts';
import { readDroppedTx, readMempoolTx } from '../../../src/ledger/bitcoin/mempool/mempool-reader.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { type BitcoinTestNode, startBitcoinNode } from '../../support/sources/bitcoin-node.ts';
import { type Coin, createChain, type TestChain } from '../../support/ledger/chain-builder.ts';
import { type RunningSource, rawBlocks, startCoreSource } from '../../support/sources/core-source.ts';
import { describeWithDatabase } from '../../support/databases.ts';

const script = Uint8Array.of(0, 20, ...new Uint8Array(20).fill(7));

describeWithDatabase('What waits at a node', (databases) => {
  let chain: TestChain;
  let node: BitcoinTestNode;
  let db: SqlDatabase;
  let mempool: BitcoinMempool;
  let source: RunningSource;

  const start = (limit = 100, maxBytes = 5_000_000): void => {
    mempool = createBitcoinMempool({ db, hashing: nativeHashing, limit, now: Date.now });
    source = startCoreSource(db, { url: node.url, zmqUrl: node.zmq.url, maxBytes }, mempool);
  };
  const pay = (coin: Coin | undefined, fee: bigint): Transaction => {
    if (!coin) throw new Error('No coin');
    return chain.spend([coin], [{ value: coin.value - fee, script }]);
  };
  const coins = (count: number): Coin[] => chain.coins.filter(({ value }) => value > 10_000n).slice(0, count);
  const untilStored = (transactions: readonly Transaction[]): Promise<void> =>
    expect
      .poll(async () => [...(await mempool.txids())].sort(), { interval: 30 })
      .toEqual(transactions.map(({ txid }) => toHex(txid)).sort());

  beforeEach(async () => {
    chain = createChain({ seed: 12, maxTxs: 2 });
    chain.extend(12);
    node = await startBitcoinNode({ network: 'demo', blocks: rawBlocks(chain.blocks) });
    db = await databases.empty();
  });
  afterEach(async () => {
    await source.stop();
    await node.close();
    expect(source.failures).toEqual([]);
  });

  test.each([true, false])('comes, is replaced, leaves and is mined (sequence: %s)', async (sequence) => {
    node.manners.sequence = sequence;
    const [first, second, third] = coins(3).map((coin, i) => pay(coin, 1000n + BigInt(i)));
    if (!first || !second || !third) throw new Error('No transactions');
    for (const tx of [first, second]) node.addMempool(tx);
    start();
    await untilStored([first, second]);
    node.addMempool(third);
    await untilStored([first, second, third]);
    const replacement = pay(coins(1)[0], 5000n);
    node.removeMempool(first);
    node.addMempool(replacement);
    node.removeMempool(second);
    await untilStored([third, replacement]);
    const gone = await withSession(db, (session) => readDroppedTx(session, first.txid));
    expect(gone).toMatchObject({ reason: 'replaced' });
    expect(await withSession(db, (session) => readDroppedTx(session, second.txid))).toMatchObject({
      reason: 'evicted',
    });
    node.removeMempool(third);
    node.setFrom(node.height() + 1, rawBlocks([chain.mine([third])]));
    await untilStored([replacement]);
    expect(await withSession(db, (session) => readDroppedTx(session, third.txid))).toMatchObject({
      reason: 'mined',
    });
  });

  test('comes back with a reorganization', async () => {
    const [waiting] = coins(1).map((coin) => pay(coin, 900n));
    if (!waiting) throw new Error('No transaction');
    const side = chain.fork(chain.blocks.length - 1, 4);
    node.addMempool(waiting);
    start();
    await untilStored([waiting]);
    node.removeMempool(waiting);
    node.setFrom(node.height() + 1, rawBlocks([chain.mine([waiting])]));
    await untilStored([]);
    const blocks = [side.mine([]), side.mine([])];
    node.setFrom(blocks[0]?.height ?? 0, rawBlocks(blocks));
    node.addMempool(waiting);
    await untilStored([waiting]);
  });

  test('is held up to the limit, in answers that are not too long, highest fee rates first', async () => {
    const transactions = coins(8).map((coin, i) => pay(coin, BigInt(1000 * (i + 1))));
    for (const tx of transactions) node.addMempool(tx);
    // Room for a list and a few transactions in one answer.
    start(3, 2000);
    await untilStored(transactions.slice(-3));
    expect(
      await withSession(db, (session) => readMempoolTx(session, transactions[7]?.txid ?? script)),
    ).toMatchObject({
      fee: 8000n,
    });
  });

  test('leaves while it is asked for, whatever the node says then, and the source goes on', async () => {
    const [first, second, third] = coins(3).map((coin) => pay(coin, 900n));
    if (!first || !second || !third) throw new Error('No transactions');
    node.manners.transactions = 'leaving';
    node.addMempool(first);
    start();
    await expect.poll(() => node.asked).toContain('getrawtransaction');
    node.manners.transactions = 'given';
    node.addMempool(second);
    await untilStored([second]);
    expect(source.troubles).toEqual([]);
    node.manners.transactions = 'refused';
    node.addMempool(third);
    await source.reaches('retrying');
    expect(source.troubles.at(-1)).toBe('The node refuses getrawtransaction: Transaction not available');
    node.manners.transactions = 'given';
    await untilStored([second, third]);
  });

  test('is forgotten where the node lists nothing', async () => {
    const [waiting] = coins(1).map((coin) => pay(coin, 900n));
    if (!waiting) throw new Error('No transaction');
    node.addMempool(waiting);
    start();
    await untilStored([waiting]);
    await source.stop();
    node.manners.mempool = false;
    start();
    await untilStored([]);
  });
});
