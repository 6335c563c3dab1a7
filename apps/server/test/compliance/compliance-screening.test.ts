import {
  addressKeyOfScript,
  encodeAddress,
  encodeTransaction,
  fromHex,
  networks,
  toDisplayHash,
} from '@hopscope/chain';
import { endpoints, mostAssets } from '@hopscope/contract';
import { defaultProfile, profileVersion } from '@hopscope/risk';
import { expect, test } from 'vitest';
import { createKysely } from '../../src/db/dialect.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { createBitcoinMempool } from '../../src/ledger/bitcoin/mempool/mempool.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { readDue, settle } from '../../src/contexts/compliance/screening/screening.store.ts';
import { type Coin, createChain } from '../support/ledger/chain-builder.ts';
import { insertTransaction } from '../support/api/compliance-rows.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { attribution, subject } from '../support/servers/directory-source.ts';
import { addressOf as account, erc20, makeBundle } from '../support/sources/ethereum-blocks.ts';
import { createMatching } from '../../src/contexts/compliance/matching/matching.ts';

const coin = 100_000_000n;
const start = Date.UTC(2026, 0, 1);
const script = (name: string): Uint8Array =>
  fromHex(`0014${Buffer.from(name.padEnd(20, '.')).toString('hex')}`);
const addressOf = (name: string): string =>
  encodeAddress(addressKeyOfScript(script(name), nativeHashing) ?? new Uint8Array(), networks.demo);
const out = (name: string, value: bigint) => ({ value, script: script(name) });

/** An organization whose days cost 50,000 dollars a bitcoin, 2,500 an ether and 1.001 a USDT. */
async function prepare(databases: TestDatabases) {
  const db = await databases.empty();
  const api = await createDirectoryApi(db, { start });
  const ada = await api.someone('ada@example.org');
  const id = await api.found(ada);
  await api.rows(
    `insert into price_day (symbol, day, micros, source) values ('BTC', '2026-01-01', 50000000000, 'coingecko'),
       ('ETH', '2026-01-01', 2500000000, 'coingecko'), ('USDT', '2026-01-01', 1001000, 'coingecko'),
       ('DAI', '2026-01-01', 1000000, 'coingecko')`,
  );
  const screen = () => api.context.screening.run(new AbortController().signal);
  const monitor = (address: string, more: object = {}, organizationId = id, who = ada) =>
    api.within(organizationId, who, endpoints.addMonitoredAddress, { body: { address, ...more } });
  const list = async (organizationId = id, who = ada) =>
    api.within(organizationId, who, endpoints.listComplianceTransactions, { query: {} });
  const get = async (transactionId: string) =>
    (await api.within(id, ada, endpoints.getComplianceTransaction, { params: { id: transactionId } })).data;
  return { db, api, ada, id, screen, monitor, list, get };
}

describeWithDatabase('Screening of compliance transactions', (databases) => {
  //
  test('says who paid, what it was worth and how risky it is: while it waits by its senders, in a block by itself', async () => {
    const { db, api, ada, id, screen, monitor, list, get } = await prepare(databases);
    const chain = createChain({ seed: 5, maxTxs: 0, wallet: 3, time: (height) => start / 1000 + height });
    chain.extend(120);
    const [first, second] = chain.coins.filter(({ value }) => value >= 20n * coin);
    if (!first || !second) throw new Error('Nothing was mined');
    const at = (tx: { txid: Uint8Array }, vout: number, value: bigint): Coin => ({
      txid: tx.txid,
      vout,
      value,
    });
    const funds = chain.spend([first, second], [out('listed', 10n * coin), out('shop', 10n * coin)]);
    chain.mine([funds]);
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
    await ledger.append('demo', chain.blocks);
    while ((await ledger.catchUpClusters(1000)).behind);
    await api.sync('lists', [
      subject('a', { proper_name: 'Listed Group', entity_type: 'organization', ofac: 'true' }),
      attribution('a', addressOf('listed')),
      subject('b', { proper_name: 'Unspeakable Site', entity_type: 'csam' }),
      attribution('b', addressOf('shop')),
    ]);
    const eve = await api.someone('eve@example.org');
    const elsewhere = await api.found(eve, 'Elsewhere');
    await monitor(addressOf('customer'), { clientId: 'C-7' });
    await monitor(addressOf('customer'), { outgoing: true, riskThreshold: 100 }, elsewhere, eve);

    // Not in a block yet: the listed group and the site spend as much, and pay the customer 2 together.
    const pay = chain.spend(
      [at(funds, 0, 10n * coin), at(funds, 1, 10n * coin)],
      [out('customer', 2n * coin), out('rest', 18n * coin - 1000n)],
    );
    const mempool = createBitcoinMempool({
      db,
      hashing: nativeHashing,
      limit: 100,
      now: () => start,
      listener: createMatching().bitcoin,
    });
    await mempool.sync({ present: [pay.txid], arrived: [encodeTransaction(pay)] });
    expect((await list()).data.transactions).toMatchObject([
      { presence: 'unconfirmed', screening: 'pending', riskScores: [], usdAmount: null, counterparties: [] },
    ]);
    await screen();
    const [waiting] = (await list()).data.transactions;
    expect(waiting).toMatchObject({
      txId: toDisplayHash(pay.txid),
      clientId: 'C-7',
      amount: String(2n * coin),
      usdAmount: '100000.00',
      asset: { symbol: 'BTC', decimals: 8 },
      presence: 'unconfirmed',
      screening: 'scored',
      overThreshold: true,
      basis: { of: 'senders', height: chain.blocks.length - 1 },
      counterpartiesInAll: 2,
      status: 'UNASSIGNED',
    });
    const score = waiting?.riskScores[0] ?? 0;
    expect(score).toBeGreaterThan(70);
    // Half each; the site is named to those alone whose organization allows it.
    const parties = [
      {
        address: addressOf('listed'),
        entityId: expect.any(String),
        name: 'Listed Group',
        amount: String(coin),
      },
      { address: addressOf('shop'), entityId: null, name: 'CSAM Related Entity', amount: String(coin) },
    ];
    expect(waiting?.counterparties.toSorted((a, b) => (b.name ?? '').localeCompare(a.name ?? ''))).toEqual(
      parties,
    );
    await api.as(ada, endpoints.updateOrganization, {
      params: { id },
      body: { settings: { allowCSAM: true } },
    });
    const names = (await get(waiting?._id ?? '')).counterparties.map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(['Listed Group', 'Unspeakable Site']));

    chain.mine([pay]);
    await ledger.append('demo', chain.blocks.slice(-1));
    await screen();
    const confirmed = await get(waiting?._id ?? '');
    expect(confirmed).toMatchObject({
      presence: 'confirmed',
      block: chain.blocks.length - 1,
      screening: 'scored',
      riskLevel: 'high',
      basis: {
        of: 'transaction',
        height: chain.blocks.length - 1,
        hash: expect.any(String),
        profile: profileVersion(defaultProfile),
      },
    });
    expect(
      await api.rows('select risk_level, risk_profile from compliance_transaction where id = $1', [
        confirmed._id,
      ]),
    ).toEqual([{ risk_level: 'high', risk_profile: profileVersion(defaultProfile) }]);
    const kinds = confirmed.events.map(({ kind }) => kind).filter((kind) => kind !== 'screened');
    expect(kinds).toEqual(['seen', 'confirmed']);
    const outcomes = confirmed.events.filter(({ kind }) => kind === 'screened').map(({ to }) => to);
    expect(outcomes[0]).toBe(String(score));
    expect(outcomes.at(-1)).toBe(String(confirmed.riskScores[0]));
    const due = Date.parse(confirmed.dueAt ?? '') - Date.parse(confirmed.createdAt);
    expect(due).toBe((confirmed.riskScores[0] ?? 0) >= 80 ? 900_000 : 14_400_000);
    // The other organization has a row of its own, by its own thresholds.
    expect((await list(elsewhere, eve)).data.transactions).toMatchObject([
      { clientId: null, overThreshold: false, riskScores: confirmed.riskScores },
    ]);

    // What goes out is watched where it was asked for; what is worth less than 30 dollars is counted.
    const spend = chain.spend(
      [at(pay, 0, 2n * coin)],
      [out('exchange', coin), out('customer', coin - 50_000n)],
    );
    const crumbs = chain.spend(
      [at(pay, 1, 18n * coin - 1000n)],
      [out('customer', 50_000n), out('rest', coin)],
    );
    chain.mine([spend, crumbs]);
    await ledger.append('demo', chain.blocks.slice(-1));
    await screen();
    expect(await list()).toMatchObject({ total: 1, belowThreshold: 1 });
    const theirs = (await list(elsewhere, eve)).data.transactions.filter(
      ({ direction }) => direction === 'out',
    );
    expect(theirs).toMatchObject([
      {
        amount: String(coin + 50_000n),
        counterparties: [{ address: addressOf('exchange'), amount: String(coin) }],
      },
    ]);
    const used = async (who: typeof ada, organizationId: string) =>
      (await api.as(who, endpoints.getUsage, { params: { id: organizationId } })).data.transactions.used;
    expect([await used(ada, id), await used(eve, elsewhere)]).toEqual([1, 2]);
  });

  test('tries again what fails, ever later; after five times it is listed as failed. What changed meanwhile is not overwritten', async () => {
    const { db, api, id, screen, list, get } = await prepare(databases);
    const nowhere = await insertTransaction(api, { organizationId: id, due: true, address: addressOf('a') });
    const gone = await insertTransaction(api, { organizationId: id, due: true, presence: 'withdrawn' });
    const state = async () =>
      (
        await api.rows<{ attempts: number; screening: string; due: Date | null }>(
          'select attempts, screening, next_attempt_at as due from compliance_transaction where id = $1',
          [nowhere],
        )
      )[0];
    for (const wait of [2_000, 10_000, 60_000, 300_000]) {
      await screen();
      const { attempts, due } = (await state()) ?? {};
      expect(due?.getTime()).toBe(api.clock + wait);
      await screen();
      expect(await state()).toMatchObject({ attempts, screening: 'pending' });
      api.clock += wait;
    }
    await screen();
    expect(await state()).toMatchObject({ screening: 'failed', due: null });
    const states = (await list()).data.transactions.map(({ screening }) => screening);
    expect(states.toSorted()).toEqual(['failed', 'not_covered']);
    expect((await get(nowhere)).events.at(-1)).toMatchObject({ kind: 'screened', to: 'failed' });
    expect((await get(gone)).riskScores).toEqual([]);

    const kysely = createKysely(db);
    const late = await insertTransaction(api, { organizationId: id, due: true });
    const [row] = await readDue(kysely, { at: new Date(api.clock), limit: 5 });
    if (row?.id !== late) throw new Error('It is not due');
    await api.rows(`update compliance_transaction set presence = 'withdrawn' where id = $1`, [late]);
    expect(
      await settle(kysely, row, {
        screening: 'scored',
        risk_score: 5,
        risk_level: 'low',
        next_attempt_at: null,
      }),
    ).toBe(false);
    expect(await get(late)).toMatchObject({ screening: 'pending', riskScores: [] });
  });
});

describeWithDatabase('Screening of compliance transactions of Ethereum', (databases) => {
  test('is of one asset: ether and tokens of known contracts with their worth, another token without', async () => {
    const { db, api, screen, monitor, list } = await prepare(databases);
    const ether = 10n ** 18n;
    const [bourse, customer, other, dollar] = [account(1), account(2), account(3), account(0x100)];
    // A token that calls itself so is none: a price is that of a contract.
    const [tether, odd] = [
      'dac17f958d2ee523a2206206994597c13d831ec7',
      '6b175474e89094c44da98b954eedeac495271d0f',
    ].map(fromHex) as [Uint8Array, Uint8Array];
    const text = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
    await monitor(text(customer), { blockchain: 'ethereum' });
    const ledger = createEthereumLedger({ db, listener: createMatching().ethereum });
    const time = start / 1000;
    const first = makeBundle({ height: 0, parentHash: new Uint8Array(32), time });
    const second = makeBundle({
      height: 1,
      parentHash: first.block.hash,
      time: time + 12,
      txs: [
        { from: bourse, to: customer, value: 2n * ether },
        { from: other, to: dollar, logs: [erc20(dollar, other, customer, 1234n)] },
        { from: other, to: tether, logs: [erc20(tether, other, customer, 31_500_000n)] },
        // Worth less than the organization's threshold of 30 dollars: counted, not listed.
        { from: bourse, to: tether, nonce: 1n, logs: [erc20(tether, bourse, customer, 20_000_000n)] },
        { from: other, to: odd, logs: [erc20(odd, other, customer, 77n)] },
      ],
      tokens: [
        { contract: dollar, standard: 'erc20', name: 'Example Dollar', symbol: 'USDT', decimals: 2 },
        { contract: tether, standard: 'erc20', name: 'Tether USD', symbol: 'USDT', decimals: 6 },
      ],
    });
    const balances = new Map([bourse, other].map((one) => [text(one).slice(2), 10n * ether]));
    await ledger.append({ chainId: 1337n, network: 'demo' }, [first, second], { balances, complete: true });
    await api.sync('lists', [
      subject('a', { proper_name: 'Bourse', entity_type: 'exchange' }),
      attribution('a', text(bourse)),
    ]);
    await screen();
    const { transactions } = (await list()).data;
    const sorted = transactions.toSorted((a, b) => b.amount.length - a.amount.length);
    expect(sorted).toMatchObject([
      {
        asset: { symbol: 'ETH', decimals: 18, contract: null },
        amount: String(2n * ether),
        usdAmount: '5000.00',
        counterparties: [{ name: 'Bourse', amount: String(2n * ether) }],
        counterpartiesInAll: 1,
        screening: 'scored',
        basis: { of: 'transaction', height: 1 },
      },
      {
        asset: { symbol: 'USDT', decimals: 6 },
        amount: '31500000',
        usdAmount: '31.53',
      },
      {
        asset: { symbol: 'USDT', decimals: 2 },
        amount: '1234',
        usdAmount: null,
        counterparties: [{ entityId: null, name: null, amount: '1234' }],
      },
      // Its contract has a price, but how many units make one is not known.
      { amount: '77', usdAmount: null },
    ]);
  });

  test('that brings several assets shows them all: worth, score and counterparties are of all of them', async () => {
    const { db, api, screen, monitor, list, get } = await prepare(databases);
    const ether = 10n ** 18n;
    const [sanctioned, customer, other, odd] = [account(1), account(2), account(3), account(0x101)];
    const tether = fromHex('dac17f958d2ee523a2206206994597c13d831ec7');
    const text = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
    await monitor(text(customer), { blockchain: 'ethereum' });
    const ledger = createEthereumLedger({ db, listener: createMatching().ethereum });
    const time = start / 1000;
    const first = makeBundle({ height: 0, parentHash: new Uint8Array(32), time });
    const money = erc20(tether, sanctioned, customer, 5_000_000_000n);
    const dust = Array.from({ length: 25 }, (_, i) => erc20(account(0x200 + i), other, customer, 1n));
    const second = makeBundle({
      height: 1,
      parentHash: first.block.hash,
      time: time + 12,
      txs: [
        // One wei hides nothing of what comes with it.
        { from: other, to: customer, value: 1n, logs: [money, erc20(odd, customer, other, 9n)] },
        { from: other, to: customer, nonce: 1n, value: 2n, logs: [erc20(odd, other, customer, 5n)] },
        // Nor do tokens that nobody wants.
        { from: other, to: customer, nonce: 2n, value: 3n, logs: [...dust, money] },
        {
          from: other,
          to: customer,
          nonce: 3n,
          value: 4n,
          logs: [...dust.slice(0, 10), erc20(odd, sanctioned, customer, 7n)],
        },
      ],
      tokens: [
        { contract: tether, standard: 'erc20', name: 'Tether USD', symbol: 'USDT', decimals: 6 },
        { contract: odd, standard: 'erc20', name: 'Odd', symbol: 'ODD', decimals: 2 },
      ],
    });
    await ledger.append({ chainId: 1337n, network: 'demo' }, [first, second], {
      balances: new Map([[text(other).slice(2), 10n * ether]]),
      complete: true,
    });
    await api.sync('lists', [
      subject('a', { proper_name: 'Listed Group', entity_type: 'sanctions', ofac: 'true' }),
      attribution('a', text(sanctioned)),
    ]);
    await screen();
    const { transactions } = (await list()).data;
    const [hidden, unpriced, buried, late] = transactions.toSorted((a, b) =>
      a.amount.localeCompare(b.amount),
    );
    const contractOf = (bytes: Uint8Array) => expect.stringMatching(new RegExp(text(bytes), 'i')) as string;
    expect(hidden).toMatchObject({
      asset: { symbol: 'ETH' },
      amount: '1',
      usdAmount: '5005.00',
      assets: [
        { symbol: 'ETH', contract: null, direction: 'in', amount: '1', usdAmount: '0.00' },
        {
          symbol: 'USDT',
          contract: contractOf(tether),
          direction: 'in',
          amount: '5000000000',
          usdAmount: '5005.00',
        },
        { symbol: 'ODD', contract: contractOf(odd), direction: 'out', amount: '9', usdAmount: null },
      ],
      counterparties: [
        { address: contractOf(other), amount: '1' },
        { address: contractOf(sanctioned), name: 'Listed Group', amount: '0' },
      ],
      counterpartiesInAll: 2,
      screening: 'scored',
      overThreshold: true,
      basis: { of: 'transaction', asset: contractOf(tether) },
    });
    expect(unpriced).toMatchObject({ amount: '2', usdAmount: null, screening: 'nothing_known' });
    expect(unpriced?.assets).toHaveLength(2);
    expect(buried).toMatchObject({
      amount: '3',
      usdAmount: null,
      overThreshold: true,
      basis: { asset: contractOf(tether) },
    });
    expect(late).toMatchObject({ overThreshold: true, basis: { asset: contractOf(odd) } });
    expect(buried?.assets).toHaveLength(mostAssets);
    expect(buried?.assets[1]).toMatchObject({ symbol: 'USDT', usdAmount: '5005.00' });
    // The score is that of the token alone, as anybody can ask for it.
    const detail = await get(hidden?._id ?? '');
    expect(detail.riskScores[0]).toBeGreaterThan(70);
  });
});
