import { apiBase, type Blockchain, streamAddressLimit } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { inTransaction, type SqlSession, withSession } from '../../src/db/session.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { appendEvent } from '../../src/ledger/shared/events.ts';
import { noSources, type Sources, type SourcesState } from '../../src/sources/sources.ts';
import { parseAddress, networks, toChecksumAddress, toHex } from '@hopscope/chain';
import { createChain, type TestChain } from '../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { story } from '../support/ledger/ethereum-story.ts';
import { type Arrived, readStream } from '../support/api/stream-client.ts';
import { startStreamServer } from '../support/servers/stream-server.ts';
import { affectedAddresses } from '../support/ledger/affected-addresses.ts';
import { createMatching } from '../../src/contexts/compliance/matching/matching.ts';

function newChain(seed: number, count: number): TestChain {
  const chain = createChain({ seed });
  chain.extend(count);
  return chain;
}

/** The addresses that come up in most blocks. */
function busiest(touched: ReadonlyMap<number, ReadonlySet<string>>, count: number): string[] {
  const blocks = new Map<string, number>();
  for (const addresses of touched.values()) {
    for (const address of addresses) blocks.set(address, (blocks.get(address) ?? 0) + 1);
  }
  return [...blocks]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([address]) => address);
}

const withId = (messages: readonly Arrived[]): Arrived[] => messages.filter(({ id }) => id !== undefined);

describeWithDatabase('the stream', (databases) => {
  it('tells new blocks and the followed addresses that they touch, with their heights', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
    const chain = newChain(1, 40);
    const touched = affectedAddresses(chain.blocks, 'demo');
    const followed = busiest(touched, 5);
    await ledger.append('demo', chain.blocks.slice(0, 10));
    const server = await startStreamServer(db);
    const reader = await readStream(server.base, { token: server.token, addresses: followed });
    expect(reader.status).toBe(200);
    await ledger.append('demo', chain.blocks.slice(10, 11));
    await ledger.append('demo', chain.blocks.slice(11, 41));
    const newest = (address: string): number | undefined =>
      [...touched].filter(([height, own]) => height > 10 && own.has(address)).at(-1)?.[0];
    const first = followed.filter((address) => touched.get(10)?.has(address)).toSorted();
    const address = (name: string, block: number | undefined): object => ({
      type: 'address',
      data: { blockchain: 'bitcoin', address: name, cause: 'block', block },
    });
    const expected = [
      { type: 'blocks', data: { blockchain: 'bitcoin', from: 10, to: 10 } },
      ...first.map((name) => address(name, 10)),
      { type: 'blocks', data: { blockchain: 'bitcoin', from: 11, to: 40, tip: 40 } },
      ...followed.toSorted().map((name) => address(name, newest(name))),
    ];
    await expect.poll(() => withId(reader.messages)).toHaveLength(expected.length);
    expect(withId(reader.messages)).toMatchObject(expected);
    expect(reader.lastId()).toBe('3');
    expect(reader.messages[0]).toMatchObject({ type: 'sources', data: { bitcoin: { height: 9 } } });
  });

  it('tells Ethereum addresses that a movement touches, in the capitals of EIP-55', async () => {
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db, listener: createMatching().ethereum });
    const { chain, blocks, openings } = story;
    const [last] = blocks.slice(-1);
    const sender = last?.block.transactions[0]?.from;
    const idle = `0x${'12'.repeat(20)}`;
    await ledger.append(chain, blocks.slice(0, -1), openings);
    const server = await startStreamServer(db);
    const address = `0x${toHex(sender ?? new Uint8Array(20))}`;
    const reader = await readStream(server.base, { token: server.token, addresses: [address, idle] });
    await ledger.append(chain, blocks.slice(-1));
    await expect.poll(() => withId(reader.messages)).toHaveLength(2);
    const block = last?.block.header.number;
    expect(withId(reader.messages)).toMatchObject([
      { type: 'blocks', data: { blockchain: 'ethereum', from: block, to: block, tip: block } },
      {
        type: 'address',
        data: { blockchain: 'ethereum', address: toChecksumAddress(address), cause: 'block', block },
      },
    ]);
  });

  it('tells a reorganization, blocks taken back, and transactions that wait', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
    const chain = newChain(2, 20);
    const [own = ''] = busiest(affectedAddresses(chain.blocks, 'demo'), 1);
    await ledger.append('demo', chain.blocks);
    const server = await startStreamServer(db);
    const reader = await readStream(server.base, { token: server.token, addresses: [own] });
    const branch = chain.fork(17, 3);
    branch.extend(5);
    await ledger.reorganize('demo', 3, branch.blocks.slice(18));
    await ledger.disconnect();
    const { key } = parseAddress(own, networks.demo);
    await inTransaction(db, 'read write', (session) =>
      appendEvent(session, { kind: 'unconfirmed', blockchain: 'bitcoin', keys: [key, Uint8Array.of(1)] }),
    );
    const changes = () => reader.messages.filter(({ type }) => type === 'reorganization');
    await expect
      .poll(() => withId(reader.messages).at(-1))
      .toMatchObject({
        id: '4',
        type: 'address',
        data: { address: own, cause: 'unconfirmed', block: null },
      });
    expect(changes()).toMatchObject([
      { data: { from: 18, depth: 3, to: 22 } },
      { data: { from: 22, depth: 1, to: 21, tip: 21 } },
    ]);
  });

  it('goes on after every cursor of a run as if it had never been away', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
    const chain = newChain(4, 12);
    const followed = busiest(affectedAddresses(chain.blocks, 'demo'), 4);
    await ledger.append('demo', chain.blocks.slice(0, 3));
    const server = await startStreamServer(db);
    const complete = await readStream(server.base, { token: server.token, addresses: followed });
    for (const block of chain.blocks.slice(3)) await ledger.append('demo', [block]);
    await expect.poll(() => complete.lastId()).toBe('11');
    const all = withId(complete.messages).map(({ id, type, data }) => {
      // The height of the ledger is that of the moment when a message is made.
      const { tip, ...lasting } = data;
      expect(tip === undefined || Number(tip) <= 12).toBe(true);
      return { id, type, data: lasting };
    });
    for (const [place, { id }] of all.entries()) {
      const rest = all.slice(place + 1);
      const reader = await readStream(server.base, {
        token: server.token,
        addresses: followed,
        cursor: id ?? '',
      });
      await expect.poll(() => withId(reader.messages).length).toBe(rest.length);
      expect(withId(reader.messages)).toMatchObject(rest);
      reader.close();
    }
  });

  it('a client that was away for ten minutes misses nothing', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
    const chain = newChain(5, 30);
    const server = await startStreamServer(db);
    const before = await readStream(server.base, { token: server.token });
    await ledger.append('demo', chain.blocks.slice(0, 1));
    await expect.poll(() => before.lastId()).toBe('1');
    before.close();
    for (const block of chain.blocks.slice(1)) await ledger.append('demo', [block]);
    server.clock += 10 * 60_000;
    const cursor = before.lastId() ?? '';
    const after = await readStream(server.base, { token: server.token, cursor });
    await expect.poll(() => withId(after.messages)).toHaveLength(30);
    expect(withId(after.messages).map(({ data }) => data['from'])).toEqual(
      chain.blocks.slice(1).map(({ height }) => height),
    );
  });

  it('says reset when what happened since is no longer known, or the cursor is of another database', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
    const chain = newChain(6, 6);
    for (const block of chain.blocks) await ledger.append('demo', [block]);
    await withSession(db, (session) => session.query('delete from ledger_event where id <= 4'));
    const server = await startStreamServer(db);
    for (const cursor of ['2', '3.0', '900']) {
      const reader = await readStream(server.base, { token: server.token, cursor });
      await expect.poll(() => withId(reader.messages)).toMatchObject([{ id: '7', type: 'reset', data: {} }]);
      reader.close();
    }
    const known = await readStream(server.base, { token: server.token, cursor: '4' });
    await expect.poll(() => withId(known.messages).map(({ id }) => id)).toEqual(['5', '6', '7']);
  });

  it('tells what the sources do at the beginning and when it changes', async () => {
    const db = await databases.empty();
    const state: Pick<SourcesState['bitcoin'], 'status' | 'lastError'> = {
      status: { phase: 'starting' },
      lastError: null,
    };
    const sources: Sources = {
      ...noSources,
      bitcoin: {
        ...noSources.bitcoin,
        source: 'demo',
        status: () => state.status,
        lastError: () => state.lastError,
      },
    };
    const server = await startStreamServer(db, { sources });
    const reader = await readStream(server.base, { token: server.token });
    const sent = () => reader.messages.map(({ type, data }) => ({ type, bitcoin: data['bitcoin'] }));
    await expect.poll(sent).toMatchObject([{ type: 'sources', bitcoin: { status: { phase: 'starting' } } }]);
    state.status = { phase: 'retrying', reason: 'It does not answer', height: null };
    state.lastError = { text: 'It does not answer', at: 1 };
    await expect
      .poll(() => sent().at(-1))
      .toMatchObject({
        bitcoin: { status: { reason: 'It does not answer' }, lastError: { text: 'It does not answer' } },
      });
    expect(reader.messages.every(({ id }) => id === undefined)).toBe(true);
  });

  it('keeps from a person what is not for them, and lets their cursor go on', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
    const chain = newChain(7, 6);
    const server = await startStreamServer(db, {
      stream: {
        maySee: (event, { emailKey }) =>
          event.kind !== 'blocks' || event.to < 3 || emailKey.startsWith('ada'),
        times: { heartbeat: 25 },
      },
    });
    const grace = await readStream(server.base, { token: await server.signUp('grace@example.org') });
    const ada = await readStream(server.base, { token: server.token });
    for (const block of chain.blocks) await ledger.append('demo', [block]);
    await expect.poll(() => withId(ada.messages)).toHaveLength(7);
    await expect.poll(() => grace.lastId()).toBe('7');
    expect(withId(grace.messages).map(({ data }) => data['to'])).toEqual([0, 1, 2]);
  });
});

/** Many events at once, as no ledger would write them. */
async function addEvents(session: SqlSession, after: number, count: number): Promise<void> {
  await session.query(
    `insert into ledger_event (id, kind, blockchain, lo, hi)
     select i, 'blocks', 'bitcoin', i, i from generate_series($1::int8, $2::int8) i`,
    [after + 1, after + count],
  );
  await session.query(
    'insert into ledger_event_counter (last) values ($1) on conflict (one) do update set last = excluded.last',
    [after + count],
  );
}

const chains: readonly Blockchain[] = ['bitcoin', 'ethereum'];

describeWithDatabase('who may have a stream, and for how long', (databases) => {
  it('is begun with the headers that keep messages moving, and beats while nothing happens', async () => {
    const server = await startStreamServer(await databases.empty(), { stream: { times: { heartbeat: 25 } } });
    const reader = await readStream(server.base, {
      token: server.token,
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(reader.headers['content-encoding']).toBeUndefined();
    await expect.poll(() => reader.beats()).toBeGreaterThan(2);
  });

  it('ends with the token, and with the session', async () => {
    const server = await startStreamServer(await databases.empty(), {
      stream: { times: { sessions: 25 } },
    });
    const grace = await server.signUp('grace@example.org');
    const ofAda = await readStream(server.base, { token: server.token });
    const ofGrace = await readStream(server.base, { token: grace });
    const actor = await server.context.auth.authenticate(`Bearer ${grace}`);
    const by = { actor, origin: { ip: '127.0.0.1', userAgent: 'tests', requestId: 'tests' } };
    await server.context.sessions.end(by, actor.sessionId);
    await ofGrace.ended;
    expect(server.context.stream.figures().open).toBe(1);
    server.clock += 15 * 60_000;
    await ofAda.ended;
    expect((await readStream(server.base, { token: server.token })).status).toBe(401);
  });

  it('tells members of an organization alone that its transactions were screened', async () => {
    const server = await startStreamServer(await databases.empty());
    const grace = await server.signUp('grace@example.org');
    const answer = await fetch(`${server.base}${apiBase}/organizations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Harbour' }),
    });
    const { data } = z.object({ data: z.object({ _id: z.string() }) }).parse(await answer.json());
    const ofAda = await readStream(server.base, { token: server.token });
    const ofGrace = await readStream(server.base, { token: grace });
    await server.context.stream.publishScreened(data._id);
    const sent = { id: undefined, type: 'compliance', data: { organizationId: data._id } };
    await expect.poll(() => ofAda.messages).toContainEqual(sent);
    expect(ofGrace.messages.filter(({ type }) => type === 'compliance')).toEqual([]);
  });

  it('tells members of an organization alone that a case was opened or changed, once it is written', async () => {
    const server = await startStreamServer(await databases.empty());
    const grace = await server.signUp('grace@example.org');
    const post = async (path: string, body: object, organization?: string) => {
      const answer = await fetch(`${server.base}${apiBase}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.token}`,
          'content-type': 'application/json',
          ...(organization !== undefined && { 'x-organization-id': organization }),
        },
        body: JSON.stringify(body),
      });
      return z.object({ data: z.looseObject({ _id: z.string() }) }).parse(await answer.json()).data._id;
    };
    const organizationId = await post('/organizations', { name: 'Harbour' });
    const ofAda = await readStream(server.base, { token: server.token });
    const ofGrace = await readStream(server.base, { token: grace });
    const caseId = await post('/compliance/cases', { title: 'Deposits' }, organizationId);
    await post(`/compliance/cases/${caseId}/notes`, { text: 'Asked' }, organizationId);
    const { user } = await server.context.auth.authenticate(`Bearer ${server.token}`);
    const sent = (version: number) => ({
      id: undefined,
      type: 'cases',
      data: { organizationId, caseId, version, by: user._id },
    });
    await expect
      .poll(() => ofAda.messages.filter(({ type }) => type === 'cases'))
      .toEqual([sent(1), sent(2)]);
    expect(ofGrace.messages.filter(({ type }) => type === 'cases')).toEqual([]);
  });

  it('tells of cases that are nobody’s again because somebody left', async () => {
    const db = await databases.empty();
    const server = await startStreamServer(db);
    const grace = await server.signUp('grace@example.org');
    const { user } = await server.context.auth.authenticate(`Bearer ${grace}`);
    const post = async (path: string, body: object, token = server.token, organization = '') => {
      const answer = await fetch(`${server.base}${apiBase}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(organization !== '' && { 'x-organization-id': organization }),
        },
        body: JSON.stringify(body),
      });
      expect(answer.ok).toBe(true);
      return z.looseObject({ data: z.looseObject({ _id: z.string() }).optional() }).parse(await answer.json())
        .data?._id;
    };
    const organizationId = (await post('/organizations', { name: 'Harbour' })) ?? '';
    const caseId =
      (await post('/compliance/cases', { title: 'Deposits' }, server.token, organizationId)) ?? '';
    await withSession(db, async (session) => {
      await session.query(
        `insert into organization_member (id, organization_id, user_id, role, joined_at)
         values (gen_random_uuid(), $1, $2, 'team_member', now())`,
        [organizationId, user._id],
      );
      await session.query('update compliance_case set assigned_to = $2 where id = $1', [caseId, user._id]);
    });
    const ofAda = await readStream(server.base, { token: server.token });
    await post(`/organizations/${organizationId}/leave`, {}, grace);
    await expect
      .poll(() => ofAda.messages.filter(({ type }) => type === 'cases'))
      .toEqual([{ id: undefined, type: 'cases', data: { organizationId, caseId, version: 2, by: null } }]);
  });

  it('is refused to those who have too many, and to all when the server has', async () => {
    const server = await startStreamServer(await databases.empty(), {
      stream: { limits: { perPerson: 2, total: 3 } },
    });
    const grace = await server.signUp('grace@example.org');
    const first = await readStream(server.base, { token: server.token });
    await readStream(server.base, { token: server.token });
    const third = await readStream(server.base, { token: server.token });
    expect(third.status).toBe(429);
    await third.ended;
    expect(third.body()).toContain('Close one first');
    await readStream(server.base, { token: grace });
    const fourth = await readStream(server.base, { token: grace });
    expect(fourth.status).toBe(503);
    first.close();
    await expect.poll(() => server.context.stream.figures().open).toBe(2);
    expect((await readStream(server.base, { token: grace })).status).toBe(200);
  });

  it('is refused with the reason to nonsense', async () => {
    const server = await startStreamServer(await databases.empty());
    const ask = async (options: Partial<Parameters<typeof readStream>[1]>) => {
      const reader = await readStream(server.base, { token: server.token, ...options });
      await reader.ended;
      return { status: reader.status, body: reader.body() };
    };
    const many = Array.from({ length: streamAddressLimit + 1 }, (_, i) => `0x${String(i).padStart(40, '0')}`);
    expect(await ask({ token: 'x' })).toMatchObject({ status: 401 });
    expect(await ask({ addresses: ['bc1qnonsense'] })).toMatchObject({ status: 400 });
    expect(await ask({ addresses: [`0x${'g'.repeat(40)}`] })).toMatchObject({ status: 400 });
    expect(await ask({ addresses: many })).toMatchObject({ status: 400 });
    for (const cursor of [
      'x',
      '-1',
      '1e9',
      '0.abc',
      '1.2.3',
      `1.${'a'.repeat(101)}`,
      '9'.repeat(16),
      "1';--",
    ]) {
      expect({ cursor, ...(await ask({ cursor })) }).toMatchObject({ cursor, status: 400 });
    }
    expect(server.context.stream.figures().open).toBe(0);
    const head = await fetch(`${server.base}/api/v1/stream`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${server.token}` },
    });
    expect(head.status).toBe(404);
  });

  it('ends at once when the server does', async () => {
    const server = await startStreamServer(await databases.empty());
    const readers = await Promise.all(chains.map(() => readStream(server.base, { token: server.token })));
    expect(server.context.stream.figures().open).toBe(chains.length);
    const ends: string[] = [];
    const all = readers.map(({ ended }) => ended.then(() => ends.push('a stream')));
    // Nobody reads or leaves meanwhile: a server that waited for its readers would never close.
    await server.close();
    await Promise.all(all);
    expect(ends).toHaveLength(chains.length);
    expect(server.context.stream.figures().open).toBe(0);
    expect(readers.flatMap(({ messages }) => messages.map(({ type }) => type))).not.toContain('error');
    await expect(readStream(server.base, { token: server.token })).rejects.toThrow(/ECONNREFUSED/);
  });
});

describeWithDatabase('a stream that nobody reads', (databases) => {
  it('cuts off who does not read, and serves them when they come back', async () => {
    const db = await databases.empty();
    const server = await startStreamServer(db, { stream: { limits: { waitingBytes: 50_000 } } });
    const slow = await readStream(server.base, { token: server.token });
    const other = await readStream(server.base, { token: server.token });
    slow.pause();
    let last = 0;
    while (server.context.stream.figures().cut === 0 && last < 200_000) {
      await withSession(db, (session) => addEvents(session, last, 5_000));
      last += 5_000;
      await expect.poll(() => other.lastId()).toBe(String(last));
    }
    expect(server.context.stream.figures()).toMatchObject({ cut: 1, open: 1 });
    slow.resume();
    await slow.ended;
    const cursor = slow.lastId() ?? '';
    expect(Number(cursor)).toBeLessThan(last);
    const back = await readStream(server.base, { token: server.token, cursor });
    await expect.poll(() => back.lastId()).toBe(String(last));
    const ids = [...withId(slow.messages), ...withId(back.messages)].map(({ id }) => Number(id));
    expect(ids).toEqual(Array.from({ length: last }, (_, i) => i + 1));
  });
});
