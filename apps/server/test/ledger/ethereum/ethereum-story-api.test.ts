import { toChecksumAddress } from '@hopscope/chain';
import {
  getAddress,
  getBlock,
  getBlockStats,
  getLedgerStatus,
  getTransaction,
  listAddressAssets,
  listAddressTransactions,
  search,
} from '@hopscope/contract';
import { beforeAll, expect, test } from 'vitest';
import { createEthereumLedger } from '../../../src/ledger/ethereum/ledger.ts';
import { story } from '../../support/ledger/ethereum-story.ts';
import { describeLedger } from '../../support/ledger/loaded-ledger.ts';
import { appendSmallChain, small } from '../../support/ledger/small-ledger.ts';

const [ada, grace, linus, shop, vault] = [story.ada, story.grace, story.linus, story.shop, story.vault].map(
  toChecksumAddress,
);
const ether = 10n ** 18n;
const asset = { type: 'ether', contract: null, symbol: 'ETH', name: 'Ether', decimals: 18, token_id: null };

describeLedger(
  'A complete Ethereum ledger beside one of Bitcoin',
  { prepare: appendSmallChain },
  (loaded) => {
    beforeAll(async () => {
      await createEthereumLedger({ db: loaded.db }).append(story.chain, story.blocks, story.openings);
    });

    const rowsOf = async (addr: string, query: { asset?: string; hidden?: 'true'; limit?: number } = {}) =>
      loaded.api.ethereum(listAddressTransactions, { params: { addr }, query: { limit: 100, ...query } });

    test('it is complete, nothing is missing, and both chains answer for themselves', async () => {
      const { data } = await loaded.api.ethereum(getLedgerStatus, { query: { blockchain: 'ethereum' } });
      expect(data).toMatchObject({
        network: 'demo',
        chain_id: '1337',
        tip: { number: story.tip },
        coverage: { kind: 'complete', lacks: [], text: `Complete: genesis to block ${story.tip}` },
      });
      const { burnt, tips, fees } = data.totals;
      expect(BigInt(burnt ?? 0) + BigInt(tips ?? 0)).toBe(BigInt(fees ?? -1));
      expect((await loaded.api.bitcoin(getLedgerStatus, {})).data.tip?.number).toBe(small.tip);
      const bitcoin = await loaded.api.bitcoin(getBlock, { params: { height: '3' } });
      const ethereum = await loaded.api.ethereum(getBlock, {
        params: { height: '3' },
        query: { blockchain: 'ethereum' },
      });
      expect(bitcoin.data.hash).not.toBe(ethereum.data.hash.slice(2));
      expect(ethereum.data.internal_count).toBe(3);
    });

    test('a height that both hold is offered on both', async () => {
      const { data } = await loaded.api.call(search, { query: { q: '3' } });
      expect(data).toMatchObject({
        type: 'block',
        blockchain: 'bitcoin',
        others: [{ type: 'block', value: '3', blockchain: 'ethereum' }],
      });
      expect((await loaded.api.call(search, { query: { q: '31' } })).data.others).toEqual([]);
    });

    test('internal transfers in the order of the calls, without what was undone', async () => {
      const { data } = await loaded.api.ethereum(getTransaction, { params: { hash: story.busy } });
      expect(data.internal?.map(({ path, from, to, amt }) => [path.join('.'), from, to, amt])).toEqual([
        ['0', vault, linus, String((7n * ether) / 10n)],
        ['1', vault, shop, String((3n * ether) / 10n)],
        ['1.0', shop, linus, String(ether / 10n)],
      ]);
      expect(data).toMatchObject({
        status: 'success',
        internal_count: 3,
        method: { name: 'execute', source: 'Uniswap Universal Router' },
        inputs: [{ addr: ada, amt: String(2n * ether), asset }],
        outputs: [{ addr: vault, amt: String(2n * ether), asset }],
      });
    });

    test('tokens of every kind, with what is known of them', async () => {
      const { data } = await loaded.api.ethereum(getTransaction, { params: { hash: story.busy } });
      expect(
        data.tokens.map((row) => [row.asset.type, row.asset.symbol, row.asset.decimals, row.amt]),
      ).toEqual([
        ['erc20', 'XUSD', 6, '1250000000'],
        ['erc20', 'XUSD', 6, '250500000'],
        ['erc721', 'ART', null, '1'],
        ['erc20', '<img src=x>', 255, String(2n ** 256n - 1n)],
        ['erc20', null, null, '42'],
      ]);
      expect(data.tokens[0]).toMatchObject({ from: null, to: ada, spam: null });
      expect(data.tokens[2]?.asset.token_id).toBe('7');
    });

    test('what was converted: ether for what was made, less what was paid on', async () => {
      const { data } = await loaded.api.ethereum(getTransaction, { params: { hash: story.busy } });
      expect(data.conversions).toMatchObject([
        {
          gave: [{ address: ada, parts: [{ amt: String(2n * ether), asset }] }],
          basis: 'exact',
        },
      ]);
      const payment = await loaded.api.ethereum(getTransaction, { params: { hash: story.payment } });
      expect(payment.data.conversions).toEqual([]);
    });

    test('a contract, and who made it', async () => {
      const { data } = await loaded.api.ethereum(getAddress, { params: { addr: story.vault } });
      expect(data).toMatchObject({ is_contract: true, created_by: story.creation, token: null });
      const dollar = await loaded.api.ethereum(getAddress, { params: { addr: story.dollar } });
      expect(dollar.data.token).toMatchObject({ symbol: 'XUSD', decimals: 6, fake: false });
      const creation = await loaded.api.ethereum(getTransaction, { params: { hash: story.creation } });
      expect(creation.data).toMatchObject({
        to: null,
        contract_created: vault,
        method: null,
        selector: null,
      });
      expect((await loaded.api.ethereum(getAddress, { params: { addr: story.ada } })).data.is_contract).toBe(
        false,
      );
    });

    test('balances are exact: opening and all movements', async () => {
      const { data } = await loaded.api.ethereum(getAddress, { params: { addr: story.ada } });
      const { txs } = await rowsOf(story.ada, { asset: 'ether', hidden: 'true' });
      const net = txs.reduce((sum, row) => sum + BigInt(row.received) - BigInt(row.spent), 0n);
      expect(data.balance).toBe(String(1000n * ether + net));
      expect(data.node_balance).toBeNull();
      const others = await Promise.all(
        [story.linus, story.shop, story.vault, story.validator].map(async (addr) =>
          BigInt((await loaded.api.ethereum(getAddress, { params: { addr } })).data.balance ?? '-1'),
        ),
      );
      expect(others.slice(1)).toEqual([
        (2n * ether) / 10n,
        ether,
        BigInt(story.tip) * 12_345_678_000_000_000n,
      ]);
    });

    test('an account that never moved anything has a balance of 0 where openings and internal transfers are known', async () => {
      const addr = `0x${'5e'.repeat(20)}`;
      expect((await loaded.api.ethereum(getAddress, { params: { addr } })).data).toMatchObject({
        balance: '0',
        total_received: '0',
        total_spent: '0',
        first_seen: null,
      });
    });

    test('spam is hidden, counted, and shown on request', async () => {
      const hidden = await rowsOf(story.ada);
      const all = await rowsOf(story.ada, { hidden: 'true' });
      expect(hidden.hiddenCount).toBe(3);
      expect(all.pagination.totalTxs).toBe(hidden.pagination.totalTxs + 3);
      expect(all.txs.flatMap(({ spam }) => spam ?? []).toSorted()).toEqual([
        'fake_token',
        'fake_token',
        'zero_value',
      ]);
      const { data } = await loaded.api.ethereum(getAddress, { params: { addr: story.ada } });
      expect([data.movement_count, data.hidden_count]).toEqual([all.pagination.totalTxs, 3]);
    });

    test('a failed transaction moved only its fee, and says what it wanted to move', async () => {
      const { txs } = await rowsOf(story.grace);
      const own = txs.filter(({ txid }) => txid === story.failed);
      expect(own.map(({ kind, amt, attempted }) => [kind, amt !== '0', attempted])).toEqual([
        ['transfer', false, String(ether)],
        ['fee', true, null],
      ]);
      const received = await rowsOf(story.vault);
      expect(received.txs.some(({ txid, amt }) => txid === story.failed && amt !== '0')).toBe(false);
    });

    test('withdrawals stand in the list without a transaction', async () => {
      const { txs, pagination } = await rowsOf(story.validator, { limit: 5 });
      expect(pagination.totalTxs).toBe(story.tip);
      expect(txs[0]).toMatchObject({
        kind: 'withdrawal',
        txid: null,
        index: null,
        from: null,
        status: null,
        inputs: [],
        block: story.tip,
      });
    });

    test('a token that claims more than there can be has no balance rather than a wrong one', async () => {
      const { assets } = await loaded.api.call(listAddressAssets, { params: { addr: story.ada } });
      const loud = assets.find(({ asset: { contract } }) => contract === toChecksumAddress(story.loud));
      expect(loud).toMatchObject({ balance: null, spent: String(12n * (2n ** 256n - 1n)) });
      const dollar = assets.find(({ asset: { contract } }) => contract === toChecksumAddress(story.dollar));
      expect(dollar).toMatchObject({ balance: String(1_250_000_000n - 250_500_000n) });
      expect(assets[0]?.asset.type).toBe('ether');
    });

    test('an address that nothing ever touched is known to be unused', async () => {
      const addr = `0x${'ab'.repeat(20)}`;
      const { data } = await loaded.api.ethereum(getAddress, { params: { addr } });
      expect(data).toMatchObject({ movement_count: 0, txCount: 0, first_seen: null, balance: '0' });
      expect((await rowsOf(addr)).txs).toEqual([]);
      expect((await loaded.api.call(listAddressAssets, { params: { addr } })).assets).toEqual([]);
      const stats = await loaded.api.ethereum(getBlockStats, { params: { id: addr } });
      expect(stats.data).toMatchObject({ totalBlocks: 0, firstBlock: null, lastBlock: null });
      expect((await loaded.api.refused(404, `/blockchain/transaction/0x${'0'.repeat(64)}`)).code).toBe(
        'not_found',
      );
    });

    test('answers follow a reorganization', async () => {
      const ledger = createEthereumLedger({ db: loaded.db });
      const top = story.blocks.at(-1);
      if (!top) throw new Error('No block');
      const before = await loaded.api.ethereum(getAddress, { params: { addr: story.grace } });
      await ledger.disconnect();
      const hash = `0x${Buffer.from(top.block.hash).toString('hex')}`;
      expect((await loaded.api.refused(410, `/blockchain/block/${hash}`)).code).toBe('gone');
      const between = await loaded.api.ethereum(getAddress, { params: { addr: story.grace } });
      expect(between.data.movement_count).toBe(before.data.movement_count - 2);
      await ledger.append(story.chain, [top]);
      expect(await loaded.api.ethereum(getAddress, { params: { addr: story.grace } })).toEqual(before);
    });

    test('sender and counterparty of a payment', async () => {
      const { data } = await loaded.api.ethereum(getTransaction, { params: { hash: story.payment } });
      expect([data.from, data.to, data.value]).toEqual([ada, grace, String((3n * ether) / 2n)]);
      expect([data.tokens, data.internal, data.logs, data.input]).toEqual([[], [], [], '0x']);
    });
  },
);
