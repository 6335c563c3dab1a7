import { type CallOutput, endpoints, type MonitoredWallet } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createMatching } from '../../src/contexts/compliance/matching/matching.ts';
import type { EthereumBundle } from '../../src/ledger/ethereum/blocks/bundle.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { parseEthereumAccount } from '../../src/lib/identifiers.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';
import { addressOf, erc20, makeBundle, type TxParts } from '../support/sources/ethereum-blocks.ts';

const never = new AbortController().signal;
const chain = { chainId: 1337n, network: 'demo' };
const ether = 10n ** 18n;
const token = addressOf(0x7000);
const service = addressOf(1);
const wallet = addressOf(2);
const gasFunded = addressOf(3);
const forwarder = addressOf(4);
const customer = addressOf(5);
const once = addressOf(6);
const both = addressOf(7);
const outside = addressOf(8);
const textOf = (address: Uint8Array): string =>
  parseEthereumAccount(`0x${Buffer.from(address).toString('hex')}`).text;

const pay = (from: Uint8Array, to: Uint8Array, value: bigint): TxParts => ({ from, to, value });
const payTokens = (from: Uint8Array, to: Uint8Array, amount: bigint): TxParts => ({
  from,
  to: token,
  logs: [erc20(token, from, to, amount)],
});

async function setUp(databases: TestDatabases, env: Record<string, string> = {}) {
  const db = await databases.empty();
  const ledger = createEthereumLedger({ db, listener: createMatching().ethereum });
  let blocks: EthereumBundle[] = [];
  const next = (txs: readonly TxParts[]): EthereumBundle => {
    const last = blocks.at(-1)?.block;
    const height = (last?.header.number ?? 99) + 1;
    const facts = { standard: 'erc20' as const, name: 'Coin', symbol: 'COIN', decimals: 6 };
    return makeBundle({
      height,
      parentHash: last?.hash ?? new Uint8Array(32),
      txs: txs.map((tx, i) => ({ ...tx, nonce: BigInt(height * 1000 + i) })),
      tokens: height === 100 ? [{ contract: token, ...facts }] : [],
    });
  };
  async function mine(...txs: TxParts[]): Promise<void> {
    const block = next(txs);
    await ledger.append(chain, [block]);
    blocks.push(block);
  }
  async function replaceLast(...txs: TxParts[]): Promise<void> {
    blocks = blocks.slice(0, -1);
    const block = next(txs);
    await ledger.reorganize(chain, 1, [block]);
    blocks.push(block);
  }
  const api = await createDirectoryApi(db, { start: (1_700_000_000 + 12 * 110) * 1000, env });
  const ada = await api.someone('ada@example.org');
  const id = await api.found(ada);
  await api.assign(id, 'business');
  const { secret } = await api.as(ada, endpoints.createApiKey, {
    params: { id },
    body: { name: 'Accounts', scopes: ['read', 'monitor'] },
  });
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    api.ask(`/compliance/${path}`, { method, token: secret, ...(payload && { payload }) });
  return {
    mine,
    replaceLast,
    ask,
    add: async (name = 'Hot wallet') => {
      const answer = await ask('POST', 'monitored-wallets', { name, source: textOf(service).toLowerCase() });
      expect({ status: answer.statusCode, body: answer.body.slice(0, 300) }).toMatchObject({ status: 201 });
      return answer.json<{ data: MonitoredWallet }>().data;
    },
    search: () => api.context.extendWallets.run(never),
    /** Everything that the server does by itself. */
    async settle(): Promise<void> {
      const { extendWallets, pastScreening, screening } = api.context;
      await extendWallets.run(never);
      await pastScreening.run(never);
      await screening.run(never);
    },
    wallet: async (walletId: string) =>
      (await ask('GET', `monitored-wallets/${walletId}`)).json<{ data: MonitoredWallet }>().data,
    addresses: async () =>
      (await ask('GET', 'monitored-addresses?limit=1000'))
        .json<CallOutput<typeof endpoints.listMonitoredAddresses>>()
        .data.map(({ address }) => address)
        .toSorted(),
    paid: async () =>
      (await ask('GET', 'transactions?limit=100'))
        .json<CallOutput<typeof endpoints.listComplianceTransactions>>()
        .data.transactions.map(({ address }) => address)
        .toSorted(),
  };
}
type World = Awaited<ReturnType<typeof setUp>>;

/** Payments from outside that are forwarded, or that only look so. */
async function round({ mine }: Pick<World, 'mine'>, n: number): Promise<void> {
  await mine(
    pay(outside, wallet, ether),
    pay(service, gasFunded, ether / 100n),
    payTokens(outside, gasFunded, 500n),
    pay(outside, customer, ether),
    pay(outside, both, ether),
    ...(n === 0 ? [pay(outside, once, ether)] : []),
    {
      ...pay(outside, forwarder, ether),
      frames: [{ path: [0], from: forwarder, to: service, value: ether, failed: false }],
    },
  );
  await mine(
    pay(wallet, service, ether - 10n ** 15n),
    payTokens(gasFunded, service, 500n),
    pay(customer, service, ether / 2n),
    pay(both, n === 0 ? service : outside, ether - 10n ** 15n),
    ...(n === 0 ? [pay(once, service, ether - 10n ** 15n)] : []),
  );
}
const deposits = [service, wallet, gasFunded, forwarder].map(textOf).toSorted();

describeWithDatabase('Monitored Ethereum accounts', (databases) => {
  test('accounts that forward everything, twice, join by themselves, and payments before they joined are screened', async () => {
    const world = await setUp(databases);
    await round(world, 0);
    const added = await world.add();
    expect(added).toMatchObject({
      blockchain: 'ethereum',
      descriptor: textOf(service),
      gapLimit: null,
      state: 'searching',
      addresses: 0,
    });
    await world.settle();
    expect(await world.addresses()).toEqual([textOf(service)]);
    expect(await world.wallet(added._id)).toMatchObject({ state: 'following', addresses: 1 });
    await round(world, 1);
    await world.settle();
    expect(await world.addresses()).toEqual(deposits);
    expect(await world.wallet(added._id)).toMatchObject({ state: 'following', addresses: 4, used: 4 });
    // Also the first payment of each, before it was known; the forwarder's pass through it to the account itself.
    const paid = await world.paid();
    for (const address of [wallet, gasFunded]) {
      expect(paid.filter((each) => each === textOf(address)).length).toBeGreaterThanOrEqual(2);
    }
    expect(paid).not.toContain(textOf(customer));
  });

  test('the whole history is searched, step by step, and the newest block again after a reorganization', async () => {
    const world = await setUp(databases);
    await round(world, 0);
    await round(world, 1);
    // More payments than one step of the search reads.
    for (let block = 0; block < 6; block++) {
      await world.mine(
        ...Array.from({ length: 110 }, (_, i) => pay(addressOf(0x5000 + block * 200 + i), service, 1000n)),
      );
    }
    const { _id: id } = await world.add();
    await world.search();
    expect(await world.addresses()).toEqual(deposits);
    expect(await world.wallet(id)).toMatchObject({ state: 'following' });

    const late = addressOf(9);
    await world.mine(pay(outside, late, ether), pay(late, service, ether - 10n ** 15n));
    await world.mine(pay(outside, late, ether), pay(late, outside, ether / 2n));
    await world.search();
    expect(await world.addresses()).toEqual(deposits);
    await world.replaceLast(pay(outside, late, ether), pay(late, service, ether - 10n ** 15n));
    await world.search();
    expect(await world.addresses()).toEqual([...deposits, textOf(late)].toSorted());
  });

  test('the limit of monitored addresses ends the search, and room continues it', async () => {
    const world = await setUp(databases, { MONITORED_ADDRESSES: '2' });
    await round(world, 0);
    await round(world, 1);
    const { _id: id } = await world.add();
    await world.search();
    expect(await world.wallet(id)).toMatchObject({ state: 'limited', addresses: 2 });
    await world.search();
    expect(await world.addresses()).toHaveLength(2);
    const refused = await world.ask('POST', 'monitored-addresses', {
      address: textOf(customer),
      blockchain: 'ethereum',
    });
    expect(refused.statusCode).toBe(409);
    await world.ask('DELETE', `monitored-wallets/${id}`);
    expect(await world.addresses()).toEqual([]);
  });

  test('bad input is refused with the field, and a gap limit is ignored', async () => {
    const world = await setUp(databases);
    const misspelled = textOf(new Uint8Array(20).fill(0xab)).replace(/[A-Fa-f]/, (letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    );
    for (const source of ['0x12', `${textOf(service)}00`, misspelled]) {
      const preview = await world.ask('POST', 'monitored-wallets/preview', { source });
      const answer = await world.ask('POST', 'monitored-wallets', { name: 'A', source });
      for (const refused of [preview, answer]) {
        expect({ source, status: refused.statusCode }).toEqual({ source, status: 400 });
        expect(refused.json<{ errors: { field: string }[] }>().errors).toMatchObject([{ field: 'source' }]);
      }
    }
    const preview = await world.ask('POST', 'monitored-wallets/preview', { source: textOf(service) });
    expect(preview.json()).toMatchObject({
      data: { blockchain: 'ethereum', descriptor: textOf(service), branches: [] },
    });
    const { _id: id } = await world.add();
    const again = await world.ask('POST', 'monitored-wallets', { name: 'B', source: textOf(service) });
    expect(again.statusCode).toBe(409);
    await world.ask('PUT', `monitored-wallets/${id}`, { gapLimit: 30, name: 'Renamed' });
    expect(await world.wallet(id)).toMatchObject({ name: 'Renamed', gapLimit: null });
  });
});
