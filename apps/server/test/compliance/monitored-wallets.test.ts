import { createHash } from 'node:crypto';
import { HDKey } from '@bitcoinerlab/descriptors-scure';
import { addressKeyOfScript, encodeAddress, networks, toDisplayHash } from '@hopscope/chain';
import { type CallOutput, endpoints, type MonitoredWallet } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { password } from '../support/api/api-client.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';
import { createWorld, pay } from '../support/ledger/mempool-world.ts';

const never = new AbortController().signal;

/** A wallet whose scripts are worked out here, from its private key. */
function createOwner(seed: number) {
  const account = HDKey.fromMasterSeed(Buffer.alloc(32, seed)).derive("m/84'/0'/0'");
  const scriptAt = (branch: number, index: number): Uint8Array => {
    const key = account.deriveChild(branch).deriveChild(index).publicKey ?? new Uint8Array();
    const hash = createHash('ripemd160').update(createHash('sha256').update(key).digest()).digest();
    return Buffer.concat([Buffer.of(0x00, 0x14), hash]);
  };
  return {
    source: `wpkh(${account.publicExtendedKey}/<0;1>/*)`,
    scriptAt,
    addressAt: (branch: number, index: number) =>
      encodeAddress(
        addressKeyOfScript(scriptAt(branch, index), nativeHashing) ?? new Uint8Array(),
        networks.demo,
      ),
  };
}

async function setUp(databases: TestDatabases, env: Record<string, string> = {}) {
  const db = await databases.empty();
  const world = await createWorld(db);
  // As late as the next block says.
  const start = (1_600_000_000 + world.chain.blocks.length * 600) * 1000;
  const api = await createDirectoryApi(db, { start, env });
  const ada = await api.someone('ada@example.org');
  const id = await api.found(ada);
  await api.assign(id, 'business');
  const { secret } = await api.as(ada, endpoints.createApiKey, {
    params: { id },
    body: { name: 'Wallets', scopes: ['read', 'monitor'] },
  });
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    api.ask(`/compliance/${path}`, { method, token: secret, ...(payload && { payload }) });
  async function done<T>(...call: Parameters<typeof ask>): Promise<T> {
    const answer = await ask(...call);
    expect({ call, status: answer.statusCode, body: answer.body.slice(0, 300) }).toMatchObject({
      status: call[0] === 'POST' ? 201 : 200,
    });
    return answer.json<{ data: T }>().data;
  }
  /** Everything that the server does by itself. */
  async function settle(): Promise<void> {
    const { extendWallets, pastScreening, screening } = api.context;
    await extendWallets.run(never);
    await pastScreening.run(never);
    await screening.run(never);
  }
  return {
    api,
    ada,
    organizationId: id,
    world,
    ask,
    done,
    settle,
    wallet: (walletId: string) => done<MonitoredWallet>('GET', `monitored-wallets/${walletId}`),
    addresses: async (query = '') => {
      const found = await ask('GET', `monitored-addresses?limit=1000${query}`);
      return found.json<CallOutput<typeof endpoints.listMonitoredAddresses>>().data;
    },
    transactions: async () => {
      const found = await ask('GET', 'transactions?limit=100');
      return found
        .json<CallOutput<typeof endpoints.listComplianceTransactions>>()
        .data.transactions.map(({ txId, address }) => `${txId} ${address}`)
        .toSorted();
    },
  };
}

describeWithDatabase('Monitored wallets', (databases) => {
  test('addresses up to the gap limit are monitored, new ones join, and no payment in between is missed', async () => {
    const { api, world, done, settle, wallet, addresses, transactions } = await setUp(databases);
    const owner = createOwner(1);
    const { _id: id } = await done<MonitoredWallet>('POST', 'monitored-wallets', {
      name: 'Deposits',
      source: owner.source,
      clientId: 'CLIENT-7',
      tags: ['hot'],
    });
    await settle();
    expect(await wallet(id)).toMatchObject({ state: 'following', addresses: 40, used: 0, gapLimit: 20 });
    const first = await addresses();
    expect(first.map(({ address }) => address).toSorted()).toEqual(
      [0, 1]
        .flatMap((branch) => Array.from({ length: 20 }, (_, index) => owner.addressAt(branch, index)))
        .toSorted(),
    );
    expect(
      new Set(first.map(({ walletId, clientId, tags }) => `${walletId} ${clientId} ${tags.join()}`)),
    ).toEqual(new Set([`${id} CLIENT-7 hot`]));

    // The second payment goes to an address that is not monitored yet when its block arrives.
    const coins = world.chain.coins.filter(({ value }) => value > 10_000n);
    const inside = pay(coins[0], 200, owner.scriptAt(0, 19));
    const beyond = pay(coins[1], 200, owner.scriptAt(0, 30));
    const unrelated = pay(coins[2], 200, createOwner(2).scriptAt(0, 0));
    world.chain.mine([inside, beyond, unrelated]);
    await world.catchUp();
    await settle();
    await settle();
    expect(await wallet(id)).toMatchObject({ state: 'following', used: 31, addresses: 31 + 20 + 20 });
    expect(await transactions()).toEqual(
      [
        `${toDisplayHash(inside.txid)} ${owner.addressAt(0, 19)}`,
        `${toDisplayHash(beyond.txid)} ${owner.addressAt(0, 30)}`,
      ].toSorted(),
    );

    // An unconfirmed payment moves the change sequence.
    const change = pay(coins[3], 200, owner.scriptAt(1, 4));
    await world.list(change);
    await settle();
    expect(await wallet(id)).toMatchObject({ used: 31 + 5, addresses: 31 + 20 + 5 + 20 });
    const joined = await api.rows<{ count: bigint }>(
      "select count(*) from audit_log where action = 'monitored_wallet.joined'",
    );
    expect(Number(joined[0]?.count)).toBeGreaterThanOrEqual(3);
  });

  test('the history before is found, and screened from the requested time on', async () => {
    const { world, done, settle, wallet, transactions } = await setUp(databases);
    const owner = createOwner(3);
    const coins = world.chain.coins.filter(({ value }) => value > 10_000n);
    const old = [0, 15, 34, 53].map((index, i) => pay(coins[i], 200, owner.scriptAt(0, index)));
    world.chain.mine(old);
    await world.catchUp();
    const { _id: id } = await done<MonitoredWallet>('POST', 'monitored-wallets', {
      name: 'Old',
      source: owner.source,
      pastFrom: '2009-01-01T00:00:00Z',
    });
    await settle();
    await settle();
    expect(await wallet(id)).toMatchObject({ state: 'following', used: 54, addresses: 54 + 20 + 20 });
    expect(await transactions()).toHaveLength(4);

    const { _id: second } = await done<MonitoredWallet>('POST', 'monitored-wallets', {
      name: 'A gap too wide',
      source: createOwner(3).source.replace('<0;1>', '0'),
      gapLimit: 10,
    });
    await settle();
    expect(await wallet(second)).toMatchObject({ state: 'following', used: 1, addresses: 11 });
    await done('PUT', `monitored-wallets/${second}`, { gapLimit: 25, name: 'Wider' });
    await settle();
    expect(await wallet(second)).toMatchObject({ name: 'Wider', used: 54, addresses: 54 + 25 });
  });

  test('deleting a wallet ends its addresses, except those that were monitored before or that another wallet has', async () => {
    const { ask, done, settle, addresses } = await setUp(databases);
    const owner = createOwner(4);
    await done('POST', 'monitored-addresses', { address: owner.addressAt(0, 2) });
    const both = await done<MonitoredWallet>('POST', 'monitored-wallets', {
      name: 'Both',
      source: owner.source,
    });
    await settle();
    const one = await done<MonitoredWallet>('POST', 'monitored-wallets', {
      name: 'Change',
      source: owner.source.replace('<0;1>', '1'),
      gapLimit: 5,
    });
    await settle();
    expect(await addresses()).toHaveLength(40);
    await done('DELETE', `monitored-wallets/${both._id}`);
    const left = await addresses();
    expect(left.map(({ address, walletId }) => `${address} ${walletId}`).toSorted()).toEqual(
      [
        `${owner.addressAt(0, 2)} null`,
        ...[0, 1, 2, 3, 4].map((index) => `${owner.addressAt(1, index)} ${one._id}`),
      ].toSorted(),
    );
    expect((await ask('GET', `monitored-wallets/${both._id}`)).statusCode).toBe(404);
    await settle();
    expect(await addresses()).toHaveLength(6);
    // It can be monitored again.
    await done('POST', 'monitored-wallets', { name: 'Both', source: owner.source });
    await settle();
    expect(await addresses()).toHaveLength(40);
  });

  test('the limit of monitored addresses ends a wallet with a state, and refuses one without room', async () => {
    const { world, ask, done, settle, wallet, addresses } = await setUp(databases, {
      MONITORED_ADDRESSES: '50',
    });
    const owner = createOwner(5);
    const { _id: id } = await done<MonitoredWallet>('POST', 'monitored-wallets', {
      name: 'Large',
      source: owner.source,
    });
    await settle();
    const coin = world.chain.coins.find(({ value }) => value > 10_000n);
    world.chain.mine([pay(coin, 200, owner.scriptAt(0, 19))]);
    await world.catchUp();
    await settle();
    expect(await wallet(id)).toMatchObject({ state: 'limited', used: 20, addresses: 50 });
    expect(await addresses()).toHaveLength(50);
    const refused = await ask('POST', 'monitored-wallets', { name: 'More', source: createOwner(6).source });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'plan_limit' });
    const [free] = await addresses('&page=2').then(() => addresses());
    await done('DELETE', `monitored-addresses/${free?._id ?? ''}`);
    await settle();
    expect(await wallet(id)).toMatchObject({ state: 'limited', addresses: 51 });
  });

  test('bad input is refused with the field, and nothing is stored', async () => {
    const { api, ask, done } = await setUp(databases);
    const { source } = createOwner(7);
    const preview = await ask('POST', 'monitored-wallets/preview', { source });
    expect(preview.json<CallOutput<typeof endpoints.previewMonitoredWallet>>().data.branches[0]?.[0]).toBe(
      createOwner(7).addressAt(0, 0),
    );
    for (const [body, field] of [
      [{ name: 'A', source: 'my wallet' }, 'source'],
      [{ name: 'A' }, 'source'],
      [{ name: ' ', source }, 'name'],
      [{ name: 'A', source, gapLimit: 0 }, 'gapLimit'],
      [{ name: 'A', source, gapLimit: 501 }, 'gapLimit'],
      [{ name: 'A', source, pastFrom: 'yesterday' }, 'pastFrom'],
    ] as const) {
      const answer = await ask('POST', 'monitored-wallets', body);
      expect({ body, status: answer.statusCode }).toEqual({ body, status: 400 });
      expect(answer.json<{ errors: { field: string }[] }>().errors.map((each) => each.field)).toEqual([
        field,
      ]);
    }
    await done('POST', 'monitored-wallets', { name: 'A', source });
    const twice = await ask('POST', 'monitored-wallets', { name: 'B', source: ` ${source}\n` });
    expect(twice.statusCode).toBe(409);
    expect(await api.rows('select name from monitored_wallet')).toEqual([{ name: 'A' }]);
  });

  test('and addresses of a deleted organization are no longer monitored', async () => {
    const { api, ada, organizationId, world, done, settle } = await setUp(databases);
    const owner = createOwner(8);
    await done('POST', 'monitored-wallets', { name: 'Deposits', source: owner.source });
    await settle();
    await api.as(ada, endpoints.deleteOrganization, { params: { id: organizationId }, body: { password } });
    const coins = world.chain.coins.filter(({ value }) => value > 10_000n);
    world.chain.mine([pay(coins[0], 200, owner.scriptAt(0, 0)), pay(coins[1], 200, owner.scriptAt(0, 19))]);
    await world.catchUp();
    await settle();
    expect(
      await api.rows(
        `select (select count(*) from compliance_transaction) as transactions, (select count(*) from monitored_address) as addresses,
           (select count(*) from monitored_address where deleted_at is null) as monitored`,
      ),
    ).toEqual([{ transactions: 0n, addresses: 40n, monitored: 0n }]);
  });
});
