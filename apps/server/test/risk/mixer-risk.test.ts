import { toHex } from '@hopscope/chain';
import { endpoints } from '@hopscope/contract';
import { defaultProfile } from '@hopscope/risk';
import { expect, test } from 'vitest';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { attribution, subject } from '../support/servers/directory-source.ts';
import { addressOf } from '../support/sources/ethereum-blocks.ts';
import { bundlesOf, hex, textOf, topicOf, word, words } from '../support/sources/thorchain-events.ts';

const ether = 10n ** 18n;
const [market, hand, other, pool, heir, bourse, friend] = [81, 82, 83, 84, 85, 86, 87].map(addressOf) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const nobody = new Uint8Array(20);
/** Calls by different accounts differ, because nobody signs them here. */
const callBy = (from: Uint8Array) => ({
  from,
  input: new Uint8Array([1, 2, 3, from[19] ?? 0]),
  gasUsed: 60_000n,
});

const paidIn = (from: Uint8Array, nonce: bigint, leaf: bigint) => ({
  ...callBy(from),
  to: pool,
  value: 10n * ether,
  nonce,
  logs: [
    {
      address: pool,
      topics: [topicOf('Deposit(bytes32,uint32,uint256)'), word(leaf + 1n)],
      data: words(leaf, 1_700_000_000n),
    },
  ],
});

/** A withdrawal without a relayer, sent by `from` for a recipient. */
const takenOut = (from: Uint8Array, nonce: bigint, to: Uint8Array) => ({
  ...callBy(from),
  to: pool,
  nonce,
  frames: [{ path: [0], from: pool, to, value: 10n * ether, failed: false }],
  logs: [
    {
      address: pool,
      topics: [topicOf('Withdrawal(address,bytes32,address,uint256)'), word(nobody)],
      data: words(to, 5n + nonce, 0n),
    },
  ],
});

describeWithDatabase('Scores through a mixer', (databases) => {
  test('follow links only if the profile says so, with their odds, and at each height what was known then', async () => {
    const db = await databases.empty();
    // The hand has its funds from a market, pays into the pool, and sends the withdrawal for the heir itself.
    const bundles = bundlesOf([
      [],
      [{ from: market, to: hand, value: 11n * ether, nonce: 0n }],
      [paidIn(hand, 0n, 0n), paidIn(other, 0n, 1n), paidIn(other, 1n, 2n)],
      [takenOut(hand, 1n, heir), takenOut(other, 2n, friend)],
      [{ from: heir, to: bourse, value: 5n * ether, nonce: 0n }],
    ]);
    const rich = [market, other].map((key) => [toHex(key), 100n * ether] as const);
    await createEthereumLedger({ db }).append({ chainId: 1337n, network: 'demo' }, bundles, {
      balances: new Map(rich),
      complete: true,
    });
    const api = await createDirectoryApi(db);
    const label = (name: string, type: string, owned: Uint8Array) =>
      api.sync(`of ${name}`, [
        subject(name, { proper_name: name, entity_type: type }),
        attribution(name, hex(owned), { confidence: 90 }),
      ]);
    await label('Market', 'darknet_market', market);
    await label('Fog', 'mixer', pool);
    await label('Bourse', 'exchange', bourse);
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada, 'Harbour');
    const scored = async (account: Uint8Array, query: { height?: number } = {}) =>
      (await api.within(id, ada, endpoints.calculateRisk, { query, body: { identifier: hex(account) } }))
        .data;
    const found = async (account: Uint8Array, way: 'backward' | 'forward', query: { height?: number } = {}) =>
      (await scored(account, query)).walks
        .find(({ direction }) => direction === way)
        ?.exposures.map(({ category, amount, hops }) => [category, amount, hops]);
    const ten = String(10n * ether);
    expect(await found(heir, 'backward')).toEqual([['mixer', ten, 1]]);
    expect(await found(hand, 'forward')).toContainEqual(['mixer', ten, 1]);

    const use = async (mixerLinks: number) => {
      const settings = { ...defaultProfile, walk: { ...defaultProfile.walk, mixerLinks } };
      const body = { settings, reason: 'Mixers' };
      const draft = await api.as(ada, endpoints.draftRiskProfile, { params: { id }, body });
      const { version } = draft.data;
      await api.as(ada, endpoints.activateRiskProfile, { params: { id }, body: { version } });
    };
    await use(900_000);
    // Links by the same account are always right in demo networks.
    const back = await scored(heir);
    expect(await found(heir, 'backward')).toEqual([['darknet_market', ten, 2]]);
    const path = back.walks[0]?.exposures[0]?.path ?? [];
    expect(path).toMatchObject([
      { address: textOf(hand), odds: 1, converted: null },
      { address: textOf(market), odds: null, converted: null },
    ]);
    expect(path[0]?.transaction).toBe(hex(bundles[2]?.block.transactions[0]?.hash ?? nobody));
    // Forward, half of what was withdrawn went to the exchange.
    expect(await found(hand, 'forward')).toContainEqual(['exchange', String(5n * ether), 2]);
    // The other two deposits are by one account, of which one was withdrawn.
    expect(await found(friend, 'backward')).not.toContainEqual(['mixer', ten, 1]);
    // The same links at the height of the withdrawal; before it, the deposit's funds are in the mixer.
    expect(await found(heir, 'backward', { height: 3 })).toEqual([['darknet_market', ten, 2]]);
    expect(await found(hand, 'forward', { height: 2 })).toContainEqual(['mixer', ten, 1]);
    // Nothing is right often enough to be certain of more than it is.
    await use(1);
    expect(await found(heir, 'backward')).toEqual([['darknet_market', ten, 2]]);
    await use(0);
    expect(await found(heir, 'backward')).toEqual([['mixer', ten, 1]]);
  });
});
