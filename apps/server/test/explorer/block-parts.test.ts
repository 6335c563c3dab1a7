import {
  addressKeyOfScript,
  encodeAddress,
  fromHex,
  keccak256,
  networks,
  subsidyAt,
  toHex,
} from '@hopscope/chain';
import {
  type BlockTransactionType,
  blockTransactionTypes,
  endpoints,
  type EthereumTransactionRow,
  getBlock,
  getBlockFees,
  getTransaction,
  listBlockTransactions,
} from '@hopscope/contract';
import { beforeAll, expect, test } from 'vitest';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { attribution, subject } from '../support/servers/directory-source.ts';
import { story } from '../support/ledger/ethereum-story.ts';
import { describeLedger } from '../support/ledger/loaded-ledger.ts';
import { heightPush, makeTransaction } from '../support/ledger/mining.ts';
import { createRandom } from '../support/survival/random.ts';
import { randomScript } from '../support/ledger/scripts.ts';

const random = createRandom(12);
const [shop, other] = [randomScript('p2wpkh', random), randomScript('p2wpkh', random)];
const shopAddress = encodeAddress(addressKeyOfScript(shop, nativeHashing) ?? new Uint8Array(), networks.demo);

/** A chain whose newest block has a pool's mark in its coinbase and one payment to the shop among others. */
function markedChain(mark: string) {
  const chain = createChain({ seed: 12, maxTxs: 0 });
  chain.extend(3);
  const [one, two] = chain.coins.toSorted((a, b) => Number(b.value - a.value));
  if (!one || !two) throw new Error('No coins');
  const payment = chain.spend([one], [{ script: shop, value: one.value }]);
  const stranger = chain.spend([two], [{ script: other, value: two.value }]);
  const height = chain.blocks.length;
  const text = new TextEncoder().encode(mark);
  const coinbase = makeTransaction({
    version: 1,
    inputs: [
      {
        prevTxid: new Uint8Array(32),
        prevVout: 0xffffffff,
        script: Uint8Array.of(...heightPush(height), text.length, ...text),
      },
    ],
    outputs: [{ script: other, value: subsidyAt(height, networks.demo) }],
  });
  chain.mine([stranger, payment], coinbase);
  return { chain, height: String(height), payment };
}

describeWithDatabase('Blocks and the directory', (databases) => {
  test('the pool is the entity whose longest mark stands in the coinbase', async () => {
    const db = await databases.empty();
    const { chain, height } = markedChain('/Basalt Pool East/');
    await createBitcoinLedger({ db, hashing: nativeHashing }).append(chain.network, chain.blocks);
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    const poolOf = async (block: string) =>
      (await api.as(ada, endpoints.getBlockFees, { params: { height: block } })).data.pool;
    expect(await poolOf(height)).toBeNull();
    await api.sync('list', [
      subject('basalt', { proper_name: 'Basalt', coinbase_tag: ['/Basalt', 'Ba'] }),
      subject('east', { proper_name: 'Basalt East', coinbase_tag: ['/Basalt Pool East/'] }),
      subject('slate', { proper_name: 'Slate', coinbase_tag: ['/Slate/'] }),
    ]);
    expect(await poolOf(height)).toEqual({
      entity_id: 'basalt-east',
      name: 'Basalt East',
      mark: '/Basalt Pool East/',
    });
    expect(await poolOf('2')).toBeNull();
  });

  test('transactions of a block by an entity that one of their addresses is attributed to', async () => {
    const db = await databases.empty();
    const { chain, height, payment } = markedChain('/x/');
    await createBitcoinLedger({ db, hashing: nativeHashing }).append(chain.network, chain.blocks);
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    await api.sync('list', [subject('shop', { proper_name: 'Shop' }), attribution('shop', shopAddress)]);
    const of = async (query: Record<string, string>) => {
      const answer = await api.as(ada, endpoints.listBlockTransactions, { params: { height }, query });
      return { total: answer.pagination.totalTxs, txids: answer.txs.map(({ txid }) => txid) };
    };
    const paid = Buffer.from(payment.txid).reverse().toString('hex');
    expect(await of({ entity: 'shop' })).toEqual({ total: 1, txids: [paid] });
    expect(await of({ entity: 'nobody' })).toEqual({ total: 0, txids: [] });
    expect(await of({ entity: 'shop', type: 'coinbase' })).toEqual({ total: 0, txids: [] });
    expect((await of({})).total).toBe(3);
  });
});

const typesOf = (tx: EthereumTransactionRow, input: string): BlockTransactionType[] => [
  tx.to === null ? 'creation' : input === '0x' ? 'payment' : 'call',
  ...(tx.token_count > 0 ? (['token'] as const) : []),
  ...(tx.status === 'failed' ? (['failed'] as const) : []),
];

describeLedger('Parts of Ethereum blocks', {}, (loaded) => {
  const ledger = () => createEthereumLedger({ db: loaded.db });
  beforeAll(() => ledger().append(story.chain, story.blocks, story.openings));
  const place = (height: number) => ({ params: { height: String(height) } });

  async function rowsOf(height: number, filter: Record<string, string> = {}) {
    const query = { ...filter, blockchain: 'ethereum', limit: 100 } as const;
    return loaded.api.ethereum(listBlockTransactions, { ...place(height), query });
  }

  test('raw bytes have the hash of the transaction', async () => {
    const { txs } = await rowsOf(3);
    expect(txs.length).toBeGreaterThan(0);
    for (const { txid } of txs) {
      const answer = await loaded.api.send({
        method: 'GET',
        url: `/blockchain/transaction/${txid}/raw?format=hex`,
      });
      expect(`0x${toHex(keccak256(fromHex(answer.body)))}`).toBe(txid);
    }
  });

  test('filters meet what rows say, for every type', async () => {
    for (const height of [1, 3, story.tip - 1]) {
      const { txs: all } = await rowsOf(height);
      const inputs = new Map<string, string>();
      for (const { txid } of all) {
        const { data } = await loaded.api.ethereum(getTransaction, { params: { hash: txid } });
        inputs.set(txid, data.input);
      }
      for (const type of blockTransactionTypes) {
        const { txs, pagination } = await rowsOf(height, { type });
        const expected = all.filter((tx) => typesOf(tx, inputs.get(tx.txid) ?? '').includes(type));
        expect({ type, txids: txs.map(({ txid }) => txid), total: pagination.totalTxs }).toEqual({
          type,
          txids: expected.map(({ txid }) => txid),
          total: expected.length,
        });
      }
      const [first] = all;
      if (!first) continue;
      const { txs } = await rowsOf(height, { minAmount: first.output_amt, maxAmount: first.output_amt });
      expect(txs.map(({ txid }) => txid)).toContain(first.txid);
    }
  });

  test('tips of a block are counted in bands, with all its gas', async () => {
    const { data: block } = await loaded.api.ethereum(getBlock, {
      ...place(3),
      query: { blockchain: 'ethereum' },
    });
    const { data } = await loaded.api.call(getBlockFees, { ...place(3), query: { blockchain: 'ethereum' } });
    expect(data).toMatchObject({ blockchain: 'ethereum', hash: block.hash, pool: null });
    expect(data.rates.known).toBe(block.transaction_count);
    expect(data.bands.reduce((sum, { count }) => sum + count, 0)).toBe(block.transaction_count);
    expect(data.bands.reduce((sum, { size }) => sum + size, 0)).toBe(Number(block.gas_used));
  });

  test('a block and a transaction that left the chain say so', async () => {
    const { txs } = await rowsOf(story.tip);
    const { data: top } = await loaded.api.ethereum(getBlock, {
      ...place(story.tip),
      query: { blockchain: 'ethereum' },
    });
    await ledger().disconnect();
    expect(await loaded.api.refused(410, `/blockchain/block/${top.hash}`)).toMatchObject({
      code: 'gone',
      details: { blockchain: 'ethereum', height: story.tip, block: top.hash, blockNow: null },
    });
    for (const { txid } of txs) {
      expect(await loaded.api.refused(410, `/blockchain/transaction/${txid}`)).toMatchObject({
        details: { reason: 'mined', block: top.hash },
      });
    }
  });
});
