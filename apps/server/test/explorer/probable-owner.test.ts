import {
  addressKeyOfScript,
  encodeAddress,
  networks,
  toDisplayHash,
  type Transaction,
} from '@hopscope/chain';
import { getProbableOwner, getTransactionContext } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { createApi } from '../support/api/api-client.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { type Coin, createChain } from '../support/ledger/chain-builder.ts';
import { randomScript } from '../support/ledger/scripts.ts';
import { createRandom } from '../support/survival/random.ts';

const random = createRandom(9);
const own = Array.from({ length: 7 }, () => randomScript('p2wpkh', random));
const shops = Array.from({ length: 7 }, () => randomScript('p2tr', random));
const scriptOf = (list: readonly Uint8Array[], i: number): Uint8Array => list[i] ?? new Uint8Array();
const addressOf = (script: Uint8Array): string =>
  encodeAddress(addressKeyOfScript(script, nativeHashing) ?? new Uint8Array(), networks.demo);
const coinOf = (tx: Transaction, vout: number): Coin => ({
  txid: tx.txid,
  vout,
  value: tx.outputs[vout]?.value ?? 0n,
});

/**
 * A wallet (P2WPKH) that pays shops (P2TR) round amounts and gets change at a new address each time: 0 and 1 are spent together,
 * the change goes to 2, from there to 3, and from there to 4. Address 5 pays an uneven amount to a shop that also has
 * P2WPKH, so that its change at 6 is indistinguishable from the payment.
 */
function story() {
  const chain = createChain({ seed: 4, maxTxs: 0 });
  chain.extend(2);
  const [rich] = chain.coins.toSorted((a, b) => Number(b.value - a.value));
  if (!rich) throw new Error('No coin');
  const start = [0, 1, 5].map((i) => ({ script: scriptOf(own, i), value: 10_000_007n + BigInt(i) }));
  const funding = chain.spend([rich], start);
  chain.mine([funding]);
  const pay = (coins: Coin[], shop: number, change: number): Transaction => {
    const value = coins.reduce((sum, coin) => sum + coin.value, 0n) - 2_000_000n - 1234n;
    const tx = chain.spend(coins, [
      { script: scriptOf(shops, shop), value: 2_000_000n },
      { script: scriptOf(own, change), value },
    ]);
    chain.mine([tx]);
    return tx;
  };
  const first = pay([coinOf(funding, 0), coinOf(funding, 1)], 0, 2);
  const second = pay([coinOf(first, 1)], 1, 3);
  const third = pay([coinOf(second, 1)], 2, 4);
  const unclear = chain.spend(
    [coinOf(funding, 2)],
    [
      { script: randomScript('p2wpkh', random), value: 3_141_593n },
      { script: scriptOf(own, 6), value: 6_000_001n },
    ],
  );
  chain.mine([unclear]);
  return { chain, first, second, third };
}

describeWithDatabase('The probable owner', (databases) => {
  test('has the addresses that received change, with the payments that show it, from any of them', async () => {
    const db = await databases.empty();
    const { chain, first, second, third } = story();
    await createBitcoinLedger({ db, hashing: nativeHashing }).append('demo', chain.blocks);
    const api = await createApi(db);
    const ask = (i: number, odds?: number) =>
      api.call(getProbableOwner, {
        params: { addr: addressOf(scriptOf(own, i)) },
        query: odds === undefined ? {} : { odds },
      });
    const { data, parts } = await ask(0);
    expect(data).toMatchObject({ odds: 0.99, addresses: 5, complete: true, up_to: 7 });
    expect(
      parts.map(({ addr, size, link }) => [addr, size, link?.txid ?? null, link?.output ?? null]),
    ).toEqual([
      [addressOf(scriptOf(own, 0)), 2, null, null],
      ...[first, second, third].map((tx, i) => [
        addressOf(scriptOf(own, i + 2)),
        1,
        toDisplayHash(tx.txid),
        1,
      ]),
    ]);
    for (const { weakest, link } of parts.slice(1)) {
      expect(weakest).toBeGreaterThanOrEqual(0.99);
      expect(link?.signals).toContain('script_type');
      const { data: context } = await api.call(getTransactionContext, { params: { hash: link?.txid ?? '' } });
      const [odds] = context.change_odds?.outputs.filter(({ output }) => output === link?.output) ?? [];
      expect(link?.probability).toBe(odds?.probability);
    }
    for (const i of [1, 2, 3, 4]) {
      const { parts: same } = await ask(i);
      expect(same.map(({ addr }) => addr).toSorted()).toEqual(parts.map(({ addr }) => addr).toSorted());
    }
  });

  test('is the address alone where the change could be either output', async () => {
    const db = await databases.empty();
    const { chain } = story();
    await createBitcoinLedger({ db, hashing: nativeHashing }).append('demo', chain.blocks);
    const api = await createApi(db);
    for (const i of [5, 6]) {
      const addr = addressOf(scriptOf(own, i));
      const { data, parts } = await api.call(getProbableOwner, { params: { addr }, query: { odds: 0.5 } });
      expect([data.addresses, parts.map((part) => part.addr)]).toEqual([1, [addr]]);
    }
  });

  test('loses what was found through a payment that is undone', async () => {
    const db = await databases.empty();
    const { chain } = story();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await ledger.append('demo', chain.blocks);
    const api = await createApi(db);
    const ask = async () =>
      (
        await api.call(getProbableOwner, { params: { addr: addressOf(scriptOf(own, 2)) }, query: {} })
      ).parts.map(({ addr }) => addr);
    expect(await ask()).toContain(addressOf(scriptOf(own, 4)));
    // The unclear payment, and the one whose change went to 4.
    await ledger.disconnect();
    await ledger.disconnect();
    expect(await ask()).not.toContain(addressOf(scriptOf(own, 4)));
  });

  test('is unknown without blocks; odds below one half are refused, and what is no address', async () => {
    const api = await createApi(await databases.empty());
    const { data, parts } = await api.call(getProbableOwner, {
      params: { addr: addressOf(scriptOf(own, 0)) },
      query: {},
    });
    expect([data.addresses, data.up_to, parts]).toEqual([null, null, []]);
    const path = (addr: string, odds: number): string =>
      `/blockchain/bitcoin/address/${addr}/probable-owner?odds=${odds}`;
    await api.refused(400, path(addressOf(scriptOf(own, 0)), 0.4));
    await api.refused(400, path('nonsense', 0.9));
  });
});
