import { join } from 'node:path';
import { encodeBlock, networks } from '@hopscope/chain';
import { afterAll, expect, test } from 'vitest';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import type { BlockAtHeight } from '../../../src/ledger/bitcoin/blocks/batch.ts';
import {
  type BlockRun,
  divideMemory,
  type HistoryOptions,
} from '../../../src/ledger/bitcoin/bulk/load-options.ts';
import { slotOfKey } from '../../../src/ledger/bitcoin/accounts/accounts.ts';
import { createBitcoinLedger, type NetworkName } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { breakingAt } from '../../support/ledger/breaking-database.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { duplicateCoinbaseChain } from '../../support/ledger/duplicate-coinbases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { temporaryFolder } from '../../support/sources/block-files.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Blocks as runs without gaps. */
function runsOf(blocks: readonly BlockAtHeight[]): BlockRun[] {
  const runs: BlockAtHeight[][] = [];
  for (const placed of blocks) {
    const run = runs.at(-1);
    if (run && (run.at(-1)?.height ?? 0) + 1 === placed.height) run.push(placed);
    else runs.push([placed]);
  }
  return runs.map((run) => {
    const bytes = run.map(({ block }) => encodeBlock(block));
    return {
      height: run[0]?.height ?? 0,
      count: run.length,
      hash: (place) => run[place]?.block.hash ?? new Uint8Array(),
      read: (place) => bytes[place] ?? new Uint8Array(),
    };
  });
}

function optionsOf(
  network: NetworkName,
  blocks: readonly BlockAtHeight[],
  more: Partial<HistoryOptions> = {},
): HistoryOptions {
  return {
    network,
    folder: join(folder.path, 'load'),
    memory: divideMemory(1 << 30),
    segmentTransactions: 40,
    threads: 0,
    runs: runsOf(blocks),
    totalBytes: 1 << 20,
    checkDifficulty: async () => {},
    noteHeader() {},
    signal: undefined,
    ...more,
  };
}

async function appended(
  db: SqlDatabase,
  network: NetworkName,
  blocks: readonly BlockAtHeight[],
): Promise<string> {
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
  for (const placed of blocks) await ledger.append(network, [placed]);
  return dumpLedger(db);
}

/** A taproot script whose address has this home. */
function scriptAt(home: bigint, last: number): Uint8Array {
  const shift = slotOfKey(Uint8Array.of(0x11, ...new Uint8Array(32)));
  const program = new Uint8Array(32);
  new DataView(program.buffer).setBigUint64(0, BigInt.asUintN(64, home - shift));
  program[31] = last;
  return Uint8Array.of(0x51, 32, ...program);
}

describeWithDatabase('a history that is loaded in bulk', (databases) => {
  test.each([1, 2, 3, 4])('has the same tables as block by block: random chain %i', async (seed) => {
    const chain = createChain({ seed, maxTxs: 20 });
    chain.extend(60);
    const expected = await appended(await databases.empty(), chain.network, chain.blocks);
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const result = await ledger.loadHistory(optionsOf(chain.network, chain.blocks, { threads: seed % 3 }));
    expect(result).toMatchObject({ blocks: 61, published: true, height: 60, loaded: [61] });
    expect(await dumpLedger(db)).toBe(expected);
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
  });

  test.each([1, 2, 3, 4])('is the same if outputs and nodes move to files: random chain %i', async (seed) => {
    const chain = createChain({ seed, maxTxs: 20 });
    chain.extend(60);
    const expected = await appended(await databases.empty(), chain.network, chain.blocks);
    const tiny = { blockRecords: 1 + seed, blocks: 2 };
    const memory = { most: 1 << 30, outputs: 5 * seed, storedOutputs: tiny, nodes: tiny };
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const stop = new AbortController();
    const options = optionsOf(chain.network, chain.blocks, { memory });
    // A load that was stopped restores its memory in the same way.
    await ledger.loadHistory({ ...options, signal: stop.signal, onProgress: () => stop.abort() });
    expect(await ledger.loadHistory(options)).toMatchObject({ blocks: 61, published: true });
    expect(await dumpLedger(db)).toBe(expected);
  });

  test('and goes on block by block', async () => {
    const chain = createChain({ seed: 5, maxTxs: 10 });
    chain.extend(30);
    const expected = await appended(await databases.empty(), chain.network, chain.blocks);
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await ledger.loadHistory(optionsOf(chain.network, chain.blocks.slice(0, 20)));
    for (const placed of chain.blocks.slice(20)) await ledger.append(chain.network, [placed]);
    expect(await dumpLedger(db)).toBe(expected);
    expect(await ledger.loadHistory(optionsOf(chain.network, chain.blocks))).toBeUndefined();
  });

  test('may have gaps: inputs from outside are unknown', async () => {
    const chain = createChain({ seed: 6, maxTxs: 20 });
    chain.extend(50);
    const blocks = chain.blocks.filter(
      ({ height }) => height > 7 && height !== 20 && (height < 30 || height > 35),
    );
    const expected = await appended(await databases.empty(), chain.network, blocks);
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const result = await ledger.loadHistory(optionsOf(chain.network, blocks));
    expect(result).toMatchObject({ blocks: blocks.length, published: true });
    expect(await dumpLedger(db)).toBe(expected);
  });

  test('is the same after a break at every statement: it goes on from its last segment', async () => {
    const chain = createChain({ seed: 7, maxTxs: 20 });
    chain.extend(40);
    const reference = await databases.empty();
    const counting = breakingAt(reference, -1);
    const counted = createBitcoinLedger({ db: counting.db, hashing: nativeHashing });
    await counted.loadHistory(optionsOf(chain.network, chain.blocks));
    const expected = await dumpLedger(reference);
    const statements = counting.count();
    expect(statements).toBeGreaterThan(100);
    const steps = Array.from({ length: 12 }, (_, i) => 1 + Math.floor((i * statements) / 12));
    for (const statement of steps) {
      const db = await databases.empty();
      const broken = createBitcoinLedger({ db: breakingAt(db, statement).db, hashing: nativeHashing });
      const options = optionsOf(chain.network, chain.blocks);
      await expect(broken.loadHistory(options)).rejects.toThrow('cut');
      const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
      if ((await ledger.ranges()).length === 0) {
        expect(await ledger.loadHistory(options)).toMatchObject({ blocks: 41, published: true });
      }
      expect(await dumpLedger(db)).toBe(expected);
    }
  });

  test('is stopped by its signal, shows nothing, and goes on with the blocks that are left', async () => {
    const chain = createChain({ seed: 8, maxTxs: 20 });
    chain.extend(40);
    const expected = await appended(await databases.empty(), chain.network, chain.blocks);
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const stop = new AbortController();
    const options = optionsOf(chain.network, chain.blocks);
    let read = 0;
    const counting = options.runs.map((run) => ({
      ...run,
      read(place: number, memory: Uint8Array) {
        read++;
        return run.read(place, memory);
      },
    }));
    const stopped = await ledger.loadHistory({
      ...options,
      runs: counting,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect(stopped).toMatchObject({ published: false });
    expect(await ledger.ranges()).toEqual([]);
    const before = read;
    expect(await ledger.loadHistory({ ...options, runs: counting })).toMatchObject({
      blocks: 41,
      published: true,
    });
    // Reading is one batch ahead of loading, here one block.
    expect(read).toBe(42);
    expect(before).toBeGreaterThan(0);
    expect(await dumpLedger(db)).toBe(expected);
  });

  test('ends early where memory is short: the rest comes block by block', async () => {
    const chain = createChain({ seed: 8, maxTxs: 20 });
    chain.extend(40);
    const expected = await appended(await databases.empty(), chain.network, chain.blocks);
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const result = await ledger.loadHistory(
      optionsOf(chain.network, chain.blocks, { memory: divideMemory(1) }),
    );
    const loaded = result?.blocks ?? 0;
    expect(result).toMatchObject({ published: true, loaded: [loaded] });
    expect(loaded).toBeLessThan(41);
    for (const placed of chain.blocks.slice(loaded)) await ledger.append(chain.network, [placed]);
    expect(await dumpLedger(db)).toBe(expected);
  });

  test('is forgotten where the ledger got blocks in another way', async () => {
    const chain = createChain({ seed: 8, maxTxs: 20 });
    chain.extend(20);
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const stop = new AbortController();
    const options = optionsOf(chain.network, chain.blocks);
    await ledger.loadHistory({ ...options, signal: stop.signal, onProgress: () => stop.abort() });
    await ledger.append(chain.network, chain.blocks.slice(0, 5));
    expect(await ledger.loadHistory(options)).toBeUndefined();
    const { rows } = await withSession(db, (session) =>
      session.query<{ tables: bigint }>(
        `select count(*) as tables from pg_class where relname like 'load\\_%'`,
      ),
    );
    expect(rows[0]?.tables).toBe(0n);
  });

  test.each(['complete', 'range'])('ends below a block that spends an output twice (%s)', async (kind) => {
    const chain = createChain({ seed: 9, maxTxs: 10 });
    chain.extend(12);
    const [coin] = chain.coins;
    if (!coin) throw new Error('The chain has no coin');
    const spendIt = () => chain.spend([coin], [{ value: coin.value, script: scriptAt(1n, 1) }]);
    chain.extend(2);
    chain.mine([chain.spend([coin], [{ value: coin.value / 2n, script: scriptAt(2n, 2) }])]);
    chain.extend(3);
    const { height } = chain.mine([spendIt()]);
    chain.extend(3);
    const from = kind === 'complete' ? 0 : 1;
    const blocks = chain.blocks.slice(from);
    const below = blocks.filter((placed) => placed.height < height);
    const expected = await appended(await databases.empty(), chain.network, below);
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const result = await ledger.loadHistory(optionsOf(chain.network, blocks));
    expect(result).toMatchObject({ published: true, blocks: below.length, loaded: [below.length] });
    expect(await dumpLedger(db)).toBe(expected);
    await expect(ledger.append(chain.network, chain.blocks.slice(height, height + 1))).rejects.toThrow(
      /already spent|does not exist/,
    );
  });

  test('gives addresses with equal and with the highest homes the same ids', async () => {
    const chain = createChain({ seed: 10, maxTxs: 3 });
    chain.extend(2);
    const top = 2n ** 63n - 1n;
    const homes = [top, top, top - 1n, top - 1n, top - 2n, -top - 1n, -top, 5n, 5n, 6n, 5n];
    for (const [last, home] of homes.entries()) {
      const coin = chain.coins.at(-1);
      if (!coin) throw new Error('The chain has no coin');
      chain.mine([chain.spend([coin], [{ value: coin.value, script: scriptAt(home, 255 - last) }])]);
    }
    const expected = await appended(await databases.empty(), chain.network, chain.blocks);
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await ledger.loadHistory(optionsOf(chain.network, chain.blocks));
    expect(await dumpLedger(db)).toBe(expected);
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
  });

  test('replaces coinbases of the same txid (BIP30)', async () => {
    // The demo network as if it were older than BIP34: no other one has blocks that tests can mine.
    const { bip34Height } = networks.demo;
    Object.assign(networks.demo, { bip34Height: 1_000_000 });
    try {
      const { chain } = duplicateCoinbaseChain(3, 'demo');
      const expected = await appended(await databases.empty(), 'demo', chain.blocks);
      const db = await databases.empty();
      const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
      const result = await ledger.loadHistory(optionsOf('demo', chain.blocks, { segmentTransactions: 2 }));
      expect(result).toMatchObject({ blocks: chain.blocks.length, published: true });
      expect(await dumpLedger(db)).toBe(expected);
      const { rows } = await withSession(db, (session) =>
        session.query<{ replaced: bigint }>(
          'select count(*) as replaced from btc_spend where inpoint % 131072 = 131071',
        ),
      );
      expect(rows[0]?.replaced).toBeGreaterThan(0n);
    } finally {
      Object.assign(networks.demo, { bip34Height });
    }
  });
});
