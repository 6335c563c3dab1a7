import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressKeyOfScript, encodeAddress, networks, toDisplayHash } from '@hopscope/chain';
import { type AlertEvent, endpoints, type ScreeningCheck } from '@hopscope/contract';
import { expect, onTestFinished, test } from 'vitest';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createWorld, pay } from '../support/ledger/mempool-world.ts';
import { createWallet } from '../support/ledger/scripts.ts';
import { createRandom } from '../support/survival/random.ts';

const hour = 3_600_000;

/** A payment firm's receiver of webhooks, which refuses each message once; `events` are those that it accepted. */
async function startReceiver() {
  const events: { id: string; event: AlertEvent }[] = [];
  const refused = new Set<string>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      const isFirst = !refused.has(id);
      refused.add(id);
      if (!isFirst) events.push({ id, event: JSON.parse(body) as AlertEvent });
      response.writeHead(isFirst ? 503 : 204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hook`, events };
}

describeWithDatabase('A payment firm', (databases) => {
  test('hears of deposits that are unconfirmed, replaced, mined, and reversed: in order, and of each once', async () => {
    const db = await databases.empty();
    const world = await createWorld(db);
    const api = await createDirectoryApi(db, {
      start: world.clock.now,
      env: { WEBHOOK_ALLOW: '127.0.0.1' },
    });
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    await api.assign(id, 'business');
    const params = { id };
    const { secret } = await api.as(ada, endpoints.createApiKey, {
      params,
      body: { name: 'Deposits', scopes: ['read', 'screen', 'monitor'] },
    });
    const program = async <T>(method: 'GET' | 'POST', path: string, payload?: object): Promise<T> => {
      const answer = await api.ask(path, { method, token: secret, ...(payload && { payload }) });
      expect({ path, status: answer.statusCode, body: answer.body.slice(0, 300) }).toMatchObject({
        status: method === 'POST' ? 201 : 200,
      });
      return answer.json<{ data: T }>().data;
    };
    const receiver = await startReceiver();
    await api.within(id, ada, endpoints.createWebhook, { body: { url: receiver.url } });

    const [own = new Uint8Array(), foreign = new Uint8Array()] = createWallet(createRandom(3), 2);
    const deposits = encodeAddress(addressKeyOfScript(own, nativeHashing) ?? new Uint8Array(), networks.demo);
    await program('POST', '/compliance/monitored-addresses', { address: deposits });
    await api.within(id, ada, endpoints.createAlertRule, {
      body: {
        targetType: 'address',
        target: deposits,
        blockchain: 'bitcoin',
        direction: 'in',
        amount: null,
        severity: 'medium',
        counterpartyRelation: null,
        counterpartyEntity: null,
        category: null,
        summary: 'A deposit',
      },
    });
    const never = new AbortController().signal;
    /** Everything that the server does by itself, until there is nothing left to do. */
    async function settle(): Promise<void> {
      const { screening, checks, deliverWebhooks } = api.context;
      for (let round = 0; round < 4; round++) {
        await screening.run(never);
        await checks.run(never);
        await deliverWebhooks.run(never);
        api.clock += 2 * 60_000;
      }
    }
    const screen = (transaction: string) =>
      program<ScreeningCheck>('POST', '/screening/transfers', {
        blockchain: 'bitcoin',
        amount: '1',
        direction: 'in',
        transaction,
        budgetMs: 1_000,
      });

    const coin = world.chain.coins.find(({ value }) => value > 10_000n);
    const [first, second] = [pay(coin, 200, own), pay(coin, 900, own)];
    const [firstId, secondId] = [toDisplayHash(first.txid), toDisplayHash(second.txid)];
    const theft = pay(coin, 2_000, foreign);

    await world.list(first);
    const replaced = await screen(firstId);
    expect(replaced).toMatchObject({ state: 'pending', decision: null });
    await settle();
    await world.list(second);
    const mined = await screen(secondId);
    await settle();
    const fork = world.chain.fork(world.chain.blocks.length - 1, 9);
    world.chain.mine([second]);
    await world.catchUp();
    await world.list();
    await settle();
    const decided = await program<ScreeningCheck>('GET', `/screening/transfers/${mined._id}`);
    expect(decided).toMatchObject({ state: 'decided', subject: { identifier: secondId } });
    fork.mine([theft]);
    fork.mine([]);
    await world.ledger.reorganize('demo', 1, fork.blocks.slice(-2));
    await settle();
    api.clock += 25 * hour;
    await settle();

    const accepted = receiver.events.map(({ event }) => event);
    const aboutOf = (event: AlertEvent): string =>
      event.type === 'screening.decided'
        ? `decided ${event.data.checkId === mined._id ? 'second' : 'first'}`
        : `${event.data.ruleId === null ? 'reversed' : 'deposit'} ${event.data.txId === firstId ? 'first' : 'second'}`;
    expect(accepted.map(aboutOf)).toEqual([
      'deposit first',
      'deposit second',
      'decided second',
      'reversed second',
      'decided first',
    ]);
    expect(accepted.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(receiver.events.map(({ id: each }) => each)).size).toBe(5);
    expect(receiver.events.map(({ id: each }) => each)).toEqual(accepted.map((event) => event.id));
    const missed = await program<AlertEvent[]>('GET', '/alerts/events?after=0');
    expect(missed.map((event) => event.id)).toEqual(accepted.map((event) => event.id));
  });
});
