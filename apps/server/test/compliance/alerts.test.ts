import {
  addressKeyOfScript,
  encodeAddress,
  encodeTransaction,
  fromHex,
  networks,
  toDisplayHash,
} from '@hopscope/chain';
import { type AlertRuleInput, endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { createBitcoinMempool } from '../../src/ledger/bitcoin/mempool/mempool.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { type Coin, createChain } from '../support/ledger/chain-builder.ts';
import { insertTransaction } from '../support/api/compliance-rows.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { attribution, subject } from '../support/servers/directory-source.ts';
import { addressOf as account, erc20, makeBundle } from '../support/sources/ethereum-blocks.ts';
import type { Someone } from '../support/api/teams-api.ts';
import { createMatching } from '../../src/contexts/compliance/matching/matching.ts';

const coin = 100_000_000n;
const start = Date.UTC(2026, 0, 1);
const script = (name: string): Uint8Array =>
  fromHex(`0014${Buffer.from(name.padEnd(20, '.')).toString('hex')}`);
const addressOf = (name: string): string =>
  encodeAddress(addressKeyOfScript(script(name), nativeHashing) ?? new Uint8Array(), networks.demo);
const out = (name: string, value: bigint) => ({ value, script: script(name) });

const anything: AlertRuleInput = {
  targetType: 'address',
  target: addressOf('customer'),
  blockchain: 'bitcoin',
  direction: 'in',
  amount: null,
  severity: 'medium',
  counterpartyRelation: null,
  counterpartyEntity: null,
  category: null,
  summary: '',
};

/** An organization of four, and calls in their names. */
async function prepare(databases: TestDatabases) {
  const db = await databases.empty();
  const api = await createDirectoryApi(db, { start });
  const named = (name: string): Promise<Someone> => api.someone(`${name}@example.org`);
  const [ada, max, grace, eve] = [
    await named('ada'),
    await named('max'),
    await named('grace'),
    await named('eve'),
  ];
  const id = await api.found(ada);
  await api.assign(id, 'business');
  const maxId = await api.enlist(ada, id, max, 'manager');
  await api.enlist(ada, id, grace);
  const screen = () => api.context.screening.run(new AbortController().signal);
  const create = async (rule: Partial<AlertRuleInput> = {}) =>
    (await api.within(id, ada, endpoints.createAlertRule, { body: { ...anything, ...rule } })).data;
  const list = (query: Record<string, string | number> = {}) =>
    api.within(id, grace, endpoints.listAlerts, { query });
  const dryRun = (rule: Partial<AlertRuleInput> = {}, query: Record<string, string | number> = {}) =>
    api.within(id, grace, endpoints.dryRunAlertRule, { body: { ...anything, ...rule }, query });
  const send = async (who: Someone, method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const headers = { 'x-organization-id': id };
    const asked = { method, token: who.accessToken, headers, ...(payload && { payload }) };
    const answer = await api.ask(`/alerts${path}`, asked);
    return { status: answer.statusCode, body: answer.body };
  };
  return { db, api, ada, max, maxId, grace, eve, id, screen, create, list, dryRun, send };
}

describeWithDatabase('Alert rules', (databases) => {
  test('raise when a transaction is screened, once each; a dry run says the same; what is withdrawn keeps its alert', async () => {
    const { db, api, ada, id, screen, create, list, dryRun, send } = await prepare(databases);
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
    const monitor = { address: addressOf('customer'), entityName: 'Customer Ltd' };
    await api.within(id, ada, endpoints.addMonitoredAddress, { body: monitor });

    // The listed group and the site pay the customer 1 each.
    const raising: Record<string, Partial<AlertRuleInput>> = {
      any: {},
      two: { amount: '2', summary: 'Two or more', severity: 'high' },
      named: { counterpartyEntity: 'listed GROUP', amount: '1', counterpartyRelation: 'direct' },
      sanctioned: { category: 'sanctioned', amount: '1' },
      entity: {
        targetType: 'entity',
        target: 'Listed Group',
        direction: 'out',
        counterpartyEntity: 'customer ltd',
      },
      hidden: { counterpartyEntity: 'CSAM Related Entity' },
    };
    const silent: Record<string, Partial<AlertRuleInput>> = {
      more: { amount: '2.00000001' },
      out: { direction: 'out' },
      other: { target: addressOf('other') },
      part: { counterpartyEntity: 'Listed Group', amount: '1.1' },
      category: { category: 'mixer' },
      receives: { targetType: 'entity', target: 'Listed Group', direction: 'in' },
      // Who may not see the name cannot find out by a rule either.
      unseen: { counterpartyEntity: 'Unspeakable Site' },
      unseenTarget: { targetType: 'entity', target: 'Unspeakable Site', direction: 'both' },
    };
    const made = new Map<string, string>();
    for (const [name, rule] of Object.entries({ ...raising, ...silent })) {
      made.set((await create(rule))._id, name);
    }
    const paused = await create();
    await send(ada, 'PUT', `/rules/${paused._id}`, { version: 1, isActive: false });
    const gone = await create();
    expect((await send(ada, 'DELETE', `/rules/${gone._id}`)).status).toBe(200);

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
    expect((await list()).total).toBe(0);
    await screen();
    const raised = await list({ limit: 100 });
    const names = raised.data.map(({ ruleId }) => made.get(ruleId ?? '') ?? 'none').toSorted();
    expect(names).toEqual(Object.keys(raising).toSorted());
    expect(raised).toMatchObject({ total: 6, counts: { all: 6, new: 6 } });
    expect(raised.data.find(({ summary }) => summary === 'Two or more')).toMatchObject({
      type: 'address',
      severity: 'high',
      status: 'new',
      happenedAt: new Date(start).toISOString(),
      message: `2 BTC received by ${addressOf('customer')}`,
      txId: toDisplayHash(pay.txid),
      withdrawn: false,
      version: 1,
    });
    for (const [name, rule] of Object.entries(raising)) {
      expect([name, (await dryRun(rule)).total]).toEqual([name, 1]);
    }
    for (const [name, rule] of Object.entries(silent)) {
      expect([name, (await dryRun(rule)).total]).toEqual([name, 0]);
    }

    // In a block it is screened again: nothing is raised twice, and what was made meanwhile is.
    const late = await create({
      targetType: 'transaction',
      target: toDisplayHash(pay.txid),
      direction: 'both',
    });
    chain.mine([pay]);
    await ledger.append('demo', chain.blocks.slice(-1));
    await screen();
    const again = await list({ limit: 100 });
    expect(again.total).toBe(7);
    expect(again.data[0]).toMatchObject({ ruleId: late._id, type: 'transaction' });
    // Spent together in the block: one cluster, which sent both.
    const cluster = { target: addressOf('shop'), withCluster: true, direction: 'out' } as const;
    const found = async (rule: Partial<AlertRuleInput>) => (await dryRun({ ...cluster, ...rule })).total;
    expect([await found({ amount: '2' }), await found({ amount: '2.1' })]).toEqual([1, 0]);
    expect([await found({ withCluster: false }), await found({ direction: 'in' })]).toEqual([0, 0]);
    await api.rows(`update compliance_transaction set presence = 'withdrawn'`);
    const after = await list({ limit: 100 });
    expect([after.total, after.data.every(({ withdrawn }) => withdrawn)]).toEqual([7, true]);
    expect((await dryRun()).data).toMatchObject([{ withdrawn: true }]);
  });

  test('a payment in a block that a reorganization reverses by a double spend says so everywhere and raises an alert of no rule', async () => {
    const { db, api, ada, id, screen, list } = await prepare(databases);
    const chain = createChain({ seed: 9, maxTxs: 0, wallet: 3, time: (height) => start / 1000 + height });
    chain.extend(110);
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
    await ledger.append('demo', chain.blocks);
    await api.within(id, ada, endpoints.addMonitoredAddress, { body: { address: addressOf('customer') } });
    const coins = chain.coins.filter(({ value }) => value >= 2n * coin);
    const spend = (from: Coin | undefined, name: string, rest: bigint) => {
      if (!from) throw new Error('Nothing was mined');
      return chain.spend([from], [out(name, coin), out('rest', from.value - coin - rest)]);
    };
    const [now, later, valid] = coins.map((from) => spend(from, 'customer', 1000n));
    if (!now || !later || !valid) throw new Error('Nothing was mined');
    const change = { txid: now.txid, vout: 1, value: now.outputs[1]?.value ?? 0n };
    const child = chain.spend([change], [out('customer', change.value - 500n)]);
    const [atOnce, nextBlock] = coins.map((from) => spend(from, 'thief', 2000n));
    if (!atOnce || !nextBlock) throw new Error('Nothing was mined');

    const common = chain.blocks.length;
    const fork = chain.fork(common - 1, 4);
    chain.mine([now, later, valid, child]);
    await ledger.append('demo', chain.blocks.slice(common));
    await screen();
    expect((await list()).total).toBe(0);

    const state = async (tx: { txid: Uint8Array }) => {
      const { transactions } = (
        await api.within(id, ada, endpoints.listComplianceTransactions, { query: {} })
      ).data;
      const found = transactions.find(({ txId }) => txId === toDisplayHash(tx.txid));
      const params = { id: found?._id ?? '' };
      return (await api.within(id, ada, endpoints.getComplianceTransaction, { params })).data;
    };
    const page = async (tx: { txid: Uint8Array }) => {
      const url = `/blockchain/transaction/${toDisplayHash(tx.txid)}?blockchain=bitcoin`;
      const answer = await api.ask(url, { token: ada.accessToken });
      return { status: answer.statusCode, ...answer.json<object>() };
    };
    const isReversed = async (tx: { txid: Uint8Array }, by: { txid: Uint8Array }) => {
      const replacedBy = toDisplayHash(by.txid);
      const row = await state(tx);
      expect(row).toMatchObject({ presence: 'withdrawn', withdrawnBecause: 'conflict', replacedBy });
      expect(row.events.filter(({ kind }) => kind === 'withdrawn')).toMatchObject([
        { to: 'reorganized' },
        { to: 'conflict', note: replacedBy },
      ]);
      expect(await page(tx)).toMatchObject({
        status: 410,
        message: expect.stringMatching(/^A reorganization removed this transaction/),
        details: { reason: 'conflict', replacedBy, height: common },
      });
    };
    const isOnlyOut = async (tx: { txid: Uint8Array }) => {
      expect(await state(tx)).toMatchObject({
        presence: 'withdrawn',
        withdrawnBecause: 'reorganized',
        replacedBy: null,
      });
      expect(await page(tx)).toMatchObject({ status: 410, details: { reason: 'mined', replacedBy: null } });
    };

    fork.mine([atOnce]);
    fork.mine([]);
    await ledger.reorganize('demo', 1, fork.blocks.slice(common));
    await isReversed(now, atOnce);
    await isReversed(child, atOnce);
    await isOnlyOut(later);
    await isOnlyOut(valid);
    await screen();
    await screen();
    const raised = await list({ limit: 100 });
    expect(raised.data.map(({ txId }) => txId).toSorted()).toEqual(
      [now, child].map(({ txid }) => toDisplayHash(txid)).toSorted(),
    );
    expect(raised.data.find(({ txId }) => txId === toDisplayHash(now.txid))).toMatchObject({
      ruleId: null,
      type: 'transaction',
      severity: 'high',
      status: 'new',
      withdrawn: true,
      summary: 'A confirmed payment was reversed by a double spend',
      message: `1 BTC received by ${addressOf('customer')} was reversed: ${toDisplayHash(atOnce.txid)} spent the same coins`,
    });

    // In a block that comes after the reorganization; what is still valid comes back in it.
    fork.mine([nextBlock, valid]);
    await ledger.append('demo', fork.blocks.slice(-1));
    await isReversed(later, nextBlock);
    expect(await state(valid)).toMatchObject({ presence: 'confirmed', withdrawnBecause: null });
    await screen();
    expect((await list()).total).toBe(3);
    // They come within a day at one address.
    const groups = await api.within(id, ada, endpoints.listAlertGroups, { query: {} });
    expect(groups).toMatchObject({ total: 1, data: [{ count: 3, ruleId: null }] });
    const events = await api.within(id, ada, endpoints.listAlertEvents, { query: {} });
    expect(events.data).toMatchObject([1, 2, 3].map(() => ({ data: { ruleId: null } })));

    // The first branch wins after all: the payments stand again, and the double spends are what is gone.
    for (let i = 0; i < 4; i++) chain.mine([]);
    await ledger.reorganize('demo', 3, chain.blocks.slice(common));
    for (const tx of [now, later, valid, child]) {
      expect(await state(tx)).toMatchObject({ presence: 'confirmed', withdrawnBecause: null });
    }
    expect(await page(atOnce)).toMatchObject({
      status: 410,
      details: { reason: 'conflict', replacedBy: toDisplayHash(now.txid) },
    });
    await screen();
    expect((await list()).total).toBe(3);
  });

  test('an indirect relation is that to who stands further back: known in a block, asked again when labels change', async () => {
    const { db, api, ada, id, screen, create, list, dryRun } = await prepare(databases);
    const chain = createChain({ seed: 5, maxTxs: 0, wallet: 3, time: (height) => start / 1000 + height });
    chain.extend(120);
    const [first, second] = chain.coins.filter(({ value }) => value >= 20n * coin);
    if (!first || !second) throw new Error('Nothing was mined');
    const send = (from: Coin, name: string, value: bigint): Coin => {
      const tx = chain.spend([from], [out(name, value)]);
      chain.mine([tx]);
      return { txid: tx.txid, vout: 0, value };
    };
    // Both have paid the same one, who pays the customer.
    const coins = [
      send(send(first, 'far', 10n * coin), 'near', 9n * coin),
      send(send(second, 'site', 10n * coin), 'near', 9n * coin),
    ];
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
    await ledger.append('demo', chain.blocks);
    while ((await ledger.catchUpClusters(1000)).behind);
    await api.sync('lists', [
      subject('b', { proper_name: 'Unspeakable Site', entity_type: 'csam' }),
      attribution('b', addressOf('site')),
    ]);
    await api.within(id, ada, endpoints.addMonitoredAddress, {
      body: { address: addressOf('customer'), entityName: 'Customer Ltd' },
    });
    const behind = { counterpartyRelation: 'indirect' } as const;
    const entity = { targetType: 'entity', target: 'Listed Group', direction: 'out' } as const;
    const early: Record<string, Partial<AlertRuleInput>> = {
      anybody: behind,
      hidden: { ...behind, counterpartyEntity: 'CSAM Related Entity', amount: '2' },
    };
    const late: Record<string, Partial<AlertRuleInput>> = {
      sanctioned: { ...behind, category: 'sanctioned' },
      entity: { ...behind, ...entity, counterpartyEntity: 'customer ltd' },
      complete: { ...behind, counterpartyEntity: 'listed group', amount: '2' },
      either: { counterpartyEntity: 'Listed Group' },
    };
    const silent: Record<string, Partial<AlertRuleInput>> = {
      direct: { counterpartyRelation: 'direct', counterpartyEntity: 'Listed Group' },
      more: { ...behind, counterpartyEntity: 'Listed Group', amount: '2.00000001' },
      category: { ...behind, category: 'mixer' },
      unseen: { ...behind, counterpartyEntity: 'Unspeakable Site' },
      receives: { ...entity, direction: 'in' },
    };
    const made = new Map<string, string>();
    for (const [name, rule] of Object.entries({ ...early, ...late, ...silent })) {
      made.set((await create(rule))._id, name);
    }
    const raised = async () =>
      (await list({ limit: 100 })).data.map(({ ruleId }) => made.get(ruleId ?? '') ?? 'none').toSorted();
    const tried = async (rule: Partial<AlertRuleInput>) => {
      const { total, notKnown } = await dryRun(rule);
      return [total, notKnown];
    };

    // While it waits nobody has looked at what stands behind it.
    const pay = chain.spend(coins, [out('customer', 2n * coin), out('near', 16n * coin - 1000n)]);
    const mempool = createBitcoinMempool({
      db,
      hashing: nativeHashing,
      limit: 100,
      now: () => start,
      listener: createMatching().bitcoin,
    });
    await mempool.sync({ present: [pay.txid], arrived: [encodeTransaction(pay)] });
    await screen();
    expect(await raised()).toEqual([]);
    expect([await tried(behind), await tried({ ...behind, amount: '3' })]).toEqual([
      [0, 1],
      [0, 0],
    ]);

    chain.mine([pay]);
    await ledger.append('demo', chain.blocks.slice(-1));
    await screen();
    expect(await raised()).toEqual(Object.keys(early).toSorted());
    for (const rule of Object.values(late)) expect(await tried(rule)).toEqual([0, 0]);

    // A release names who else stands there.
    await api.sync('sanctions', [
      subject('a', { proper_name: 'Listed Group', entity_type: 'organization', ofac: 'true' }),
      attribution('a', addressOf('far')),
    ]);
    await api.context.rescreening.run(new AbortController().signal);
    expect(await raised()).toEqual(Object.keys({ ...early, ...late }).toSorted());
    for (const rule of Object.values({ ...early, ...late })) expect(await tried(rule)).toEqual([1, 0]);
    for (const [name, rule] of Object.entries(silent)) {
      expect([name, await tried(rule)]).toEqual([name, [0, 0]]);
    }

    // Whoever is on the other side as well is no indirect one.
    const [row] = await api.rows<{ counterparties: string; parties: string }>(
      'select t.counterparties, e.parties from compliance_transaction t join compliance_exposure e on e.transaction_id = t.id',
    );
    const stored = JSON.parse(row?.parties ?? '') as { items: { entity: object }[] };
    expect(stored.items).toHaveLength(2);
    expect(stored).toMatchObject({ isComplete: true });
    const parties = JSON.parse(row?.counterparties ?? '') as { items: object[] };
    const same = stored.items.map(({ entity: each }) => ({ ...parties.items[0], entity: each }));
    await api.rows('update compliance_transaction set counterparties = $1', [
      JSON.stringify({ total: 2, items: same }),
    ]);
    for (const rule of [behind, early.hidden, late.complete]) expect(await tried(rule ?? {})).toEqual([0, 0]);
    // Screened before it was kept.
    await api.rows('delete from compliance_exposure');
    expect([await tried(behind), await tried(silent.direct ?? {})]).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  test('an indirect relation on Ethereum, in ether and in tokens', async () => {
    const { db, api, ada, id, screen, create, list, dryRun } = await prepare(databases);
    const ether = 10n ** 18n;
    const [far, near, customer, token] = [account(1), account(2), account(3), account(0x101)];
    const text = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
    await api.within(id, ada, endpoints.addMonitoredAddress, {
      body: { address: text(customer), blockchain: 'ethereum', entityName: 'Customer Ltd' },
    });
    const time = start / 1000;
    const first = makeBundle({ height: 0, parentHash: new Uint8Array(32), time });
    const second = makeBundle({
      height: 1,
      parentHash: first.block.hash,
      time: time + 12,
      txs: [{ from: far, to: near, value: 5n * ether, logs: [erc20(token, far, near, 900n)] }],
      tokens: [{ contract: token, standard: 'erc20', name: 'Token', symbol: 'TOK', decimals: 2 }],
    });
    const third = makeBundle({
      height: 2,
      parentHash: second.block.hash,
      time: time + 24,
      txs: [
        { from: near, to: customer, value: 2n * ether },
        { from: near, to: token, nonce: 1n, logs: [erc20(token, near, customer, 900n)] },
      ],
    });
    const ledger = createEthereumLedger({ db, listener: createMatching().ethereum });
    await ledger.append({ chainId: 1337n, network: 'demo' }, [first, second, third], {
      balances: new Map([[text(far).slice(2), 10n * ether]]),
      complete: true,
    });
    await api.sync('sanctions', [
      subject('a', { proper_name: 'Listed Group', entity_type: 'organization', ofac: 'true' }),
      attribution('a', text(far)),
    ]);
    const base = { target: text(customer), blockchain: 'ethereum' } as const;
    const behind = { ...base, counterpartyRelation: 'indirect', category: 'sanctioned' } as const;
    const raising = await create(behind);
    const named = await create({
      ...behind,
      category: null,
      counterpartyEntity: 'listed group',
      amount: '2',
    });
    await create({ ...behind, counterpartyRelation: 'direct' });
    await create({ ...behind, category: 'mixer' });
    await create({ ...behind, amount: '2.000000000000000001' });
    await screen();
    const raised = (await list()).data.map(({ ruleId }) => ruleId ?? '');
    expect(raised.toSorted()).toEqual([raising._id, raising._id, named._id].toSorted());
    expect(await dryRun(behind)).toMatchObject({ total: 2, notKnown: 0 });
  });

  test('what could not be screened is compared too: an amount is known, who is on the other side is not', async () => {
    const { api, id, screen, create, list } = await prepare(databases);
    await insertTransaction(api, {
      organizationId: id,
      due: true,
      address: addressOf('customer'),
      amount: coin,
    });
    const one = await create({ amount: '1' });
    await create({ amount: '1', counterpartyRelation: 'direct' });
    for (const wait of [2_000, 10_000, 60_000, 300_000, 0]) {
      await screen();
      api.clock += wait;
    }
    expect((await list()).data.map(({ ruleId }) => ruleId)).toEqual([one._id]);
  });
});

describeWithDatabase('Alerts of an organization', (databases) => {
  test('rules are changed by their version and by those who may; what can never be decided is refused', async () => {
    const { api, ada, max, grace, id, create, send } = await prepare(databases);
    const rule = await create({ target: addressOf('customer').toUpperCase(), summary: ' Payroll ' });
    expect(rule).toMatchObject({
      target: addressOf('customer'),
      summary: 'Payroll',
      isActive: true,
      version: 1,
    });
    const change = (who: Someone, body: object) => send(who, 'PUT', `/rules/${rule._id}`, body);
    expect((await change(grace, { version: 1, isActive: false })).status).toBe(403);
    expect((await change(max, { version: 1, isActive: false, amount: '0.5' })).status).toBe(200);
    const second = await change(ada, { version: 1, severity: 'low' });
    expect(second.status).toBe(409);
    expect(JSON.parse(second.body)).toMatchObject({
      code: 'changed_meanwhile',
      details: { current: { _id: rule._id, amount: '0.5', isActive: false, version: 2 } },
    });
    const bad: readonly object[] = [
      { counterpartyRelation: 'indirect', direction: 'out' },
      { counterpartyRelation: 'indirect', targetType: 'entity', target: 'Shop' },
      { counterpartyRelation: 'indirect', withCluster: true },
      { counterpartyRelation: 'indirect', category: 'personal' },
      { category: 'nonsense' },
      { amount: '0.000000001' },
      { amount: '-1' },
      { amount: '1e3' },
      { target: 'bc1qnothing' },
      { target: '  ' },
      { targetType: 'transaction', target: 'ab' },
      { blockchain: 'ethereum' },
      { targetType: 'entity', target: 'Shop', withCluster: true },
      { summary: 'a\u0000b' },
    ];
    for (const wrong of bad) {
      const answer = await send(ada, 'POST', '/rules', { ...anything, ...wrong });
      expect([wrong, answer.status]).toEqual([wrong, 400]);
      expect((await send(grace, 'POST', '/rules/dry-run', { ...anything, ...wrong })).status).toBe(400);
    }
    expect(
      (
        await send(ada, 'POST', '/rules', {
          ...anything,
          counterpartyRelation: 'indirect',
          direction: 'both',
        })
      ).body,
    ).toContain('Indirect exposure is known for incoming payments only');
    // What makes it undecidable may come with a change.
    const behind = await create({ counterpartyRelation: 'indirect' });
    const outgoing = { version: 1, direction: 'out' };
    expect((await send(ada, 'PUT', `/rules/${behind._id}`, outgoing)).status).toBe(400);
    expect((await send(ada, 'DELETE', `/rules/${behind._id}`)).status).toBe(200);
    expect((await send(ada, 'DELETE', `/rules/${rule._id}`)).status).toBe(200);
    expect((await send(ada, 'DELETE', `/rules/${rule._id}`)).status).toBe(404);
    expect((await api.within(id, grace, endpoints.listAlertRules, {})).data).toEqual([]);
    await create();
    await api.rows(
      `insert into alert_rule select gen_random_uuid(), organization_id, target_type, target, chain, conditions, severity,
         summary, is_active, version, created_at, updated_at, null
       from alert_rule, generate_series(1, 200)`,
    );
    expect((await send(ada, 'POST', '/rules', anything)).body).toContain('at most 200 alert rules');
  });

  test('alerts are searched, filtered, sorted and paged; acknowledged once, given to members and taken back', async () => {
    const { api, ada, max, maxId, grace, eve, id, create, list, send } = await prepare(databases);
    const rules = [
      await create({ severity: 'high', summary: 'Big 50%_' }),
      await create({ severity: 'low', summary: 'Small' }),
    ];
    const txid = 'ab'.repeat(32);
    for (let n = 0; n < 12; n++) {
      const transaction = await insertTransaction(api, { organizationId: id, ...(n === 3 && { txid }) });
      const rule = rules[n % 2];
      await api.rows(
        `insert into alert (group_id, id, organization_id, rule_id, transaction_id, type, severity, message, summary, raised_at, status,
           version) values (gen_random_uuid(), gen_random_uuid(), $1, $2, $3, 'address', $4, $5, $6, $7, 'new', 1)`,
        [id, rule?._id, transaction, rule?.severity, `Alert ${n}`, rule?.summary, new Date(start + n * 1000)],
      );
    }
    const messages = async (query: Record<string, string | number>) =>
      (await list(query)).data.map(({ message }) => message);
    const page = await list();
    expect(page).toMatchObject({ total: 12, page: 1, limit: 10, counts: { all: 12, new: 12 } });
    expect(page.data[0]?.message).toBe('Alert 11');
    expect(await messages({ page: 2 })).toEqual(['Alert 1', 'Alert 0']);
    expect(await messages({ search: ' aLERT 1' })).toEqual(['Alert 11', 'Alert 10', 'Alert 1']);
    expect([(await list({ search: '50%_' })).total, (await list({ search: '%' })).total]).toEqual([6, 6]);
    expect(await messages({ search: txid.toUpperCase() })).toEqual(['Alert 3']);
    expect((await list({ severity: 'medium' })).total).toBe(0);
    const severities = (await list({ sortBy: 'severity', limit: 12 })).data.map(({ severity }) => severity);
    expect([severities[0], severities[6]]).toEqual(['high', 'low']);
    expect((await messages({ sortBy: 'severity', sortOrder: 'asc' }))[0]).toBe('Alert 11');
    expect((await messages({ sortBy: 'timestamp', sortOrder: 'asc' }))[0]).toBe('Alert 0');
    expect((await messages({ sortBy: 'message', sortOrder: 'asc' })).slice(0, 2)).toEqual([
      'Alert 0',
      'Alert 1',
    ]);

    const one = page.data[0]?._id ?? '';
    const acknowledge = (who: Someone, version: number) =>
      send(who, 'PUT', `/${one}/acknowledgment`, { version });
    const assign = (assigneeId: string | null, version: number) =>
      send(ada, 'PUT', `/${one}/assignee`, { assigneeId, version });
    expect((await acknowledge(grace, 1)).status).toBe(403);
    expect((await assign(eve.id, 1)).status).toBe(400);
    expect((await assign(max.id, 1)).status).toBe(200);
    expect((await list()).data[0]?.assignee).toMatchObject({ _id: max.id, email: 'max@example.org' });
    await api.as(ada, endpoints.removeMember, { params: { id, memberId: maxId } });
    expect((await list()).data[0]).toMatchObject({ assignee: null, version: 3 });
    expect((await assign(grace.id, 3)).status).toBe(200);
    const answers = await Promise.all([acknowledge(ada, 4), acknowledge(ada, 4)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await acknowledge(ada, 5)).status).toBe(200);
    expect((await list()).data[0]).toMatchObject({
      status: 'acknowledged',
      acknowledgedBy: { _id: ada.id },
      version: 5,
    });
    expect(await list({ status: 'new' })).toMatchObject({ total: 11, counts: { all: 12, new: 11 } });
    expect((await messages({ sortBy: 'status', sortOrder: 'asc' }))[0]).toBe('Alert 11');
    const audited = await api.audited(ada, id);
    const ofAlerts = audited.filter((action) => action.startsWith('alert.'));
    expect(ofAlerts).toEqual(['alert.assigned', 'alert.assigned', 'alert.acknowledged']);
  });
});
