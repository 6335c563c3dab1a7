import { addressKeyOfScript, encodeAddress, networks } from '@hopscope/chain';
import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { type Coin, createChain } from '../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { attribution, subject } from '../support/servers/directory-source.ts';
import { createRandom } from '../support/survival/random.ts';
import { randomScript } from '../support/ledger/scripts.ts';

const random = createRandom(6);
const scripts = Array.from({ length: 8 }, () => randomScript('p2wpkh', random));
const script = (i: number): Uint8Array => scripts[i] ?? new Uint8Array();
const addressOf = (i: number): string =>
  encodeAddress(addressKeyOfScript(script(i), nativeHashing) ?? new Uint8Array(), networks.demo);
const coinValue = 5_000_000n;

/** Coins for 8 addresses; then those of 0 to 3 are spent together. */
function story() {
  const chain = createChain({ seed: 3, maxTxs: 0 });
  chain.extend(2);
  const [rich] = chain.coins.toSorted((a, b) => Number(b.value - a.value));
  if (!rich) throw new Error('No coin');
  const funding = chain.spend(
    [rich],
    scripts.map((to, i) => ({ script: to, value: coinValue + BigInt(i) * 7n })),
  );
  chain.mine([funding]);
  const coin = (vout: number): Coin => ({
    txid: funding.txid,
    vout,
    value: funding.outputs[vout]?.value ?? 0n,
  });
  chain.mine([chain.spend([0, 1, 2, 3].map(coin), [{ script: script(7), value: 4n * coinValue }])]);
  return chain;
}

describeWithDatabase('The directory over clusters', (databases) => {
  test('an address inherits the only entity of its cluster; of two none is claimed', async () => {
    const db = await databases.empty();
    await createBitcoinLedger({ db, hashing: nativeHashing }).append('demo', story().blocks);
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    const named = [subject('nw', { proper_name: 'Northwind' }), attribution('nw', addressOf(0))];
    await api.sync('list', named);
    const whose = async (i: number) =>
      (await api.as(ada, endpoints.attributeAddresses, { body: { addresses: [addressOf(i)] } })).data[0];
    const direct = await whose(0);
    expect(direct).toMatchObject({ kind: 'direct', entity_id: 'northwind', source: 'list' });
    const inherited = await whose(2);
    expect(inherited).toMatchObject({
      kind: 'inherited',
      entity_id: 'northwind',
      confidence: 70,
      source: 'cluster',
      cospend_id: direct?.cospend_id,
      conflicts: [],
    });
    expect(direct?.cospend_id).not.toBeNull();
    expect(await whose(5)).toBeUndefined();
    expect((await api.entity(ada, 'northwind')).addresses[0]).toEqual({
      blockchain: 'bitcoin',
      direct: 1,
      derived: 0,
      inherited: 3,
    });
    const clustersOf = (id: string, query: { page?: number; limit?: number } = {}) =>
      api.as(ada, endpoints.listEntityClusters, { params: { id }, query });
    const own = { cospend_id: direct?.cospend_id, size: 4, direct: 1 };
    expect(await clustersOf('northwind')).toMatchObject({ data: [own], known: true, total: 1 });
    expect((await clustersOf('northwind', { page: 2 })).data).toEqual([]);
    await api.sync('other', [subject('g', { proper_name: 'Granite' }), attribution('g', addressOf(1))]);
    expect(await whose(2)).toMatchObject({
      kind: 'inherited',
      entity: null,
      confidence: 0,
      conflicts: [
        { entity_id: 'granite', addresses: 1 },
        { entity_id: 'northwind', addresses: 1 },
      ],
    });
    expect(await clustersOf('northwind')).toMatchObject({ data: [], known: true, total: 0 });
    // What a source takes back is no label any more.
    await api.sync('list', [subject('nw', { proper_name: 'Northwind' })]);
    expect(await whose(2)).toMatchObject({ entity_id: 'granite' });
  });

  test('a balance is the sum of the directly attributed addresses, and says what it covers', async () => {
    const db = await databases.empty();
    await createBitcoinLedger({ db, hashing: nativeHashing }).append('demo', story().blocks);
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    const mine = [0, 5, 6].map((i) => attribution('nw', addressOf(i)));
    const unseen = encodeAddress(Uint8Array.of(0x10, ...new Uint8Array(20).fill(9)), networks.demo);
    await api.sync('list', [subject('nw', { proper_name: 'Northwind' }), ...mine, attribution('nw', unseen)]);
    await api.sync('other', [
      subject('x', { alias: 'NW' }, { sameAs: 'northwind' }),
      attribution('x', addressOf(5)),
    ]);
    const { data } = await api.as(ada, endpoints.getEntityBalanceSheet, { params: { id: 'northwind' } });
    expect(data).toMatchObject({
      entity_id: 'northwind',
      btc_bal: Number(2n * coinValue + 5n * 7n + 6n * 7n),
      eth_bal: null,
      covers: { bitcoin: { addresses: 4, seen: 3, height: 4, coverage: { kind: 'complete' } } },
    });
  });
});
