import { toChecksumAddress, toHex } from '@hopscope/chain';
import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createKysely } from '../../src/db/dialect.ts';
import { withSession } from '../../src/db/session.ts';
import { createMatching } from '../../src/contexts/compliance/matching/matching.ts';
import { complianceRetention } from '../../src/contexts/compliance/transactions/compliance-retention.ts';
import type { EthereumBundle } from '../../src/ledger/ethereum/blocks/bundle.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { describeWithDatabase } from '../support/databases.ts';
import {
  addressOf,
  erc20,
  frozen,
  makeBundle,
  type TxParts,
  unfrozen,
} from '../support/sources/ethereum-blocks.ts';
import { topicOf } from '../support/sources/thorchain-events.ts';

const [issuer, customer, stranger, dollar, fake] = [1, 2, 3, 0x100, 0x102].map(addressOf) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const address = toChecksumAddress(`0x${toHex(customer)}`);
const tokenAddress = toChecksumAddress(`0x${toHex(dollar)}`);
const network = { chainId: 1337n, network: 'demo' };
const openings = { balances: new Map(), complete: true };
const start = Date.UTC(2026, 0, 1);

const token = (contract: Uint8Array, symbol: string) => ({
  contract,
  standard: 'erc20' as const,
  name: symbol,
  symbol,
  decimals: 2,
});

/** A block after another one, whose base fee makes siblings differ. */
function blockOn(before: EthereumBundle | undefined, txs: readonly TxParts[], tip = 0): EthereumBundle {
  const height = before ? before.block.header.number + 1 : 0;
  const tokens = height === 1 ? [token(dollar, 'XUSD'), token(fake, 'UЅDT')] : [];
  const parentHash = before?.block.hash ?? new Uint8Array(32);
  return makeBundle({ height, parentHash, txs, tokens, baseFee: BigInt(7 + tip) });
}

const call = (nonce: bigint, ...logs: NonNullable<TxParts['logs']>): TxParts => ({
  from: issuer,
  to: dollar,
  nonce,
  logs,
});
/** The tokens of a frozen account are destroyed. */
const wiped = (contract: Uint8Array, account: Uint8Array) => ({
  address: contract,
  topics: [topicOf('FrozenAddressWiped(address)'), Buffer.concat([Buffer.alloc(12), account])],
  data: new Uint8Array(),
});
const hashOf = ({ block }: EthereumBundle, index = 0): string =>
  `0x${toHex(block.transactions[index]?.hash ?? new Uint8Array())}`;
/** Transfers that make the names of both tokens known. */
const genesis = blockOn(undefined, []);
const first = blockOn(genesis, [
  call(0n, erc20(dollar, issuer, stranger, 1n), erc20(fake, issuer, stranger, 1n)),
]);

describeWithDatabase('A freeze of a monitored address', (databases) => {
  async function world() {
    const db = await databases.empty();
    const api = await createDirectoryApi(db, { start });
    const ledger = createEthereumLedger({ db, listener: createMatching().ethereum });
    const ada = await api.someone('ada@example.org');
    const run = () => api.context.issuerMeasures.run(new AbortController().signal);
    const found = async (name: string) => {
      const owner = name === 'ada' ? ada : await api.someone(`${name}@example.org`);
      const id = await api.found(owner);
      const alerts = async () => (await api.within(id, owner, endpoints.listAlerts, { query: {} })).data;
      const groups = async () => (await api.within(id, owner, endpoints.listAlertGroups, { query: {} })).data;
      const events = async () => (await api.within(id, owner, endpoints.listAlertEvents, { query: {} })).data;
      const monitor = (of: string) =>
        api.within(id, owner, endpoints.addMonitoredAddress, {
          body: { address: of, blockchain: 'ethereum' },
        });
      return { id, owner, alerts, groups, events, monitor };
    };
    /** Blocks of tests are from before the addresses were added. */
    const screenAll = () =>
      withSession(db, (session) => session.query(`update monitored_address set screen_from = '2009-01-01'`));
    return { db, api, ledger, run, found, screenAll };
  }

  test('raises an alert in each organization that monitors it, once, and a repeated block none', async () => {
    const { db, api, ledger, run, found, screenAll } = await world();
    const [one, two, other] = [await found('ada'), await found('bob'), await found('eve')];
    await one.monitor(address);
    await two.monitor(address);
    await other.monitor(`0x${toHex(addressOf(9))}`);
    await screenAll();
    await ledger.append(network, [genesis, first], openings);
    // Lifting a freeze, freezing somebody else, and tokens that imitate others raise none.
    const second = blockOn(first, [
      call(1n, unfrozen(dollar, customer), frozen(dollar, stranger), frozen(fake, customer)),
      call(2n, frozen(dollar, customer)),
      call(3n, wiped(dollar, customer)),
    ]);
    await ledger.append(network, [second]);
    expect(await one.alerts()).toEqual([]);
    // Two servers, and a restart in between.
    await Promise.all([run(), run()]);
    const again = await createDirectoryApi(db, { start });
    await again.context.issuerMeasures.run(new AbortController().signal);

    for (const { alerts, groups, events } of [one, two]) {
      const raised = await alerts();
      expect(raised).toHaveLength(2);
      const freeze = raised.find(({ measure }) => measure?.kind === 'frozen');
      expect(freeze).toMatchObject({
        type: 'address',
        severity: 'high',
        summary: 'The issuer of a token froze a monitored address',
        message: `XUSD of ${address} was frozen by its issuer`,
        ruleId: null,
        transactionId: null,
        measure: { kind: 'frozen', contract: tokenAddress },
        txId: hashOf(second, 1),
        blockchain: 'ethereum',
        address,
        happenedAt: new Date(second.block.header.time * 1000).toISOString(),
        withdrawn: false,
      });
      expect(raised.find(({ measure }) => measure?.kind === 'seized')).toMatchObject({
        message: `XUSD of ${address} was destroyed by its issuer`,
        txId: hashOf(second, 2),
      });
      const [group, ...more] = await groups();
      expect(more).toEqual([]);
      expect(group).toMatchObject({ ruleId: null, address, count: 2, new: 2 });
      expect(raised.map(({ groupId }) => groupId)).toEqual([group?._id, group?._id]);
      expect(raised.map(({ _id }) => _id)).toContain(group?._id);
      const published = await events();
      expect(published.map(({ sequence }) => sequence)).toEqual([1, 2]);
      const ofFreeze = published.find(({ data }) => 'txId' in data && data.txId === hashOf(second, 1));
      expect(ofFreeze).toMatchObject({
        type: 'alert.raised',
        data: { measure: { kind: 'frozen', contract: tokenAddress }, transactionId: null },
      });
    }
    expect(await other.alerts()).toEqual([]);
    const [mine, theirs] = [await one.alerts(), await two.alerts()];
    expect(mine.map(({ _id }) => _id)).not.toEqual(theirs.map(({ _id }) => _id));
    // Found by its transaction, and acknowledged like any other.
    const search = { query: { search: hashOf(second, 1) } };
    const { data } = await api.within(one.id, one.owner, endpoints.listAlerts, search);
    expect(data).toMatchObject([{ measure: { kind: 'frozen' } }]);
    const { _id: id = '', version = 0 } = data[0] ?? {};
    const taken = await api.within(one.id, one.owner, endpoints.acknowledgeAlert, {
      params: { id },
      body: { version },
    });
    expect(taken.data).toMatchObject({ status: 'acknowledged', measure: { kind: 'frozen' } });
    expect((await two.alerts()).map(({ status }) => status)).toEqual(['new', 'new']);
    // The freeze moves no funds, so it is not a transaction to review.
    const rows = await api.within(one.id, one.owner, endpoints.listComplianceTransactions, { query: {} });
    expect(rows.data.transactions).toEqual([]);
  });

  test('is marked as withdrawn while its block is not in the chain, and raises no second alert when it returns', async () => {
    const { ledger, run, found, screenAll } = await world();
    const one = await found('ada');
    await one.monitor(address);
    await screenAll();
    await ledger.append(network, [genesis, first], openings);
    const second = blockOn(first, [call(1n, frozen(dollar, customer))]);
    await ledger.append(network, [second]);
    await run();
    const state = async () =>
      (await one.alerts()).map(({ withdrawn, happenedAt }) => [withdrawn, happenedAt]);
    const timeOf = ({ block }: EthereumBundle) => new Date(block.header.time * 1000).toISOString();
    expect(await state()).toEqual([[false, timeOf(second)]]);

    const empty = blockOn(first, [], 1);
    await ledger.reorganize(network, 1, [empty]);
    await run();
    expect(await state()).toEqual([[true, timeOf(second)]]);

    // The same transaction in a later block, after another one, so that its event has another number.
    const back = blockOn(empty, [
      { from: stranger, to: dollar, logs: [erc20(dollar, stranger, issuer, 1n)] },
      call(1n, frozen(dollar, customer)),
    ]);
    expect(hashOf(back, 1)).toBe(hashOf(second));
    await ledger.append(network, [back]);
    await run();
    expect(await state()).toEqual([[false, timeOf(back)]]);
    expect(await one.events()).toHaveLength(1);

    // One that leaves the chain before its alert is raised raises none, until it is back.
    const late = blockOn(back, [call(2n, wiped(dollar, customer))]);
    await ledger.append(network, [late]);
    await ledger.disconnect();
    await run();
    expect(await state()).toHaveLength(1);
    await ledger.append(network, [late]);
    await run();
    expect(await state()).toHaveLength(2);
  });

  test('from before the address was monitored raises an alert only with past screening, as far as that goes', async () => {
    const { db, api, ledger, run, found } = await world();
    await ledger.append(network, [genesis, first], openings);
    const second = blockOn(first, [call(1n, frozen(dollar, customer), frozen(fake, customer))]);
    await ledger.append(network, [second]);
    const one = await found('ada');
    await one.monitor(address);
    await run();
    expect(await one.alerts()).toEqual([]);
    const past = async (from: number) => {
      await withSession(db, (session) =>
        session.query(
          `update monitored_address set past_from = to_timestamp($1::int8), past_left = null, past_done_at = null`,
          [from],
        ),
      );
      await api.context.pastScreening.run(new AbortController().signal);
      await run();
    };
    const { time } = second.block.header;
    await past(time + 1);
    expect(await one.alerts()).toEqual([]);
    await past(time);
    await past(time);
    expect(await one.alerts()).toMatchObject([{ measure: { kind: 'frozen' }, txId: hashOf(second) }]);

    // Kept while nobody has acknowledged it, and for as long as other alerts after that.
    const remove = (before: Date) =>
      createKysely(db)
        .transaction()
        .execute((trx) => complianceRetention.removeOlderThan(trx, one.id, before));
    const far = new Date(api.clock + 86_400_000);
    expect(await remove(far)).toMatchObject({ alerts: 0 });
    const [alert] = await one.alerts();
    await api.within(one.id, one.owner, endpoints.acknowledgeAlert, {
      params: { id: alert?._id ?? '' },
      body: { version: alert?.version ?? 0 },
    });
    expect(await remove(new Date(api.clock - 1))).toMatchObject({ alerts: 0 });
    expect(await remove(far)).toMatchObject({ alerts: 1 });
    expect(await one.alerts()).toEqual([]);
    expect(await one.events()).toEqual([]);
  });
});
