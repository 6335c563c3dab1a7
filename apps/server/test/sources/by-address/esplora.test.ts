import { readdirSync, readFileSync } from 'node:fs';
import { toDisplayHash } from '@hopscope/chain';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { nativeHashing as hashing } from '../../../src/ledger/native-hashing.ts';
import { createBitcoinBlockchain } from '../../../src/contexts/explorer/bitcoin/bitcoin.service.ts';
import { esploraTransaction, readTransaction } from '../../../src/sources/esplora/read-tx.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { startEsplora } from '../../support/sources/esplora-server.ts';
import {
  addressesOf,
  expectSameAddress,
  ledgerOf,
  openEsplora,
  serveChain,
  stopSources,
  tipOf,
  untilStored,
} from '../../support/sources/esplora-world.ts';
import { describeWithFiles, realFile } from '../../support/recorded/real-files.ts';

describeWithDatabase('Addresses of an Esplora service', (databases) => {
  afterEach(stopSources);

  test('are fetched when somebody asks, whole and proven, and equal those of a ledger of the same blocks', async () => {
    const chain = createChain({ seed: 5, maxTxs: 9, wallet: 4 });
    chain.extend(30);
    const server = await serveChain(chain);
    const full = await ledgerOf(await databases.empty(), chain);
    const db = await databases.empty();
    const { service } = openEsplora(db, server.url);
    const addresses = await addressesOf(full);
    const asked = [addresses[0], addresses.at(-1), addresses[3]].flatMap((address) =>
      address ? [address] : [],
    );
    expect(asked[0]?.count).toBeGreaterThan(50);
    for (const { key, text, count } of asked) {
      const first = await service.address(text);
      expect(first).toMatchObject({ txCount: count, coverage: { kind: 'address' } });
      expect(first.coverage.history?.stored).toBeGreaterThanOrEqual(Math.min(25, count));
      await untilStored(db, key, tipOf(chain));
    }
    for (const address of asked) await expectSameAddress(db, full, address);
    const before = server.requests;
    for (const { text } of asked) await service.address(text);
    await expect.poll(() => server.requests).toBeGreaterThan(before);
    const since = server.asked.slice(before);
    expect(new Set(since)).toEqual(new Set(['/blocks/tip/hash']));
  });

  test('show a part while a long history comes in, newest first, with their numbers', async () => {
    const chain = createChain({ seed: 6, maxTxs: 8, wallet: 3 });
    chain.extend(30);
    const server = await serveChain(chain);
    const full = await ledgerOf(await databases.empty(), chain);
    const [busy] = await addressesOf(full);
    if (!busy) throw new Error('No address');
    let pages = 0;
    server.instead = (path) =>
      path.includes('/txs/chain') && pages++ >= 2 ? { status: 503, body: 'later' } : undefined;
    const db = await databases.empty();
    const { service, output } = openEsplora(db, server.url);
    await service.address(busy.text);
    await expect.poll(async () => (await service.address(busy.text)).coverage.history?.stored).toBe(50);
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
    await expect.poll(() => output.join()).toContain('HTTP status 503');
    server.instead = () => undefined;
    await service.address(busy.text);
    await untilStored(db, busy.key, tipOf(chain));
    await expectSameAddress(db, full, busy);
  });

  test('follow new blocks and reorganizations, over restarts', async () => {
    let chain = createChain({ seed: 7, maxTxs: 6, wallet: 4 });
    chain.extend(20);
    const server = await serveChain(chain);
    const db = await databases.empty();
    const first = await ledgerOf(await databases.empty(), chain);
    const asked = (await addressesOf(first)).slice(0, 2);
    for (const depth of [0, 3, 0, 1]) {
      const { service, stop, failures } = openEsplora(db, server.url);
      for (const { text } of asked) await service.address(text);
      chain = chain.fork(chain.blocks.length - 1 - depth, 100 + depth);
      chain.extend(depth + 2);
      server.setBlocks(chain.blocks);
      for (const { key } of asked) await untilStored(db, key, tipOf(chain));
      await stop();
      expect(failures).toEqual([]);
      const full = await ledgerOf(await databases.empty(), chain);
      const now = await addressesOf(full);
      for (const { text } of asked) {
        const address = now.find((entry) => entry.text === text);
        if (address) await expectSameAddress(db, full, address);
      }
    }
  });

  test('a transaction is fetched by its id; what nobody knows is said', async () => {
    const chain = createChain({ seed: 8 });
    chain.extend(10);
    const server = await serveChain(chain);
    const db = await databases.empty();
    const { service } = openEsplora(db, server.url);
    const tx = chain.blocks
      .flatMap(({ block }) => block.transactions)
      .find(({ inputs }) => inputs.length > 1);
    if (!tx) throw new Error('No transaction');
    const shown = await service.transaction(tx.txid);
    const ledger = createBitcoinBlockchain({ db: await ledgerOf(await databases.empty(), chain) });
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

  test('a transaction that looks like an inner node of a merkle tree stays unproven, and keeps no other from its proof', async () => {
    const chain = createChain({ seed: 13 });
    chain.extend(5);
    const [coin] = chain.coins;
    if (!coin) throw new Error('No coin');
    const short = chain.spend([coin], [{ value: coin.value, script: Uint8Array.of(0x51, 0x51, 0x51, 0x51) }]);
    expect(short.strippedSize).toBe(64);
    const { block } = chain.mine([short]);
    const server = await serveChain(chain);
    const { service, output } = openEsplora(await databases.empty(), server.url);
    const [coinbase] = block.transactions;
    expect(await service.transaction(short.txid)).toMatchObject({ index: null });
    const places = async () =>
      Promise.all(
        [coinbase, short].map(async (tx) => (await service.transaction(tx?.txid ?? coin.txid)).index),
      );
    await expect.poll(places).toEqual([0, null]);
    expect(output).toEqual([]);
  });

  test('a service that lies is found out, and nothing of it counts', async () => {
    const chain = createChain({ seed: 9, maxTxs: 8, wallet: 5 });
    chain.extend(20);
    const server = await serveChain(chain);
    const [address] = await addressesOf(await ledgerOf(await databases.empty(), chain));
    if (!address) throw new Error('No address');
    const history = `/address/${address.text}/txs/chain`;
    const honest = await (await fetch(`${server.url}${history}`)).text();
    const statistics = await (await fetch(`${server.url}/address/${address.text}`)).text();
    const change = (text: string, from: RegExp, to: string): string => {
      expect(text).toMatch(from);
      return text.replace(from, to);
    };
    const lies: [path: string, body: string, says: RegExp][] = [
      [history, change(honest, /"value":(\d+)/g, '"value":1$1'), /different transaction|unknown format/],
      [history, change(honest, /"value":\d+/, '"value":-5'), /unknown format/],
      [history, change(honest, /"locktime":\d+/, '"locktime":77777'), /different transaction/],
      [history, `[${honest.slice(1, -1)},${honest.slice(1, -1)}]`, /returned a transaction twice/],
      [history, '[]', /different length than its count/],
      [
        `/address/${address.text}`,
        change(statistics, /"tx_count":\d+/, '"tx_count":9999'),
        /different length/,
      ],
      [`/address/${address.text}`, '{}', /unknown format/],
      [history, 'x'.repeat(3_000_000), /larger than 2 MB/],
    ];
    for (const [path, body, says] of lies) {
      const db = await databases.empty();
      server.instead = (asked) => (asked === path ? { body } : undefined);
      const { service, output, stop } = openEsplora(db, server.url);
      const answer = await service.address(address.text).then(
        ({ coverage }) => coverage.text,
        (error: Error) => error.message,
      );
      await expect.poll(() => [answer, ...output].join('\n')).toMatch(says);
      server.instead = () => undefined;
      await expect
        .poll(async () =>
          service.address(address.text).then(
            ({ coverage }) => coverage.history?.stored,
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
    const { service } = openEsplora(db, server.url);
    await service.address(address.text);
    await expect
      .poll(async () => (await service.address(address.text)).coverage.text)
      .toMatch(/do not add up to its totals/);
  });

  test('never stand beside blocks, nor on another network', async () => {
    const chain = createChain({ seed: 10 });
    chain.extend(3);
    const server = await serveChain(chain);
    const stored = openEsplora(await ledgerOf(await databases.empty(), chain), server.url);
    await expect
      .poll(() => stored.source.status())
      .toMatchObject({ phase: 'failed', reason: /is not mixed with them/ });
    const other = openEsplora(await databases.empty(), server.url, { network: 'mainnet' });
    await expect
      .poll(() => other.source.status())
      .toMatchObject({ phase: 'failed', reason: /not on mainnet/ });
    expect(await other.source.fetchTransaction(new Uint8Array(32))).toMatchObject({ kind: 'later' });
  });

  test('requests keep their pace', async () => {
    const chain = createChain({ seed: 11, wallet: 3 });
    chain.extend(30);
    const server = await serveChain(chain);
    const [address] = await addressesOf(await ledgerOf(await databases.empty(), chain));
    const db = await databases.empty();
    const { service, stop } = openEsplora(db, server.url, { perSecond: 10 });
    const began = Date.now();
    await service.address(address?.text ?? '');
    await expect.poll(() => server.requests).toBeGreaterThan(20);
    await stop();
    // A second's worth at once, then ten a second: those above ten took their time, however slow the machine is.
    expect(server.requests).toBeLessThanOrEqual(10 + ((Date.now() - began) / 1000) * 10);
  });
});

const recorded = ['esplora/api-responses'];

describeWithFiles('Recorded answers of an Esplora service', recorded, () => {
  const readTransactions = () => {
    const folder = realFile('esplora/api-responses');
    return readdirSync(folder).flatMap((name) => {
      const answer: unknown = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
      const list = Array.isArray(answer) ? answer : [answer];
      return list
        .filter((entry) => z.object({ vin: z.unknown() }).safeParse(entry).success)
        .map((entry) => ({ name, entry }));
    });
  };

  test('hold transactions whose ids are recomputed', () => {
    const transactions = readTransactions();
    expect(transactions.length).toBeGreaterThan(10);
    for (const { entry } of transactions) {
      const reported = esploraTransaction.parse(entry);
      const { tx, prevouts } = readTransaction(reported, hashing);
      expect(toDisplayHash(tx.txid)).toBe(reported.txid);
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
    const [first] = readTransactions();
    // What was recorded has one field more: the service of mempool.space adds it to what Esplora tells.
    expect([...names(own), 'sigops'].sort()).toEqual(names(first?.entry));
  });
});
