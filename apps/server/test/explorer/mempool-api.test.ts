import {
  addressKeyOfScript,
  encodeAddress,
  encodeTransaction,
  networks,
  toDisplayHash,
  type Transaction,
} from '@hopscope/chain';
import {
  getAddress,
  getTransaction,
  listAddressTransactions,
  listAddressUnconfirmed,
  listUnconfirmed,
  search,
} from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { createBitcoinMempool } from '../../src/ledger/bitcoin/mempool/mempool.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { createApi } from '../support/api/api-client.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { anybody, coinOf, createWorld, pay } from '../support/ledger/mempool-world.ts';

const hashOf = (tx: Transaction): string => toDisplayHash(tx.txid);

function addressOf(script: Uint8Array): string {
  const key = addressKeyOfScript(script, nativeHashing);
  if (!key) throw new Error('No address');
  return encodeAddress(key, networks.demo);
}

describeWithDatabase('Questions about transactions that wait', (databases) => {
  test('a page of one, of its relatives and rivals, and of what became of it', async () => {
    const { db, chain, list, catchUp, clock } = await createWorld(await databases.empty());
    const api = await createApi(db);
    const final = 0xffffffff;
    const first = pay(chain.coins[0], 500);
    const second = pay(coinOf(first), 400, undefined, final);
    const third = pay(coinOf(second), 300, undefined, final);
    const rival = pay(chain.coins[0], 900);
    await list(first, second, third, rival);
    const show = async (tx: Transaction) =>
      (await api.bitcoin(getTransaction, { params: { hash: hashOf(tx) } })).data;
    expect(await show(second)).toMatchObject({
      status: 'unconfirmed',
      txid: hashOf(second),
      block: null,
      confirmations: 0,
      first_seen: clock.now / 1000,
      fee_amt: 400,
      fee_rate: (400 / second.vsize).toFixed(2),
      rbf: true,
      rbf_inherited: true,
      inputs: [
        { txid: hashOf(first), vout: 0, block: null, unconfirmed: true, amt: Number(coinOf(first).value) },
      ],
      outputs: [{ spent: 'spent', spent_by: { txid: hashOf(third), index: 0, block: null } }],
      ancestors: { txids: [hashOf(first)], more: false },
      descendants: { txids: [hashOf(third)], more: false },
      conflicts: [],
    });
    expect(await show(third)).toMatchObject({
      ancestors: { txids: [hashOf(second), hashOf(first)] },
      outputs: [{ spent: 'unspent', spent_by: null }],
    });
    expect(await show(first)).toMatchObject({
      rbf: true,
      rbf_inherited: false,
      conflicts: [hashOf(rival)],
      inputs: [{ unconfirmed: false, block: expect.any(Number) }],
    });
    const searched = await api.call(search, { query: { q: hashOf(first) } });
    expect(searched.data).toMatchObject({ type: 'transaction', found: true });

    await list(rival);
    expect(await show(rival)).toMatchObject({ replaces: [hashOf(third), hashOf(second), hashOf(first)] });
    const refusal = await api.refused(410, `/blockchain/transaction/${hashOf(first)}`);
    expect(refusal).toMatchObject({
      code: 'gone',
      details: { reason: 'replaced', replacedBy: hashOf(rival), firstSeen: clock.now / 1000 },
    });
    chain.mine([rival]);
    await catchUp();
    expect(await show(rival)).toMatchObject({ block: 9, confirmations: 1 });
    expect(await show(rival)).not.toHaveProperty('status');
    await api.app.close();
  });

  test('an address: what waits beside its totals, never in them', async () => {
    const { db, chain, list, catchUp } = await createWorld(await databases.empty());
    const api = await createApi(db);
    const script = anybody();
    const addr = addressOf(script);
    const summary = async () => (await api.bitcoin(getAddress, { params: { addr } })).data;
    const none = { balance: 0, total_received: 0, total_spent: 0, txCount: 0, first_seen: null };
    expect(await summary()).toMatchObject({ ...none, unconfirmed: null });
    expect(await api.bitcoin(listAddressUnconfirmed, { params: { addr } })).toMatchObject({
      unconfirmed: null,
      txs: [],
    });
    const incoming = pay(chain.coins[0], 500, script);
    const outgoing = pay(coinOf(incoming), 300);
    await list(incoming, outgoing);
    const value = Number(coinOf(incoming).value);
    expect(await summary()).toMatchObject({
      ...none,
      unconfirmed: { count: 2, received: value, spent: value },
    });
    const page = await api.bitcoin(listAddressUnconfirmed, { params: { addr }, query: { limit: 1 } });
    expect(page).toMatchObject({
      txs: [{ txid: hashOf(outgoing), net: -value, direction: 'out', rbf: true }],
      pagination: { totalTxs: 2, totalPages: 2 },
    });
    const second = await api.bitcoin(listAddressUnconfirmed, {
      params: { addr },
      query: { limit: 1, page: 2 },
    });
    expect(second.txs).toMatchObject([{ txid: hashOf(incoming), net: value, direction: 'in' }]);

    chain.mine([incoming]);
    await catchUp();
    expect(await summary()).toMatchObject({
      balance: value,
      txCount: 1,
      unconfirmed: { count: 1, received: 0, spent: value },
    });
    await api.app.close();
  });

  test('everything that waits, by fee rate', async () => {
    const { db, chain, list, mempool } = await createWorld(await databases.empty(), 3);
    const api = await createApi(db);
    expect(await api.bitcoin(listUnconfirmed, {})).toMatchObject({ totals: null, txs: [] });
    const sizes = pay(chain.coins[0], 1).vsize;
    const rates = [3, 30, 300, 1];
    const waiting = rates.map((rate, i) => pay(chain.coins[i], rate * sizes));
    await list(...waiting);
    const answer = await api.bitcoin(listUnconfirmed, { query: { limit: 2 } });
    expect(answer.totals).toMatchObject({ count: 3, vsize: 3 * sizes, left_out: 1, unknown: { count: 0 } });
    expect(answer.totals?.bands.filter(({ count }) => count > 0)).toEqual([
      { from: 2, to: 5, count: 1, vsize: sizes },
      { from: 20, to: 50, count: 1, vsize: sizes },
      { from: 100, to: null, count: 1, vsize: sizes },
    ]);
    expect(answer.txs.map(({ fee_rate }) => fee_rate)).toEqual(['300.00', '30.00']);
    expect(answer.pagination).toMatchObject({ totalTxs: 3, totalPages: 2 });
    await mempool.clear();
    expect(await api.bitcoin(listUnconfirmed, {})).toMatchObject({ totals: null, txs: [] });
    await api.app.close();
  });

  test('a ledger of part of the chain: addresses that only wait, and fees that are not known', async () => {
    const db = await databases.empty();
    const chain = createChain({ seed: 33, maxTxs: 4 });
    chain.extend(12);
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await ledger.append('demo', chain.blocks.slice(9));
    const inLedger = new Set(
      chain.blocks.slice(9).flatMap(({ block }) => block.transactions.map((tx) => hashOf(tx))),
    );
    const unseen = chain.coins.find(({ txid }) => !inLedger.has(toDisplayHash(txid)));
    const script = anybody();
    const addr = addressOf(script);
    const api = await createApi(db);
    await api.refused(404, `/blockchain/address/${addr}`);
    const mempool = createBitcoinMempool({ db, hashing: nativeHashing, limit: 9, now: () => 1000 });
    const tx = pay(unseen, 10, script);
    await mempool.sync({ present: [tx.txid], arrived: [encodeTransaction(tx)] });
    const { data } = await api.bitcoin(getAddress, { params: { addr } });
    expect(data).toMatchObject({ txCount: 0, unconfirmed: { count: 1 }, coverage: { kind: 'range' } });
    expect(await api.bitcoin(listAddressTransactions, { params: { addr } })).toMatchObject({ txs: [] });
    const searched = await api.call(search, { query: { q: addr } });
    expect(searched.data).toMatchObject({ type: 'address', found: true });
    expect((await api.bitcoin(getTransaction, { params: { hash: hashOf(tx) } })).data).toMatchObject({
      fee_amt: null,
      fee_rate: null,
      input_amt: null,
      unknown_input_count: 1,
      inputs: [{ amt: null, addr: null, block: null, unconfirmed: false }],
    });
    const { totals, txs } = await api.bitcoin(listUnconfirmed, {});
    expect(totals).toMatchObject({ unknown: { count: 1, vsize: tx.vsize } });
    expect(txs).toMatchObject([{ fee_amt: null, fee_rate: null }]);
    await api.app.close();
  });

  test('hostile questions are refused', async () => {
    const { db } = await createWorld(await databases.empty());
    const api = await createApi(db);
    await api.refused(400, `/blockchain/address/0x${'ab'.repeat(20)}/unconfirmed`);
    await api.refused(400, '/blockchain/address/nonsense/unconfirmed');
    await api.refused(400, '/blockchain/unconfirmed?page=0');
    await api.refused(400, '/blockchain/unconfirmed?limit=1001');
    const far = await api.bitcoin(listUnconfirmed, { query: { page: 1_000_000_000, limit: 1000 } });
    expect(far.txs).toEqual([]);
    await api.app.close();
  });
});
