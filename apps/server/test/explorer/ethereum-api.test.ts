import { fromHex, toChecksumAddress } from '@hopscope/chain';
import {
  type EthereumMovementView,
  type EthereumTransactionRow,
  getAddress,
  getAddressSummary,
  getBlock,
  getBlockStats,
  getLedgerStatus,
  getTransaction,
  listAddressAssets,
  listAddressTransactions,
  listBlockTransactions,
  search,
} from '@hopscope/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { createEthereumBlockchain } from '../../src/contexts/explorer/ethereum/ethereum.service.ts';
import { describeLedger, type LoadedLedger } from '../support/ledger/loaded-ledger.ts';
import { rawEthereumBlock, realEthereumBundle } from '../support/recorded/real-ethereum.ts';

const heights = [1_000_000, 4_369_999, 18_500_000] as const;
const newest = 18_500_000;
const tether = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55aeb8b7b8a9a'.slice(0, 10);
const facts = [
  {
    contract: fromHex(tether.slice(2).toLowerCase()),
    standard: 'erc20' as const,
    name: 'Tether USD',
    symbol: 'USDT',
    decimals: 6,
  },
];

async function transactionsOf(loaded: LoadedLedger, height: number, limit: number) {
  const txs: EthereumTransactionRow[] = [];
  for (let page = 1; ; page++) {
    const answer = await loaded.api.ethereum(listBlockTransactions, {
      params: { height: String(height) },
      query: { blockchain: 'ethereum', page, limit },
    });
    txs.push(...answer.txs);
    if (page >= answer.pagination.totalPages) return txs;
  }
}

interface Asked {
  limit: number;
  asset?: string;
  hidden?: boolean;
}

async function movementsOf(loaded: LoadedLedger, addr: string, { limit, asset, hidden = false }: Asked) {
  const rows: EthereumMovementView[] = [];
  for (let page = 1; ; page++) {
    const answer = await loaded.api.ethereum(listAddressTransactions, {
      params: { addr },
      query: { page, limit, hidden: hidden ? 'true' : 'false', ...(asset !== undefined && { asset }) },
    });
    const { totalTxs, totalPages } = answer.pagination;
    expect(answer.pagination).toEqual({ page, limit, totalTxs, totalPages: Math.ceil(totalTxs / limit) });
    rows.push(...answer.txs);
    if (page >= totalPages) {
      expect(rows).toHaveLength(totalTxs);
      return { rows, hiddenCount: answer.hiddenCount };
    }
  }
}

/** The address that most token transfers of a block go to or come from. */
function busiestOf(height: number): string {
  const counts = new Map<string, number>();
  for (const { topics } of rawEthereumBlock(height).receipts.flatMap(({ logs }) => logs)) {
    if (!topics[0]?.startsWith(transferTopic)) continue;
    for (const topic of topics.slice(1, 3)) {
      const address = `0x${topic.slice(26)}`;
      counts.set(address, (counts.get(address) ?? 0) + 1);
    }
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

describe('Recorded blocks of Ethereum', () => {
  describeLedger('as ranges without traces', {}, (loaded) => {
    beforeAll(async () => {
      const ledger = createEthereumLedger({ db: loaded.db });
      await ledger.append(
        { chainId: 1n, network: 'mainnet' },
        heights.map((height) => realEthereumBundle(height, height === newest ? facts : [])),
      );
    });

    test('the status says what is held and what is missing', async () => {
      const { data } = await loaded.api.ethereum(getLedgerStatus, { query: { blockchain: 'ethereum' } });
      expect(data).toMatchObject({
        network: 'mainnet',
        chain_id: '1',
        tip: { number: newest },
        coverage: {
          kind: 'range',
          ranges: heights.map((height) => ({ from: height, to: height })),
          lacks: ['traces', 'openings'],
        },
        totals: { blocks: 3, transactions: 2 + 22 + 157 },
      });
      expect(data.coverage.text).toMatch(/internal transfers are unknown.*earlier balances are unknown/);
    });

    test.each(heights)('block %i is the block that the node wrote', async (height) => {
      const raw = rawEthereumBlock(height).block;
      const query = { blockchain: 'ethereum' as const };
      const byHeight = await loaded.api.ethereum(getBlock, { params: { height: String(height) }, query });
      expect(byHeight.data).toMatchObject({
        hash: raw.hash,
        number: Number(raw.number),
        previous_hash: raw.parentHash,
        timestamp: Number(raw.timestamp),
        transaction_count: raw.transactions.length,
        gas_used: String(BigInt(raw.gasUsed)),
        internal_count: null,
      });
      const { fees, burnt, tips, blob_burnt } = byHeight.data;
      expect(BigInt(burnt) + BigInt(tips) + BigInt(blob_burnt)).toBe(BigInt(fees));
      for (const written of [raw.hash, `0x${raw.hash.slice(2).toUpperCase()}`, ` ${raw.hash} `]) {
        // A hash needs no word on its chain.
        expect(await loaded.api.ethereum(getBlock, { params: { height: written } })).toEqual(byHeight);
      }
    });

    test('fees, burnt ether, failures and withdrawals of block 18,500,000', async () => {
      const { data } = await loaded.api.ethereum(getBlock, {
        params: { height: String(newest) },
        query: { blockchain: 'ethereum' },
      });
      expect(data).toMatchObject({
        fees: '450943315893129106',
        burnt: '354387026296242820',
        failed_count: 1,
        token_count: 161 + 17,
        rewards: [],
        next_hash: null,
        confirmations: 1,
      });
      expect(data.withdrawals).toHaveLength(16);
    });

    test.each(heights)('transactions of block %i are those that the node wrote, in pages', async (height) => {
      const raw = rawEthereumBlock(height);
      const txs = await transactionsOf(loaded, height, 10);
      expect(txs).toHaveLength(raw.block.transactions.length);
      expect(await transactionsOf(loaded, height, 1000)).toEqual(txs);
      txs.forEach((tx, i) => {
        const [rawTx, receipt] = [raw.block.transactions[i], raw.receipts[i]];
        expect(tx).toMatchObject({
          txid: rawTx?.hash,
          index: i,
          nonce: String(BigInt(rawTx?.nonce ?? 0)),
          value: String(BigInt(rawTx?.value ?? 0)),
          log_count: receipt?.logs.length,
        });
        expect(tx.from).toBe(toChecksumAddress(rawTx?.from ?? ''));
        expect(tx.to?.toLowerCase() ?? null).toBe(rawTx?.to ?? null);
        // Before Byzantium nothing says it, but who failed lost all gas and left no event.
        const paidLess = BigInt(receipt?.gasUsed ?? 0) < BigInt(rawTx?.gas ?? 0) || tx.log_count > 0;
        const ended = receipt?.status === undefined ? paidLess : receipt.status === '0x1';
        const silent = receipt?.status === undefined && !paidLess;
        expect(tx.status).toBe(silent ? null : ended ? 'success' : 'failed');
        if (receipt?.effectiveGasPrice) {
          const fee = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
          expect(tx.fee_amt).toBe(String(fee));
        }
        const moved = tx.status === 'failed' ? '0' : tx.value;
        expect([tx.input_amt, tx.outputs[0]?.amt]).toEqual(
          tx.status === null ? [tx.output_amt, tx.output_amt] : [moved, moved],
        );
        expect(tx.internal_count).toBe(tx.status === 'failed' ? 0 : null);
      });
    });

    test('a transaction tells everything: logs as they are, events in words, tokens, gas, input', async () => {
      const raw = rawEthereumBlock(newest);
      let [tokens, named, logs, conversions] = [0, 0, 0, 0];
      for (const [i, receipt] of raw.receipts.entries()) {
        const { data } = await loaded.api.ethereum(getTransaction, {
          params: { hash: receipt.transactionHash },
        });
        expect(data.input).toBe(raw.block.transactions[i]?.input);
        expect(data.gas.limit).toBe(String(BigInt(raw.block.transactions[i]?.gas ?? 0)));
        expect(BigInt(data.gas.burnt) + BigInt(data.gas.tip) + BigInt(data.gas.blob_burnt)).toBe(
          BigInt(data.fee_amt),
        );
        expect(data.logs.map(({ index, topics, data: bytes }) => [index, topics, bytes])).toEqual(
          receipt.logs.map((log) => [Number(log.logIndex), log.topics, log.data]),
        );
        expect(data.tokens).toHaveLength(data.token_count);
        expect(data.internal).toEqual(data.status === 'failed' ? [] : null);
        tokens += data.tokens.length;
        logs += data.logs.length;
        conversions += data.conversions.length;
        expect(data.conversions.length === 0 || data.status === 'success').toBe(true);
        named += data.logs.filter(({ event }) => event !== null).length;
        for (const { asset } of data.tokens) {
          if (asset.contract !== tether) continue;
          expect(asset).toMatchObject({ type: 'erc20', symbol: 'USDT', decimals: 6, token_id: null });
        }
      }
      expect(tokens).toBe(161 + 17);
      expect(conversions).toBe(53);
      expect(named).toBeGreaterThan(logs / 2);
    });

    test('a transaction that failed moved nothing but its fee', async () => {
      const [failed] = (await transactionsOf(loaded, newest, 1000)).filter(
        ({ status }) => status === 'failed',
      );
      if (!failed) throw new Error('No failed transaction');
      expect([failed.input_amt, failed.output_amt, failed.token_count]).toEqual(['0', '0', 0]);
      const { rows } = await movementsOf(loaded, failed.from, { limit: 100, hidden: true });
      const own = rows.filter(({ txid }) => txid === failed.txid);
      expect(own.map(({ kind, amt }) => [kind, amt])).toEqual([
        ['transfer', '0'],
        ['fee', failed.fee_amt],
      ]);
      expect(own[0]).toMatchObject({ status: 'failed', attempted: failed.value });
    });

    test('one exact list of movements, in any pages, by asset, with and without spam', async () => {
      const addr = busiestOf(newest);
      const { rows, hiddenCount } = await movementsOf(loaded, addr, { limit: 1000, hidden: true });
      expect(rows.length).toBeGreaterThan(10);
      expect((await movementsOf(loaded, addr, { limit: 3, hidden: true })).rows).toEqual(rows);
      const shown = await movementsOf(loaded, addr, { limit: 7 });
      expect(shown.rows).toEqual(rows.filter(({ spam }) => spam === null));
      expect([shown.hiddenCount, hiddenCount]).toEqual(
        Array(2).fill(rows.filter(({ spam }) => spam !== null).length),
      );
      const sequences = rows.map(({ sequence }) => sequence);
      expect(sequences).toEqual(sequences.toSorted((a, b) => b - a));
      const { assets, next } = await loaded.api.call(listAddressAssets, {
        params: { addr },
        query: { limit: 100 },
      });
      expect(next).toBeNull();
      let counted = 0;
      for (const { asset, received, spent, movement_count, balance } of assets) {
        const name = asset.contract ?? 'ether';
        const own = await movementsOf(loaded, addr, { limit: 5, asset: name.toLowerCase(), hidden: true });
        expect(own.rows).toEqual(rows.filter((row) => (row.asset.contract ?? 'ether') === name));
        expect(own.rows).toHaveLength(movement_count);
        const sum = (side: 'received' | 'spent') =>
          own.rows.reduce((total, row) => total + BigInt(row[side]), 0n);
        expect([String(sum('received')), String(sum('spent'))]).toEqual([received, spent]);
        expect(balance).toBeNull();
        counted += movement_count;
      }
      expect(counted).toBe(rows.length);
      const { data } = await loaded.api.ethereum(getAddress, { params: { addr } });
      expect(data).toMatchObject({
        address: toChecksumAddress(addr),
        balance: null,
        node_balance: null,
        movement_count: rows.length,
        txCount: new Set(rows.flatMap(({ txid }) => txid ?? [])).size,
        coverage: { lacks: ['traces', 'openings'] },
      });
    });

    test('assets come in pages that join', async () => {
      const addr = busiestOf(newest);
      const complete = await loaded.api.call(listAddressAssets, { params: { addr }, query: { limit: 100 } });
      const joined: typeof complete.assets = [];
      for (let after: string | null | undefined; after !== null; ) {
        const query = { limit: 1, ...(after !== undefined && { after }) };
        const page = await loaded.api.call(listAddressAssets, { params: { addr }, query });
        joined.push(...page.assets);
        after = page.next;
      }
      expect(joined).toEqual(complete.assets);
      expect(joined[0]?.asset.type).toBe('ether');
    });

    test('every row leads to a transaction that has it', async () => {
      const addr = toChecksumAddress(busiestOf(newest));
      const { rows } = await movementsOf(loaded, addr, { limit: 100, hidden: true });
      for (const row of rows.slice(0, 40)) {
        expect([row.from, row.to]).toContain(addr);
        expect(row.direction).toBe(row.to === addr ? (row.from === addr ? 'self' : 'in') : 'out');
        if (row.txid === null) continue;
        const { data } = await loaded.api.ethereum(getTransaction, { params: { hash: row.txid } });
        if (row.kind === 'token') {
          const token = data.tokens.filter(({ log_index }) => log_index === row.log_index);
          expect(token.map(({ amt, asset }) => ({ amt, asset }))).toContainEqual({
            amt: row.amt,
            asset: row.asset,
          });
        }
        if (row.kind === 'fee') expect(row.amt).toBe(data.fee_amt);
        if (row.kind === 'transfer') expect(row.amt).toBe(data.output_amt);
      }
    });

    test('an address is one address in any case, and a wrong case comes with the right one', async () => {
      const plain = busiestOf(newest);
      const right = toChecksumAddress(plain);
      const wrong = right.replace(/[a-f]/i, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      );
      const answer = await loaded.api.ethereum(getAddress, { params: { addr: right } });
      expect(answer.data.address).toBe(right);
      for (const addr of [plain, plain.toUpperCase(), `0x${plain.slice(2).toUpperCase()}`, ` ${right} `]) {
        expect(await loaded.api.ethereum(getAddress, { params: { addr } })).toEqual(answer);
        const summary = await loaded.api.ethereum(getAddressSummary, { params: { addr } });
        expect(summary.data).toEqual([answer.data]);
      }
      for (const part of ['', '/summary', '/transactions', '/assets']) {
        const refusal = await loaded.api.refused(400, `/blockchain/address/${wrong}${part}`);
        expect(refusal).toMatchObject({ code: 'invalid_address', details: { checksummed: right } });
      }
      const { data } = await loaded.api.call(search, { query: { q: wrong } });
      expect(data).toMatchObject({ type: 'none', suggestion: right });
      const found = await loaded.api.call(search, { query: { q: plain } });
      expect(found.data).toMatchObject({
        type: 'address',
        value: right,
        found: true,
        blockchain: 'ethereum',
      });
    });

    test('in how many blocks something appears', async () => {
      const addr = busiestOf(newest);
      const ofAddress = await loaded.api.ethereum(getBlockStats, { params: { id: addr } });
      expect(ofAddress.data).toMatchObject({ totalBlocks: 1, lastBlock: { blockNumber: newest } });
      const hash = rawEthereumBlock(1_000_000).receipts[0]?.transactionHash ?? '';
      const ofTransaction = await loaded.api.ethereum(getBlockStats, { params: { id: hash } });
      expect(ofTransaction.data).toMatchObject({
        totalBlocks: 1,
        firstBlock: { blockNumber: 1_000_000 },
        lastBlock: { blockNumber: 1_000_000 },
      });
    });

    test('the search knows hashes and heights of Ethereum', async () => {
      const raw = rawEthereumBlock(newest).block;
      const txid = raw.transactions[0]?.hash ?? '';
      for (const [q, expected] of [
        [raw.hash.toUpperCase(), { type: 'block', value: String(newest), found: true }],
        [txid, { type: 'transaction', value: txid, found: true }],
        [String(newest), { type: 'block', value: String(newest), found: true, others: [] }],
        [`0x${'0'.repeat(64)}`, { type: 'none', value: null, found: false }],
      ] as const) {
        const { data } = await loaded.api.call(search, { query: { q } });
        expect(data).toMatchObject(expected);
        expect(data.blockchain).toBe(expected.type === 'none' ? null : 'ethereum');
      }
    });

    test('a node is asked for the balance that the ledger cannot know, with its height', async () => {
      const reported = async () => ({ amount: 12_345_678_901_234_567_890n, height: 18_600_000 });
      const ethereum = createEthereumBlockchain({ db: loaded.db, balanceAt: reported });
      const node_balance = { amt: '12345678901234567890', block: 18_600_000 };
      expect(await ethereum.address(busiestOf(newest))).toMatchObject({ balance: null, node_balance });
      const strange = await ethereum.address(`0x${'ab'.repeat(20)}`);
      expect(strange).toMatchObject({ balance: null, node_balance, movement_count: 0, first_seen: null });
    });

    const unknown = `0x${'ab'.repeat(20)}`;
    test('an asset that an address never moved has an empty list', async () => {
      const { rows, hiddenCount } = await movementsOf(loaded, busiestOf(newest), {
        limit: 10,
        asset: unknown,
      });
      expect([rows, hiddenCount]).toEqual([[], 0]);
    });
  });
});
