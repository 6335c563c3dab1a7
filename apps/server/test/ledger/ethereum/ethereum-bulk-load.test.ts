import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { auditEthereum } from '../../../src/ledger/ethereum/audit/audit.ts';
import type { EthereumBundle, EthereumChain, Openings } from '../../../src/ledger/ethereum/blocks/bundle.ts';
import { slotOfAddress } from '../../../src/ledger/ethereum/accounts/accounts.ts';
import type { EthereumHistory } from '../../../src/ledger/ethereum/bulk/load-options.ts';
import { createBatchPreparer } from '../../../src/ledger/ethereum/bulk/prepare-batch.ts';
import { createEthereumLedger } from '../../../src/ledger/ethereum/ledger.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { breakingAt } from '../../support/ledger/breaking-database.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { randomBlock } from '../../support/ledger/ethereum-model.ts';
import { story } from '../../support/ledger/ethereum-story.ts';
import { makeBundle } from '../../support/sources/ethereum-blocks.ts';
import { temporaryFolder } from '../../support/sources/block-files.ts';
import { createRandom } from '../../support/survival/random.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const demo: EthereumChain = { chainId: 1337n, network: 'demo' };

/** Blocks in chain order, prepared in batches of a few. */
function historyOf(
  chain: EthereumChain,
  blocks: readonly EthereumBundle[],
  more: Partial<EthereumHistory> = {},
): EthereumHistory {
  const preparer = createBatchPreparer(chain.chainId);
  return {
    chain,
    folder: join(folder.path, 'load'),
    segmentTransactions: 10,
    heights: blocks.map(({ block }) => block.header.number),
    hashAt: async (height) => blocks.find(({ block }) => block.header.number === height)?.block.hash,
    prepare(above) {
      const left = blocks.filter(({ block }) => block.header.number > above);
      return {
        async next() {
          if (left.length === 0) return undefined;
          for (const bundle of left.splice(0, 3)) preparer.add(bundle);
          return preparer.take();
        },
        release: (batch) => preparer.reuse(batch),
        close: async () => {},
      };
    },
    ...more,
  };
}

async function appended(
  db: SqlDatabase,
  chain: EthereumChain,
  blocks: readonly EthereumBundle[],
  openings?: Openings,
): Promise<string> {
  const ledger = createEthereumLedger({ db });
  for (const block of blocks) await ledger.append(chain, [block], openings);
  return dumpLedger(db, 'ethereum');
}

function randomChain(seed: number, count: number, gaps = false): EthereumBundle[] {
  const random = createRandom(seed);
  const blocks: EthereumBundle[] = [];
  let height = 1000;
  for (let i = 0; i < count; i++) {
    blocks.push(randomBlock(random, { height, parentHash: blocks.at(-1)?.block.hash ?? random.bytes(32) }));
    height += gaps && random.chance(0.2) ? 2 : 1;
  }
  return blocks;
}

/** An address with this home, which differs from others with it. */
function addressAt(home: bigint, last: bigint): Uint8Array {
  const shift = slotOfAddress(new Uint8Array([...new Uint8Array(12), ...bytesOf(last)]));
  return new Uint8Array([...bytesOf(BigInt.asUintN(64, home - shift)), 1, 2, 3, 4, ...bytesOf(last)]);
}

function bytesOf(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

describeWithDatabase('a history of Ethereum that is loaded in bulk', (databases) => {
  async function expectSame(
    chain: EthereumChain,
    blocks: readonly EthereumBundle[],
    openings?: Openings,
  ): Promise<void> {
    const expected = await appended(await databases.empty(), chain, blocks, openings);
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const result = await ledger.loadHistory(historyOf(chain, blocks, { openings }));
    expect(result).toMatchObject({ blocks: blocks.length, published: true });
    expect(await dumpLedger(db, 'ethereum')).toBe(expected);
    expect(await withSession(db, (session) => auditEthereum(session))).toMatchObject({ ok: true });
  }

  test.each([1, 2, 3, 4])('has the same tables as block by block: random chain %i', (seed) =>
    expectSame(demo, randomChain(seed, 60, seed % 2 === 0)),
  );

  test('has the same tables for a chain with every case, and openings', () =>
    expectSame(story.chain, story.blocks, story.openings));

  test('has the same tables where IDs of accounts collide, and at the highest ID', () => {
    const homes = [5n, 5n, 6n, 5n, -1n, 2n ** 63n - 1n, 2n ** 63n - 1n, -(2n ** 63n)];
    const addresses = homes.map((home, i) => addressAt(home, BigInt(i + 1)));
    const blocks: EthereumBundle[] = [];
    for (const [i, from] of addresses.entries()) {
      const to = addresses[(i + 3) % addresses.length] ?? null;
      const parentHash = blocks.at(-1)?.block.hash ?? new Uint8Array(32);
      blocks.push(makeBundle({ height: i, parentHash, txs: [{ from, to, value: 7n }] }));
    }
    return expectSame(demo, blocks);
  });

  test('and goes on block by block', async () => {
    const blocks = randomChain(5, 30);
    const expected = await appended(await databases.empty(), demo, blocks);
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    await ledger.loadHistory(historyOf(demo, blocks.slice(0, 20)));
    for (const block of blocks.slice(20)) await ledger.append(demo, [block]);
    expect(await dumpLedger(db, 'ethereum')).toBe(expected);
    expect(await ledger.loadHistory(historyOf(demo, blocks))).toBeUndefined();
  });

  test('ends below a block that does not follow the one before', async () => {
    const blocks = randomChain(6, 30);
    const other = randomChain(7, 31).at(-1);
    if (!other) throw new Error('No block');
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const result = await ledger.loadHistory(historyOf(demo, [...blocks, other]));
    expect(result).toMatchObject({ blocks: 30, height: 1029, published: true });
    await expect(ledger.append(demo, [other])).rejects.toThrow(/does not follow/);
  });

  test('is the same after a break at every statement: it goes on from its last segment', async () => {
    const blocks = randomChain(8, 40);
    const reference = await databases.empty();
    const counting = breakingAt(reference, -1);
    await createEthereumLedger({ db: counting.db }).loadHistory(historyOf(demo, blocks));
    const expected = await dumpLedger(reference, 'ethereum');
    const statements = counting.count();
    expect(statements).toBeGreaterThan(60);
    for (let i = 0; i < 16; i++) {
      const db = await databases.empty();
      const broken = createEthereumLedger({
        db: breakingAt(db, 1 + Math.floor((i * statements) / 16)).db,
      });
      await expect(broken.loadHistory(historyOf(demo, blocks))).rejects.toThrow('cut');
      const ledger = createEthereumLedger({ db });
      if ((await ledger.ranges()).length === 0) {
        const result = await ledger.loadHistory(historyOf(demo, blocks));
        expect(result).toMatchObject({ blocks: 40, published: true });
      }
      expect(await dumpLedger(db, 'ethereum')).toBe(expected);
    }
  });

  test('is stopped by its signal, shows nothing, and goes on with the blocks that are left', async () => {
    const blocks = randomChain(9, 40);
    const expected = await appended(await databases.empty(), demo, blocks);
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const stop = new AbortController();
    const starts: number[] = [];
    const history = historyOf(demo, blocks);
    const noting = {
      ...history,
      prepare(above: number) {
        starts.push(above);
        return history.prepare(above);
      },
    };
    const stopped = await ledger.loadHistory({
      ...noting,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect(stopped).toMatchObject({ published: false });
    expect(await ledger.ranges()).toEqual([]);
    expect(await ledger.loadHistory(noting)).toMatchObject({ blocks: 40, published: true });
    expect(starts[0]).toBe(-1);
    expect(starts[1]).toBeGreaterThan(1000);
    expect(await dumpLedger(db, 'ethereum')).toBe(expected);
  });

  test('starts over where the blocks are others than before', async () => {
    const [before, blocks] = [randomChain(10, 40), randomChain(11, 40)];
    const expected = await appended(await databases.empty(), demo, blocks);
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const stop = new AbortController();
    await ledger.loadHistory(
      historyOf(demo, before, { signal: stop.signal, onProgress: () => stop.abort() }),
    );
    expect(await ledger.loadHistory(historyOf(demo, blocks))).toMatchObject({ published: true });
    expect(await dumpLedger(db, 'ethereum')).toBe(expected);
  });
});
