import { addressKeyOfScript, encodeAddress, networks, toDisplayHash } from '@hopscope/chain';
import { getAddressCluster, getTransaction } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { withSession } from '../../src/db/session.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { createClusters } from '../../src/contexts/explorer/clusters/clusters.service.ts';
import { createApi } from '../support/api/api-client.ts';
import { type Coin, createChain } from '../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createRandom } from '../support/survival/random.ts';
import { randomScript } from '../support/ledger/scripts.ts';

const random = createRandom(5);
const scripts = Array.from({ length: 40 }, () => randomScript('p2wpkh', random));
const script = (i: number): Uint8Array => scripts[i] ?? new Uint8Array();
const addressOf = (i: number): string => {
  const key = addressKeyOfScript(script(i), nativeHashing);
  return encodeAddress(key ?? new Uint8Array(), networks.demo);
};

/** Coins for the first 40 scripts in one transaction; then those of 0 to 5 are spent together, and 10 to 14 in a Whirlpool. */
function story() {
  const chain = createChain({ seed: 3, maxTxs: 0 });
  chain.extend(2);
  const [rich] = chain.coins.toSorted((a, b) => Number(b.value - a.value));
  if (!rich) throw new Error('No coin');
  const pool = 5_000_000n;
  const funding = chain.spend(
    [rich],
    scripts.map((to, i) => ({ script: to, value: pool + BigInt(i) * 7n })),
  );
  chain.mine([funding]);
  const coin = (vout: number): Coin => ({
    txid: funding.txid,
    vout,
    value: funding.outputs[vout]?.value ?? 0n,
  });
  const joining = chain.spend([0, 1, 2, 3, 4, 5].map(coin), [{ script: script(20), value: 6n * pool }]);
  const mixing = chain.spend(
    [10, 11, 12, 13, 14].map(coin),
    [30, 31, 32, 33, 34].map((i) => ({ script: script(i), value: pool })),
  );
  chain.mine([joining, mixing]);
  return { chain, joining: toDisplayHash(joining.txid), mixing: toDisplayHash(mixing.txid) };
}

describeWithDatabase('Questions about clusters', (databases) => {
  test('an address tells its cluster, page by page and with evidence', async () => {
    const db = await databases.empty();
    const { chain, joining } = story();
    await createBitcoinLedger({ db, hashing: nativeHashing }).append('demo', chain.blocks);
    const api = await createApi(db);
    const ask = (addr: string, query: { page?: number; limit?: number } = {}) =>
      api.call(getAddressCluster, { params: { addr }, query });
    const evidence = { txid: joining, block: 4 };
    const cluster = await ask(addressOf(3));
    expect(cluster.data).toEqual({
      address: addressOf(3),
      cospend_id: addressOf(0),
      size: 6,
      up_to: 4,
      evidence,
    });
    expect(cluster.members).toEqual([0, 1, 2, 3, 4, 5].map((i) => ({ addr: addressOf(i), evidence })));
    const page = await ask(addressOf(5), { page: 2, limit: 4 });
    expect(page.members.map(({ addr }) => addr)).toEqual([addressOf(4), addressOf(5)]);
    expect(page.pagination).toEqual({ page: 2, limit: 4, totalTxs: 6, totalPages: 2 });
    expect((await ask(addressOf(0), { page: 1_000_000_000, limit: 1000 })).members).toEqual([]);
  });

  test('an address alone is a cluster of one; nothing is joined through a CoinJoin', async () => {
    const db = await databases.empty();
    const { chain, mixing } = story();
    await createBitcoinLedger({ db, hashing: nativeHashing }).append('demo', chain.blocks);
    const api = await createApi(db);
    for (const i of [12, 39]) {
      const { data, members } = await api.call(getAddressCluster, { params: { addr: addressOf(i) } });
      expect(data).toMatchObject({ cospend_id: addressOf(i), size: 1, evidence: null, up_to: 4 });
      expect(members).toEqual([]);
    }
    const { data } = await api.bitcoin(getTransaction, { params: { hash: mixing } });
    expect(data).toMatchObject({
      is_coinjoin: true,
      coinjoin: {
        style: 'whirlpool',
        evidence: {
          inputs: 5,
          unknown_inputs: 0,
          equal_outputs: 5,
          denomination: 5_000_000,
          participants: 5,
        },
        precision: expect.any(Number),
        recall: expect.any(Number),
      },
    });
  });

  test('while clusters are made, nothing is said; then the job has made them', async () => {
    const db = await databases.empty();
    const { chain, joining } = story();
    await createBitcoinLedger({ db, hashing: nativeHashing }).append('demo', chain.blocks);
    await withSession(db, (session) => session.query('update btc_cluster_state set rule = 0'));
    const api = await createApi(db);
    const ask = () => api.call(getAddressCluster, { params: { addr: addressOf(1) } });
    expect((await ask()).data).toMatchObject({ cospend_id: null, size: null, up_to: null, evidence: null });
    const clusters = createClusters({ db, network: async () => 'demo' });
    await clusters.catchUp(AbortSignal.abort());
    expect((await ask()).data.up_to).toBeNull();
    await clusters.catchUp(new AbortController().signal);
    expect((await ask()).data).toMatchObject({ size: 6, up_to: 4, evidence: { txid: joining, block: 4 } });
  });

  test('wrong addresses and pages are refused', async () => {
    const api = await createApi(await databases.empty());
    const at = (addr: string): string => `/blockchain/bitcoin/address/${addr}/cluster`;
    expect((await api.refused(400, at('nonsense'))).code).toBe('invalid_address');
    expect((await api.refused(400, at('0x00000000219ab540356cBB839Cbe05303d7705Fa'))).code).toBe(
      'invalid_address',
    );
    await api.refused(400, `${at('1BoatSLRHtKNngkdXEeobR76b53LETtpyT')}?limit=1001`);
    const { data } = await api.call(getAddressCluster, {
      params: { addr: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' },
    });
    expect(data).toMatchObject({ cospend_id: null, size: null });
  });
});
