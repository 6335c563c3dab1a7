import { readdirSync, readFileSync } from 'node:fs';
import { encodeAddress, networks, toDisplayHash, toHex } from '@hopscope/chain';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type SqlDatabase, withSession } from '../src/db/session.ts';
import { readRemoteAddress } from '../src/ledger/bitcoin/by-address.ts';
import { createBitcoinLedger } from '../src/ledger/bitcoin/ledger.ts';
import { nativeHashing as hashing } from '../src/ledger/native-hashing.ts';
import { createBitcoinBlockchain } from '../src/modules/blockchain/bitcoin.service.ts';
import { createBitcoinByAddress } from '../src/modules/blockchain/bitcoin-by-address.service.ts';
import { createEsploraSource, type EsploraSettings } from '../src/sources/esplora/esplora-source.ts';
import { esploraTransaction, readTransaction } from '../src/sources/esplora/read-tx.ts';
import { createChain, type TestChain } from './support/chain-builder.ts';
import { describeOnBothEngines } from './support/databases.ts';
import { type EsploraTestServer, startEsplora } from './support/esplora-server.ts';
import { openFaultProxy, type ProxyFault } from './support/fault-proxy.ts';
import { createRandom, type Random } from './support/random.ts';
import { describeWithFiles, realFile } from './support/real-files.ts';

const runs = Number(process.env['TEST_RUNS'] ?? 1);
const firstSeed = Number(process.env['TEST_SEED'] ?? 1);
const network = 'demo';

interface Known {
  key: Uint8Array;
  text: string;
  count: number;
}

/** Addresses of a chain that are no public keys, by how much happens to them, busiest first. */
function addressesOf(db: SqlDatabase): Promise<Known[]> {
  return withSession(db, async (session) => {
    const { rows } = await session.query<{ key: Uint8Array; tx_count: number }>(
      'select key, tx_count from btc_account where flags = 0 order by tx_count desc, key',
    );
    return rows.map(({ key, tx_count: count }) => ({
      key,
      count,
      text: encodeAddress(key, networks[network]),
    }));
  });
}

/** Stops what a test has opened before its database goes to the next one. */
const running: (() => Promise<void>)[] = [];

function open(db: SqlDatabase, url: string, more: Partial<EsploraSettings> = {}) {
  const said: string[] = [];
  const failures: unknown[] = [];
  const source = createEsploraSource({
    db,
    ledger: createBitcoinLedger({ db, hashing }),
    hashing,
    now: Date.now,
    onFailure: (error) => void failures.push(error),
    onRetry: (reason) => void said.push(reason),
    settings: {
      url,
      network,
      perSecond: 100_000,
      reorganisationLimit: 100,
      pollMs: 10,
      timeoutMs: 1000,
      retryMs: 10,
      maxBytes: 2_000_000,
      ...more,
    },
  });
  source.start();
  const service = createBitcoinByAddress({
    db,
    network,
    want: (wanted) =>
      wanted.kind === 'address'
        ? source.wantAddress(wanted.key, wanted.text)
        : source.wantTransaction(wanted.txid),
  });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= source.stop());
  running.push(stop);
  return { source, service, said, failures, stop };
}

/** Until the whole history of an address is held, checked at a tip and with every place proven. */
async function whole(db: SqlDatabase, key: Uint8Array, tip: Uint8Array): Promise<void> {
  const state = () =>
    withSession(db, async (session) => {
      const held = await readRemoteAddress(session, key);
      const { rows } = await session.query<{ n: bigint }>(
        'select count(*) as n from btc_remote_tx t join btc_remote_entry e on e.txid = t.txid where e.key = $1 and place is null',
        [key],
      );
      if (!held) return 'nothing';
      if (held.problem !== undefined) return held.problem;
      const ended = held.held === held.total && toHex(held.checkedTip) === toHex(tip);
      return ended && rows[0]?.n === 0n ? 'whole' : 'part';
    });
  await expect.poll(state, { timeout: 60_000, interval: 20 }).toBe('whole');
}

const tipOf = (chain: TestChain): Uint8Array => chain.blocks.at(-1)?.block.hash ?? new Uint8Array();

/** Every page of an address, in what both ways of reading know. */
async function pagesOf(
  service: ReturnType<typeof createBitcoinBlockchain>,
  text: string,
): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let page = 1; ; page++) {
    const { txs, pagination } = await service.addressTransactions(text, { page, limit: 7 });
    for (const tx of txs) {
      const { coverage: _, inputs, outputs, ...rest } = tx;
      const plainInputs = inputs.map(({ block: _block, ...input }) => input);
      const plainOutputs = outputs.map(({ spent: _spent, spent_by: _by, ...output }) => output);
      rows.push({ ...rest, inputs: plainInputs, outputs: plainOutputs });
    }
    if (page >= pagination.totalPages) return rows;
  }
}

/** The same blocks in a ledger: what a service tells of an address has to come to the same. */
async function expectSame(db: SqlDatabase, full: SqlDatabase, address: Known): Promise<void> {
  const told = createBitcoinByAddress({ db, network, want: async () => ({ kind: 'known' }) });
  const ledger = createBitcoinBlockchain({ db: full });
  const { coverage, unconfirmed: _, ...summary } = await told.address(address.text);
  const { coverage: _c, unconfirmed: _u, ...expected } = await ledger.address(address.text);
  expect(summary).toEqual(expected);
  expect(coverage.history).toEqual({ held: address.count, total: address.count });
  expect(await pagesOf(told, address.text)).toEqual(await pagesOf(ledger, address.text));
}

async function reference(
  databases: { empty(): Promise<SqlDatabase> },
  chain: TestChain,
): Promise<SqlDatabase> {
  const db = await databases.empty();
  await createBitcoinLedger({ db, hashing }).append(chain.network, chain.blocks);
  return db;
}

async function serve(chain: TestChain): Promise<EsploraTestServer> {
  const server = await startEsplora(chain.network, chain.blocks);
  onTestFinished(() => server.close());
  return server;
}

describeOnBothEngines('Addresses of an Esplora service', (databases) => {
  afterEach(async () => {
    for (const stop of running.splice(0)) await stop();
  });

  test('are fetched when somebody asks, whole and proven, and equal those of a ledger of the same blocks', async () => {
    const chain = createChain({ seed: 5, maxTxs: 9, wallet: 4 });
    chain.extend(30);
    const server = await serve(chain);
    const full = await reference(databases, chain);
    const db = await databases.empty();
    const { service } = open(db, server.url);
    const addresses = await addressesOf(full);
    const asked = [addresses[0], addresses.at(-1), addresses[3]].flatMap((address) =>
      address ? [address] : [],
    );
    expect(asked[0]?.count).toBeGreaterThan(50);
    for (const { key, text, count } of asked) {
      const first = await service.address(text);
      expect(first).toMatchObject({ txCount: count, coverage: { kind: 'address' } });
      expect(first.coverage.history?.held).toBeGreaterThanOrEqual(Math.min(25, count));
      await whole(db, key, tipOf(chain));
    }
    for (const address of asked) await expectSame(db, full, address);
    const before = server.requests;
    for (const { text } of asked) await service.address(text);
    await expect.poll(() => server.requests).toBeGreaterThan(before);
    const since = server.asked.slice(before);
    expect(new Set(since)).toEqual(new Set(['/blocks/tip/hash']));
  });

  test('show a part while a long history comes in, newest first, with their numbers', async () => {
    const chain = createChain({ seed: 6, maxTxs: 8, wallet: 3 });
    chain.extend(30);
    const server = await serve(chain);
    const full = await reference(databases, chain);
    const [busy] = await addressesOf(full);
    if (!busy) throw new Error('No address');
    let pages = 0;
    server.instead = (path) =>
      path.includes('/txs/chain') && pages++ >= 2 ? { status: 503, body: 'later' } : undefined;
    const db = await databases.empty();
    const { service, said } = open(db, server.url);
    await service.address(busy.text);
    await expect.poll(async () => (await service.address(busy.text)).coverage.history?.held).toBe(50);
    const { txs, pagination, coverage } = await service.addressTransactions(busy.text, {
      page: 1,
      limit: 100,
    });
    expect(pagination.totalTxs).toBe(busy.count);
    expect(coverage.text).toBe(`By address: partial 50 of ${busy.count} transactions`);
    expect(txs.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 50 }, (_, i) => busy.count - 1 - i),
    );
    expect((await service.address(busy.text)).first_seen).toBeNull();
    await expect.poll(() => said.join()).toContain('HTTP status 503');
    server.instead = () => undefined;
    await service.address(busy.text);
    await whole(db, busy.key, tipOf(chain));
    await expectSame(db, full, busy);
  });

  test('follow new blocks and reorganisations, over restarts', async () => {
    let chain = createChain({ seed: 7, maxTxs: 6, wallet: 4 });
    chain.extend(20);
    const server = await serve(chain);
    const db = await databases.empty();
    const first = await reference(databases, chain);
    const asked = (await addressesOf(first)).slice(0, 2);
    for (const depth of [0, 3, 0, 1]) {
      const { service, stop, failures } = open(db, server.url);
      for (const { text } of asked) await service.address(text);
      chain = chain.fork(chain.blocks.length - 1 - depth, 100 + depth);
      chain.extend(depth + 2);
      server.setBlocks(chain.blocks);
      for (const { key } of asked) await whole(db, key, tipOf(chain));
      await stop();
      expect(failures).toEqual([]);
      const full = await reference(databases, chain);
      const now = await addressesOf(full);
      for (const { text } of asked) {
        const address = now.find((entry) => entry.text === text);
        if (address) await expectSame(db, full, address);
      }
    }
  });

  test('a transaction is fetched by its id; what nobody knows is said', async () => {
    const chain = createChain({ seed: 8 });
    chain.extend(10);
    const server = await serve(chain);
    const db = await databases.empty();
    const { service } = open(db, server.url);
    const tx = chain.blocks
      .flatMap(({ block }) => block.transactions)
      .find(({ inputs }) => inputs.length > 1);
    if (!tx) throw new Error('No transaction');
    const shown = await service.transaction(tx.txid);
    const ledger = createBitcoinBlockchain({ db: await reference(databases, chain) });
    const expected = await ledger.transaction(tx.txid);
    expect(shown).toMatchObject({
      txid: expected.txid,
      fee_amt: expected.fee_amt,
      input_amt: expected.input_amt,
    });
    await expect(service.transaction(new Uint8Array(32))).rejects.toMatchObject({ code: 'not_found' });
    await expect(service.block({ kind: 'height', height: 3 })).rejects.toMatchObject({ code: 'not_covered' });
    expect(await service.locate(tx.txid)).toEqual({ kind: 'transaction' });
    expect((await service.status()).tip).toMatchObject({ number: 10, hash: toDisplayHash(tipOf(chain)) });
  });

  test('a service that lies is found out, and nothing of it counts', async () => {
    const chain = createChain({ seed: 9, maxTxs: 8, wallet: 5 });
    chain.extend(20);
    const server = await serve(chain);
    const [address] = await addressesOf(await reference(databases, chain));
    if (!address) throw new Error('No address');
    const history = `/address/${address.text}/txs/chain`;
    const honest = await (await fetch(`${server.url}${history}`)).text();
    const statistics = await (await fetch(`${server.url}/address/${address.text}`)).text();
    const change = (text: string, from: RegExp, to: string): string => {
      expect(text).toMatch(from);
      return text.replace(from, to);
    };
    const lies: [path: string, body: string, says: RegExp][] = [
      [history, change(honest, /"value":(\d+)/g, '"value":1$1'), /another transaction|no known form/],
      [history, change(honest, /"value":\d+/, '"value":-5'), /no known form/],
      [history, change(honest, /"locktime":\d+/, '"locktime":77777'), /another transaction/],
      [history, `[${honest.slice(1, -1)},${honest.slice(1, -1)}]`, /tells a transaction twice/],
      [history, '[]', /another length than it counts/],
      [`/address/${address.text}`, change(statistics, /"tx_count":\d+/, '"tx_count":9999'), /another length/],
      [`/address/${address.text}`, '{}', /no known form/],
      [history, 'x'.repeat(3_000_000), /longer than 2 MB/],
    ];
    for (const [path, body, says] of lies) {
      const db = await databases.empty();
      server.instead = (asked) => (asked === path ? { body } : undefined);
      const { service, said, stop } = open(db, server.url);
      const answer = await service.address(address.text).then(
        ({ coverage }) => coverage.text,
        (error: Error) => error.message,
      );
      await expect.poll(() => [answer, ...said].join('\n')).toMatch(says);
      server.instead = () => undefined;
      await expect
        .poll(async () =>
          service.address(address.text).then(
            ({ coverage }) => coverage.history?.held,
            () => 0,
          ),
        )
        .toBe(address.count);
      await stop();
    }
    const db = await databases.empty();
    server.instead = (asked) =>
      asked === `/address/${address.text}`
        ? { body: change(statistics, /"funded_txo_sum":\d+/, '"funded_txo_sum":7') }
        : undefined;
    const { service } = open(db, server.url);
    await service.address(address.text);
    await expect
      .poll(async () => (await service.address(address.text)).coverage.text)
      .toMatch(/do not add up to the totals/);
  });

  test('never stand beside blocks, nor on another network', async () => {
    const chain = createChain({ seed: 10 });
    chain.extend(3);
    const server = await serve(chain);
    const held = open(await reference(databases, chain), server.url);
    await expect
      .poll(() => held.source.status())
      .toMatchObject({ phase: 'failed', reason: /never stand beside/ });
    const other = open(await databases.empty(), server.url, { network: 'mainnet' });
    await expect
      .poll(() => other.source.status())
      .toMatchObject({ phase: 'failed', reason: /not on mainnet/ });
    expect(await other.source.wantTransaction(new Uint8Array(32))).toMatchObject({ kind: 'later' });
  });

  test('requests keep their pace', async () => {
    const chain = createChain({ seed: 11, wallet: 3 });
    chain.extend(30);
    const server = await serve(chain);
    const [address] = await addressesOf(await reference(databases, chain));
    const db = await databases.empty();
    const { service, stop } = open(db, server.url, { perSecond: 10 });
    const began = Date.now();
    await service.address(address?.text ?? '');
    while (Date.now() - began < 2000) await new Promise((resolve) => setTimeout(resolve, 50));
    await stop();
    // A second's worth at once, then ten a second.
    expect(server.requests).toBeLessThanOrEqual(10 + ((Date.now() - began) / 1000) * 10);
    expect(server.requests).toBeGreaterThan(10);
  });

  test.each(Array.from({ length: runs }, (_, i) => firstSeed + i))(
    'random faults before the service (%i): afterwards everything is as without them',
    async (seed) => {
      const random = createRandom(seed);
      let chain = createChain({ seed, maxTxs: 6, wallet: 5 });
      chain.extend(10 + random.below(10));
      const server = await serve(chain);
      const proxy = await openFaultProxy(server.url);
      onTestFinished(() => proxy.close());
      const db = await databases.empty();
      const firstReference = await reference(databases, chain);
      const asked = (await addressesOf(firstReference)).slice(0, 3);
      let opened = open(db, proxy.url, { timeoutMs: 200 });
      for (let left = 4; left > 0; left--) {
        const { fault, says } = pickFault(random);
        proxy.setFault(fault);
        for (const { key, text } of asked) void opened.source.wantAddress(key, text);
        await expect.poll(() => opened.said.join('\n')).toMatch(says);
        if (random.chance(0.3)) {
          await opened.stop();
          opened = open(db, proxy.url, { timeoutMs: 200 });
        }
        if (random.chance(0.6)) {
          const depth = random.below(4);
          chain = chain.fork(chain.blocks.length - 1 - depth, random.below(2 ** 31));
          chain.extend(depth + 1 + random.below(3));
          server.setBlocks(chain.blocks);
        }
        proxy.setFault(undefined);
        for (const { key, text } of asked) void opened.source.wantAddress(key, text);
        for (const { key } of asked) await whole(db, key, tipOf(chain));
        opened.said.length = 0;
      }
      const full = await reference(databases, chain);
      const now = await addressesOf(full);
      for (const { text } of asked) {
        const address = now.find((entry) => entry.text === text);
        if (address) await expectSame(db, full, address);
      }
      expect(opened.failures).toEqual([]);
    },
  );
});

function pickFault(random: Random): { fault: ProxyFault; says: RegExp } {
  const status = (code: number): ProxyFault => ({
    request: (response) => response.writeHead(code).end('no').writableEnded,
  });
  return random.pick<{ fault: ProxyFault; says: RegExp }>([
    { fault: { request: (response) => response.destroy().destroyed }, says: /cannot be reached/ },
    { fault: { request: () => true }, says: /not answered within/ },
    { fault: status(500), says: /HTTP status 500/ },
    { fault: status(429), says: /too many requests/ },
    { fault: status(401), says: /does not accept/ },
    { fault: status(404), says: /HTTP 404/ },
    {
      fault: { cutAfter: (length) => Math.floor(length / 2) },
      says: /broke its answer off|cannot be reached|no known form|JSON/,
    },
    {
      fault: { answer: (answer) => ({ ...answer, body: Buffer.from('<html>') }) },
      says: /no known form|JSON/,
    },
  ]);
}

const recorded = ['esplora/api-responses'];

describeWithFiles('Recorded answers of an Esplora service', recorded, () => {
  const folder = realFile('esplora/api-responses');
  const transactions = readdirSync(folder).flatMap((name) => {
    const told: unknown = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
    const list = Array.isArray(told) ? told : [told];
    return list
      .filter((entry) => z.object({ vin: z.unknown() }).safeParse(entry).success)
      .map((entry) => ({ name, entry }));
  });

  test('hold transactions whose ids are recomputed', () => {
    expect(transactions.length).toBeGreaterThan(10);
    for (const { entry } of transactions) {
      const told = esploraTransaction.parse(entry);
      const { tx, prevouts } = readTransaction(told, hashing);
      expect(toDisplayHash(tx.txid)).toBe(told.txid);
      const size = z.object({ size: z.int(), weight: z.int(), fee: z.int() }).parse(entry);
      expect({ size: tx.size, weight: tx.weight }).toEqual({ size: size.size, weight: size.weight });
      const inputs = prevouts.reduce((sum, prevout) => sum + (prevout?.value ?? 0n), 0n);
      const outputs = tx.outputs.reduce((sum, { value }) => sum + value, 0n);
      expect(inputs - outputs).toBe(BigInt(size.fee));
    }
  });

  test('have the fields that the test server sends', async () => {
    const chain = createChain({ seed: 12 });
    chain.extend(5);
    const server = await startEsplora(chain.network, chain.blocks);
    const tx = chain.blocks.flatMap(({ block }) => block.transactions).at(-1);
    const own: unknown = await (
      await fetch(`${server.url}/tx/${toDisplayHash(tx?.txid ?? new Uint8Array(32))}`)
    ).json();
    await server.close();
    const names = (value: unknown): string[] =>
      Object.keys(z.record(z.string(), z.unknown()).parse(value)).sort();
    const [first] = transactions;
    // What was recorded has one field more: the service of mempool.space adds it to what Esplora tells.
    expect([...names(own), 'sigops'].sort()).toEqual(names(first?.entry));
  });
});
