import { secp256k1 } from '@noble/curves/secp256k1.js';
import {
  addressKeyOfScript,
  encodeAddress,
  hash160,
  networks,
  parseAddress,
  scriptOfAddressKey,
  toDisplayHash,
  type TxOutput,
} from '@hopscope/chain';
import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createScores } from '../../src/contexts/risk/scores/score.service.ts';
import { verifyRecord } from '../../src/contexts/risk/scores/verify-record.ts';
import { clustersOf, clustersUpTo, entitiesOf, relabel } from '../../src/ledger/bitcoin/clusters/clusters.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { opReturn, randomScript } from '../support/ledger/scripts.ts';
import { attribution, subject } from '../support/servers/directory-source.ts';
import { addressOf } from '../support/sources/ethereum-blocks.ts';
import {
  accountOf,
  bundlesOf,
  call,
  deposit,
  depositor,
  hex,
  payout,
  router,
  textOf,
} from '../support/sources/thorchain-events.ts';
import { createRandom } from '../support/survival/random.ts';

const ether = 10n ** 18n;
const [receiver, bourse] = [61, 62].map(addressOf) as [Uint8Array, Uint8Array];
const vaultKey = new Uint8Array(32).fill(9);
const vault = accountOf(vaultKey);
const mainnet = { chainId: 1n, network: 'mainnet' };

function addressOfScript(script: Uint8Array): string {
  const key = addressKeyOfScript(script, nativeHashing);
  if (!key) throw new Error('A script without an address');
  return encodeAddress(key, networks.mainnet);
}

/**
 * A market on Bitcoin pays a customer, who asks THORChain to pay the receiver on Ethereum, who pays an exchange. Half of the
 * deposit goes to a stranger.
 */
function makeStory() {
  const random = createRandom(3);
  const [market, customer, stranger] = [1, 2, 3].map(() => randomScript('p2wpkh', random)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const vaultScript = Uint8Array.of(0, 20, ...hash160(nativeHashing, secp256k1.getPublicKey(vaultKey, true)));
  // The deposit is in block 113, and a block follows after the payout.
  const time = (height: number): number => 1_700_000_000 + (height - 113) * 600;
  const chain = createChain({ seed: 8, network: 'mainnet', maxTxs: 1, time });
  chain.extend(110);
  const [coin] = chain.coins;
  if (!coin) throw new Error('Nothing to spend');
  const pay = (from: typeof coin, outputs: readonly TxOutput[]) => {
    const tx = chain.spend([from], outputs);
    chain.mine([tx]);
    return tx;
  };
  const sold = pay(coin, [{ value: coin.value, script: market }]);
  const bought = pay({ txid: sold.txid, vout: 0, value: coin.value }, [
    { value: coin.value, script: customer },
  ]);
  const half = coin.value / 2n;
  const asked = pay({ txid: bought.txid, vout: 0, value: coin.value }, [
    { value: half, script: vaultScript },
    { value: coin.value - half, script: stranger },
    { value: 0n, script: opReturn(new TextEncoder().encode(`=:ETH.ETH:${textOf(receiver)}:0`)) },
  ]);
  chain.mine([]);
  const inbound = toDisplayHash(asked.txid);
  const sent = { ...call, to: router, value: ether, from: vault, privateKey: vaultKey };
  const frames = [{ path: [0], from: router, to: receiver, value: ether, failed: false }];
  const bundles = bundlesOf([
    [],
    [{ ...sent, nonce: 0n, frames, logs: [payout(receiver, ether, { vault, inbound })] }],
    [{ from: receiver, to: bourse, value: ether / 2n, chainId: 1n, nonce: 0n }],
  ]);
  const addresses = {
    market: addressOfScript(market),
    customer: addressOfScript(customer),
    vault: addressOfScript(vaultScript),
  };
  return { chain, bundles, half, inbound, bought: toDisplayHash(bought.txid), addresses };
}

describeWithDatabase('Scores over a bridge', (databases) => {
  test('follow funds to the other chain where both ledgers agree and the vault is known, and are replayed and rolled back', async () => {
    const db = await databases.empty();
    const { chain, bundles, half, inbound, bought, addresses } = makeStory();
    await createBitcoinLedger({ db, hashing: nativeHashing }).append(chain.network, chain.blocks);
    const ethereum = createEthereumLedger({ db });
    await ethereum.append(mainnet, bundles, {
      balances: new Map([[hex(vault).slice(2), 10n * ether]]),
      complete: true,
    });
    const api = await createDirectoryApi(db);
    const label = (name: string, type: string, owned: readonly string[], confidence = 90) =>
      api.sync(`of ${name}`, [
        subject(name, { proper_name: name, entity_type: type }),
        ...owned.map((address) => attribution(name, address, { confidence })),
      ]);
    await label('Market', 'darknet_market', [addresses.market]);
    await label('Bourse', 'exchange', [hex(bourse)]);
    await label('Router', 'bridge', [hex(router)]);
    const ada = await api.someone('ada@example.org');
    const scores = createScores({
      db,
      clusters: { clustersOf, clustersUpTo, entitiesOf, relabel },
      remote: { bitcoin: false, ethereum: false },
      now: Date.now,
    });
    const score = async (identifier: string, query: { height?: number } = {}) =>
      (await api.as(ada, endpoints.calculateRisk, { query, body: { identifier } })).data;
    const found = async (identifier: string, way: 'backward' | 'forward', query: { height?: number } = {}) =>
      (await score(identifier, query)).walks
        .find(({ direction }) => direction === way)
        ?.exposures.map(({ category, amount, hops }) => [category, amount, hops]);

    // Anyone can pay through the router: as long as nobody knows that the vault is a bridge's, the router is the answer.
    expect(await found(hex(receiver), 'backward')).toEqual([['bridge', String(ether), 1]]);
    await label('Bridge', 'bridge', [addresses.vault], 30);
    expect(await found(hex(receiver), 'backward')).toEqual([['bridge', String(ether), 1]]);
    await label('Bridge', 'bridge', [addresses.vault]);
    expect(await found(hex(receiver), 'backward')).toEqual([['darknet_market', String(ether), 2]]);
    // Half of the bitcoin crossed, and half of the ether that was paid for it went on; the receiver paid the fee of that.
    const ahead = await found(addresses.customer, 'forward');
    const fee = BigInt(ahead?.[2]?.[1] ?? 0);
    expect(fee > 0n && fee < half / 1000n).toBe(true);
    expect(ahead).toEqual([
      ['unspent', String(half + half / 2n - fee), 1],
      ['exchange', String(half / 2n), 2],
      ['fee', String(fee), 2],
    ]);

    const ofReceiver = await score(hex(receiver));
    expect(ofReceiver.basis).toMatchObject({
      blockchain: 'ethereum',
      height: 2,
      other: { height: 113 },
    });
    const [exposure] = ofReceiver.walks[0]?.exposures ?? [];
    expect(exposure?.path).toMatchObject([
      { address: textOf(router), converted: null },
      { transaction: inbound, address: addresses.customer, converted: { symbol: 'BTC', contract: null } },
      { transaction: bought, address: addresses.market, converted: null },
    ]);
    expect(ofReceiver.entityRisk.factors[0]).toMatchObject({ id: 'received.indirect.darknet_market' });
    // Labels on the other chain count as labels on the own one: the score is calculated again when they change.
    const [direct] = exposure?.labels ?? [];
    expect(direct).toMatchObject({ address: addresses.market, name: 'Market' });
    const ofCustomer = await score(addresses.customer);
    expect(ofCustomer.basis).toMatchObject({ height: 114, other: { height: 2 } });

    // A record is replayed at its two blocks.
    const { body } = await api.ask('/risk-scoring/record', {
      method: 'POST',
      token: ada.accessToken,
      payload: { identifier: hex(receiver) },
    });
    const verified = await verifyRecord(body, scores);
    expect(verified).toEqual({ is: 'equal', hash: ofReceiver.hash });
    const other = JSON.parse(body) as { basis: { other: { height: number } } };
    other.basis.other.height -= 1;
    expect(await verifyRecord(JSON.stringify(other), scores)).toMatchObject({
      is: 'differs',
      place: '$.basis.other.hash',
    });

    // Before the payout, and before the deposit's block on the other chain.
    expect(await found(addresses.customer, 'forward', { height: 113 })).toEqual([
      ['bridge', String(half), 1],
      ['unspent', String(half), 1],
    ]);
    // A reorganization of Ethereum takes the payout back.
    await ethereum.disconnect();
    await ethereum.disconnect();
    expect(await found(addresses.customer, 'forward')).toEqual([
      ['bridge', String(half), 1],
      ['unspent', String(half), 1],
    ]);
  });

  test('follow funds from Ethereum to Bitcoin, and back, with a vault that is known', async () => {
    const db = await databases.empty();
    const [market, customer] = [71, 72].map(addressOf) as [Uint8Array, Uint8Array];
    const sent = { ...call, to: router, value: ether, from: customer };
    const frames = [{ path: [0], from: router, to: vault, value: ether, failed: false }];
    const bundles = bundlesOf([
      [],
      [{ from: market, to: customer, value: 2n * ether, chainId: 1n, nonce: 0n }],
      [{ ...sent, nonce: 0n, frames, logs: [deposit(vault, ether)] }],
      [],
    ]);
    await createEthereumLedger({ db }).append(mainnet, bundles, {
      balances: new Map([[hex(market).slice(2), 10n * ether]]),
      complete: true,
    });
    const inbound = hex(bundles[2]?.block.transactions[0]?.hash ?? new Uint8Array()).slice(2);

    const time = (height: number): number => 1_700_000_000 + (height - 113) * 600;
    const chain = createChain({ seed: 9, network: 'mainnet', maxTxs: 1, time });
    chain.extend(110);
    const [coin] = chain.coins;
    if (!coin) throw new Error('Nothing to spend');
    const vaultKeyHash = hash160(nativeHashing, secp256k1.getPublicKey(vaultKey, true));
    const theirs = scriptOfAddressKey(parseAddress(depositor, networks.mainnet).key);
    const exchange = randomScript('p2wpkh', createRandom(4));
    const funded = chain.spend(
      [coin],
      [{ value: coin.value, script: Uint8Array.of(0, 20, ...vaultKeyHash) }],
    );
    const paid = chain.spend(
      [{ txid: funded.txid, vout: 0, value: coin.value }],
      [
        { value: coin.value, script: theirs },
        { value: 0n, script: opReturn(new TextEncoder().encode(`OUT:${inbound.toUpperCase()}`)) },
      ],
    );
    chain.mine([funded]);
    chain.mine([paid]);
    const spent = { txid: paid.txid, vout: 0, value: coin.value };
    chain.mine([chain.spend([spent], [{ value: coin.value, script: exchange }])]);
    // Later than the blocks on Ethereum.
    chain.mine([]);
    await createBitcoinLedger({ db, hashing: nativeHashing }).append(chain.network, chain.blocks);

    const api = await createDirectoryApi(db);
    const label = (name: string, type: string, owned: readonly string[], confidence = 90) =>
      api.sync(`of ${name}`, [
        subject(name, { proper_name: name, entity_type: type }),
        ...owned.map((address) => attribution(name, address, { confidence })),
      ]);
    await label('Market', 'darknet_market', [hex(market)]);
    await label('Bourse', 'exchange', [addressOfScript(exchange)]);
    await label('Router', 'bridge', [hex(router)]);
    const ada = await api.someone('ada@example.org');
    const found = async (
      identifier: string,
      way: 'backward' | 'forward',
      query: { height?: number } = {},
    ) => {
      const { data } = await api.as(ada, endpoints.calculateRisk, { query, body: { identifier } });
      return data.walks
        .find(({ direction }) => direction === way)
        ?.exposures.map(({ category, amount, hops }) => [category, amount, hops]);
    };

    // Anyone can name any vault in a deposit, and pay for it.
    expect(await found(hex(customer), 'forward')).toContainEqual(['bridge', String(ether), 1]);
    expect(await found(depositor, 'backward')).not.toContainEqual(
      expect.arrayContaining(['darknet_market']) as unknown,
    );
    await label('Bridge', 'bridge', [hex(vault)], 30);
    expect(await found(hex(customer), 'forward')).toContainEqual(['bridge', String(ether), 1]);
    await label('Bridge', 'bridge', [hex(vault)]);
    expect(await found(depositor, 'backward')).toEqual([['darknet_market', String(coin.value), 2]]);
    expect(await found(hex(customer), 'forward')).toContainEqual(['exchange', String(ether), 2]);
    // A record is replayed at its two blocks.
    const { body } = await api.ask('/risk-scoring/record', {
      method: 'POST',
      token: ada.accessToken,
      payload: { identifier: depositor },
    });
    const scores = createScores({
      db,
      clusters: { clustersOf, clustersUpTo, entitiesOf, relabel },
      remote: { bitcoin: false, ethereum: false },
      now: Date.now,
    });
    expect(await verifyRecord(body, scores)).toMatchObject({ is: 'equal' });
  });
});
