import {
  checkMerkleProof,
  decodeTransaction,
  encodeTransaction,
  fromHex,
  toDisplayHash,
  toHex,
} from '@hopscope/chain';
import {
  type BlockTransactionType,
  blockTransactionTypes,
  getBlockFees,
  getTransaction,
  getTransactionContext,
  getTransactionProof,
  listBlockTransactions,
  type TransactionView,
} from '@hopscope/contract';
import { expect, test } from 'vitest';
import { randomRuns } from '../../../../test/depth.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createApi } from '../support/api/api-client.ts';
import { describeLedger, type LoadedLedger } from '../support/ledger/loaded-ledger.ts';
import { createRandom } from '../support/survival/random.ts';

const chain = createChain({ seed: 41, maxTxs: 30 });
chain.extend(12);
const { count: runs, first: firstSeed } = randomRuns(25, 5);

/** Every transaction of a block as a list shows it, page by page. */
async function pagesOf(loaded: LoadedLedger, height: number, filter: Record<string, string>, limit = 7) {
  const txs: TransactionView[] = [];
  for (let page = 1; ; page++) {
    const answer = await loaded.api.bitcoin(listBlockTransactions, {
      params: { height: String(height) },
      query: { ...filter, page, limit },
    });
    txs.push(...answer.txs);
    if (page >= answer.pagination.totalPages) return { txs, total: answer.pagination.totalTxs };
  }
}

const typesOf = (tx: TransactionView): BlockTransactionType[] => [
  ...(tx.coinbase ? (['coinbase'] as const) : []),
  ...(tx.is_coinjoin === true ? (['coinjoin'] as const) : []),
  ...(tx.outputs.some(({ script_type }) => script_type === 'op_return') ? (['op_return'] as const) : []),
  ...(tx.segwit ? (['segwit'] as const) : []),
  ...(tx.rbf ? (['replaceable'] as const) : []),
];

/** Fees of a block in hundredths of a satoshi per virtual byte, as its rows say. */
const ratesOf = (txs: readonly TransactionView[]): number[] =>
  txs.flatMap(({ fee_rate }) => (fee_rate === null ? [] : Math.round(Number(fee_rate) * 100)));

const rateText = (rate: number | undefined): string | null =>
  rate === undefined ? null : (rate / 100).toFixed(2);

describeLedger(
  'Parts of transactions',
  { prepare: (l) => l.append(chain.network, chain.blocks) },
  (loaded) => {
    test('the proof of every transaction leads to its block, and to no other', async () => {
      for (const { block, height } of chain.blocks.slice(-3)) {
        for (const [position, tx] of block.transactions.entries()) {
          const hash = toDisplayHash(tx.txid);
          const { data } = await loaded.api.call(getTransactionProof, { params: { hash } });
          expect(data).toMatchObject({ txid: hash, block: height, position });
          const proof = {
            txid: data.txid,
            header: fromHex(data.header),
            position: data.position,
            transactionCount: data.transaction_count,
            branch: data.branch,
          };
          const blockHash = toDisplayHash(block.hash);
          expect(checkMerkleProof(proof, { blockHash })).toMatchObject({ ok: true, blockHash });
          expect(checkMerkleProof(proof, { blockHash: hash }).ok).toBe(false);
        }
      }
    });

    test('raw bytes are those that came, as hex and as a file', async () => {
      const tx = chain.blocks.at(-1)?.block.transactions.at(-1);
      if (!tx) throw new Error('No transaction');
      const url = `/blockchain/transaction/${toDisplayHash(tx.txid)}/raw`;
      const text = await loaded.api.send({ method: 'GET', url: `${url}?format=hex` });
      expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(text.body).toBe(toHex(encodeTransaction(tx)));
      expect(toHex(decodeTransaction(fromHex(text.body)).txid)).toBe(toHex(tx.txid));
      const file = await loaded.api.send({ method: 'GET', url });
      expect(file.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${toDisplayHash(tx.txid)}.bin"`,
      });
      expect(file.rawPayload.toString('hex')).toBe(text.body);
    });

    test('a fee has its place among those of its block', async () => {
      for (const { height } of chain.blocks.slice(-3)) {
        const { txs } = await pagesOf(loaded, height, {}, 100);
        const rates = ratesOf(txs).toSorted((a, b) => a - b);
        const spread = {
          known: rates.length,
          unknown: 0,
          lowest: rateText(rates[0]),
          median: rateText(rates[Math.floor((rates.length - 1) / 2)]),
          highest: rateText(rates.at(-1)),
        };
        for (const tx of txs) {
          const { data } = await loaded.api.call(getTransactionContext, { params: { hash: tx.txid } });
          const [own] = ratesOf([tx]);
          expect(data.fee).toEqual({
            ...spread,
            own: tx.fee_rate,
            below: own === undefined ? null : rates.filter((rate) => rate < own).length,
            same: own === undefined ? null : rates.filter((rate) => rate === own).length - 1,
          });
        }
        const { data: fees } = await loaded.api.call(getBlockFees, { params: { height: String(height) } });
        expect(fees).toMatchObject({ number: height, rates: spread, pool: null });
        expect(fees.bands.reduce((sum, { count }) => sum + count, 0)).toBe(rates.length);
        const weights = txs.filter(({ coinbase }) => !coinbase).reduce((sum, { weight }) => sum + weight, 0);
        expect(fees.bands.reduce((sum, { size }) => sum + size, 0)).toBe(weights);
        for (const { from, to, count } of fees.bands) {
          const within = rates.filter(
            (rate) => rate >= Number(from) * 100 && (to === null || rate < Number(to) * 100),
          );
          expect({ from, count }).toEqual({ from, count: within.length });
        }
      }
    });

    test('change is said with how often it was right, and never of a coinbase', async () => {
      let findings = 0;
      let sure = 0;
      for (const { block } of chain.blocks.slice(-3)) {
        for (const tx of block.transactions) {
          const hash = toDisplayHash(tx.txid);
          const { data } = await loaded.api.call(getTransactionContext, { params: { hash } });
          const { data: shown } = await loaded.api.bitcoin(getTransaction, { params: { hash } });
          findings += data.change.length;
          if (shown.coinbase || shown.is_coinjoin !== false) expect(data.change).toEqual([]);
          const { outputs = [], none = 0 } = data.change_odds ?? {};
          if (data.change.length > 0) expect(outputs.length).toBeGreaterThan(1);
          if (outputs.length > 0) {
            const sum = outputs.reduce((all, { probability }) => all + probability, none);
            expect(sum).toBeGreaterThan(1 - 0.0002 * (outputs.length + 1));
            expect(sum).toBeLessThan(1.000001);
          } else expect(data.change).toEqual([]);
          sure += outputs.filter(({ probability }) => probability > 0.9).length;
          for (const { output, precision } of data.change) {
            expect(shown.outputs[output]?.script_type).not.toBe('op_return');
            expect(precision === null || (precision > 0 && precision <= 1)).toBe(true);
          }
        }
      }
      expect(findings).toBeGreaterThan(0);
      expect(sure).toBeGreaterThan(0);
    });

    test('filters of a block count exactly what their pages show', async () => {
      const random = createRandom(firstSeed);
      for (let run = 0; run < runs; run++) {
        const placed = random.pick(chain.blocks.slice(-6));
        const { txs: all } = await pagesOf(loaded, placed.height, {}, 100);
        const { output_amt: some } = random.pick(all);
        const { output_amt: other } = random.pick(all);
        const [min, max] = [Math.min(some, other), Math.max(some, other)];
        const type = random.pick(blockTransactionTypes);
        const filter = {
          ...(random.chance(0.6) && { minAmount: String(min) }),
          ...(random.chance(0.6) && { maxAmount: String(max) }),
          ...(random.chance(0.5) && { type }),
        };
        const expected = all.filter(
          (tx) =>
            (filter.minAmount === undefined || tx.output_amt >= min) &&
            (filter.maxAmount === undefined || tx.output_amt <= max) &&
            (filter.type === undefined || typesOf(tx).includes(type)),
        );
        const { txs, total } = await pagesOf(loaded, placed.height, filter);
        expect({ filter, total, txids: txs.map(({ txid }) => txid) }).toEqual({
          filter,
          total: expected.length,
          txids: expected.map(({ txid }) => txid),
        });
      }
    });

    test('bounds of amounts are inclusive', async () => {
      const height = chain.blocks.at(-1)?.height ?? 0;
      const [first] = (await pagesOf(loaded, height, {}, 100)).txs;
      const amount = first?.output_amt ?? 0;
      const count = async (filter: Record<string, string>) =>
        (await pagesOf(loaded, height, filter, 100)).txs.filter(({ txid }) => txid === first?.txid).length;
      expect(await count({ minAmount: String(amount), maxAmount: String(amount) })).toBe(1);
      expect(await count({ minAmount: String(amount + 1) })).toBe(0);
      expect(await count({ maxAmount: String(amount - 1) })).toBe(0);
    });

    test('what cannot be answered is refused with its reason', async () => {
      const unknown = 'ab'.repeat(32);
      const of = (hash: string, part: string) => `/blockchain/transaction/${hash}/${part}`;
      for (const part of ['proof', 'raw', 'context']) {
        expect(await loaded.api.refused(404, of(unknown, part))).toMatchObject({ code: 'not_found' });
        expect(await loaded.api.refused(400, of('xyz', part))).toMatchObject({ code: 'invalid_hash' });
      }
      for (const part of ['proof', 'context']) {
        expect(await loaded.api.refused(400, of(`0x${unknown}`, part))).toMatchObject({
          code: 'invalid_hash',
        });
      }
      expect(await loaded.api.refused(404, of(`0x${unknown}`, 'raw'))).toMatchObject({ code: 'not_covered' });
      expect(await loaded.api.refused(404, '/blockchain/block/99999/fees')).toMatchObject({
        code: 'not_found',
      });
      expect(await loaded.api.refused(400, '/blockchain/block/x/fees')).toMatchObject({
        code: 'invalid_block',
      });
      const block = '/blockchain/block/3/transactions';
      expect(await loaded.api.refused(400, `${block}?minAmount=-1`)).toMatchObject({
        code: 'validation_failed',
      });
      expect(await loaded.api.refused(400, `${block}?type=gift`)).toMatchObject({
        code: 'validation_failed',
      });
    });
  },
);

describeWithDatabase('Parts of transactions that are not there', (databases) => {
  test('scripts that were not kept are said to be unknown', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing, keepScripts: false });
    await ledger.append(chain.network, chain.blocks.slice(0, 3));
    const api = await createApi(db);
    const coinbase = chain.blocks[2]?.block.transactions[0];
    const url = `/blockchain/transaction/${toDisplayHash(coinbase?.txid ?? new Uint8Array(32))}/raw`;
    const { code, message } = await api.refused(404, url);
    expect({ code, message }).toEqual({
      code: 'not_covered',
      message:
        'The scripts of this transaction are not stored. Scripts of new blocks are stored unless this is turned off.',
    });
    await api.app.close();
  });

  test('a block and a transaction that left the chain say so, and what stands there now', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await ledger.append(chain.network, chain.blocks);
    const api = await createApi(db);
    const top = chain.blocks.at(-1);
    if (!top) throw new Error('No block');
    const fork = chain.fork(top.height - 1, 77);
    const [other] = fork.extend(1);
    const hash = toDisplayHash(top.block.hash);
    await ledger.disconnect();
    expect(await api.refused(410, `/blockchain/block/${hash}`)).toMatchObject({
      code: 'gone',
      message: 'This block is stale. There is currently no block at its height.',
      details: { reason: 'block', height: top.height, block: hash, blockNow: null },
    });
    await ledger.append(chain.network, other ? [other] : []);
    const now = toDisplayHash(other?.block.hash ?? new Uint8Array(32));
    expect(await api.refused(410, `/blockchain/block/${hash}/transactions`)).toMatchObject({
      message: 'This block is stale. Another block replaced it.',
      details: { blockNow: now },
    });
    const coinbase = toDisplayHash(top.block.transactions[0]?.txid ?? new Uint8Array(32));
    expect(await api.refused(410, `/blockchain/transaction/${coinbase}`)).toMatchObject({
      code: 'gone',
      details: { reason: 'mined', height: top.height, block: hash, blockNow: now, replacedBy: null },
    });
    await ledger.reorganize(chain.network, 1, [top]);
    expect((await api.send({ method: 'GET', url: `/blockchain/block/${hash}` })).statusCode).toBe(200);
    expect((await api.send({ method: 'GET', url: `/blockchain/transaction/${coinbase}` })).statusCode).toBe(
      200,
    );
    await api.app.close();
  });
});
