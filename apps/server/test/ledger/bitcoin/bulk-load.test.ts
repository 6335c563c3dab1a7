import { join } from 'node:path';
import { encodeBlock } from '@hopscope/chain';
import { afterAll, expect, test } from 'vitest';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import type { BlockAtHeight } from '../../../src/ledger/bitcoin/blocks/batch.ts';
import type { BlockRun, HistoryOptions } from '../../../src/ledger/bitcoin/bulk/bulk-load.ts';
import { createBitcoinLedger, type NetworkName } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../../support/databases.ts';
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
    memory: 1 << 30,
    segmentTransactions: 40,
    runs: runsOf(blocks),
    totalBytes: 1 << 20,
    checkDifficulty: async () => {},
    noteHeader() {},
    signal: undefined,
    ...more,
  };
}

async function appended(db: SqlDatabase, network: NetworkName, blocks: readonly BlockAtHeight[]): Promise<string> {
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
  for (const placed of blocks) await ledger.append(network, [placed]);
  return dumpLedger(db);
}

describeWithDatabase('a history that is loaded in bulk', (databases) => {
  test.each([1, 2, 3, 4])('has the same tables as block by block: random chain %i', async (seed) => {
    const chain = createChain({ seed, maxTxs: 20 });
    chain.extend(60);
    const expected = await appended(await databases.empty(), chain.network, chain.blocks);
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const result = await ledger.loadHistory(optionsOf(chain.network, chain.blocks));
    expect(result).toMatchObject({ blocks: 61, published: true, height: 60, loaded: [61] });
    expect(await dumpLedger(db)).toBe(expected);
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
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
    const blocks = chain.blocks.filter(({ height }) => height > 7 && height !== 20 && (height < 30 || height > 35));
    const expected = await appended(await databases.empty(), chain.network, blocks);
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const result = await ledger.loadHistory(optionsOf(chain.network, blocks));
    expect(result).toMatchObject({ blocks: blocks.length, published: true });
    expect(await dumpLedger(db)).toBe(expected);
  });
});
