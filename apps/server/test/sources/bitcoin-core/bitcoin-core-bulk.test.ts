import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import type { BlockAtHeight } from '../../../src/ledger/bitcoin/blocks/batch.ts';
import { divideMemory } from '../../../src/ledger/bitcoin/bulk/load-options.ts';
import { type BitcoinLedger, createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { createChain, type TestChain } from '../../support/ledger/chain-builder.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { type BitcoinTestNode, startBitcoinNode } from '../../support/sources/bitcoin-node.ts';
import { temporaryFolder } from '../../support/sources/block-files.ts';
import { type RunningSource, rawBlocks, startCoreSource } from '../../support/sources/core-source.ts';

describeWithDatabase('The history of an empty ledger, loaded in bulk from a node,', (databases) => {
  let chain: TestChain;
  let node: BitcoinTestNode;
  let db: SqlDatabase;
  let ledger: BitcoinLedger;
  let source: RunningSource | undefined;
  const folder = temporaryFolder();

  const start = (): RunningSource => {
    source = startCoreSource(db, { url: node.url, reorganizationLimit: 5 }, undefined, {
      folder: join(folder.path, 'load'),
      memory: divideMemory(1 << 30),
      leastBytes: 0,
      segmentTransactions: 60,
      threads: 1,
    });
    return source;
  };
  const tipHeight = async (): Promise<number> => (await ledger.ranges()).at(-1)?.to ?? -1;
  const segments = async (): Promise<number> => {
    const { rows } = await withSession(db, (session) =>
      session.query<{ segments: number }>(
        `select (state::json->>'segments')::int4 as segments from btc_load`,
      ),
    );
    return rows[0]?.segments ?? 0;
  };
  const checkLedger = async (blocks: readonly BlockAtHeight[]): Promise<void> => {
    const fresh = await databases.empty();
    await createBitcoinLedger({ db: fresh, hashing: nativeHashing }).append('demo', blocks);
    expect(await dumpLedger(db)).toBe(await dumpLedger(fresh));
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
  };

  beforeEach(async () => {
    chain = createChain({ seed: 6, maxTxs: 8 });
    chain.extend(120);
    node = await startBitcoinNode({ network: 'demo', blocks: rawBlocks(chain.blocks) });
    db = await databases.empty();
    ledger = createBitcoinLedger({ db, hashing: nativeHashing });
  });
  afterEach(async () => {
    await source?.stop();
    await node.close();
    expect(source?.failures ?? []).toEqual([]);
    source = undefined;
  });

  test.each([true, false])('is that of the path by blocks (REST: %s)', async (rest) => {
    node.manners.rest = rest;
    start();
    await expect.poll(tipHeight, { interval: 20 }).toBe(120);
    await source?.reaches('following');
    expect(source?.troubles).toEqual([]);
    expect(await segments()).toBe(0);
    // Each block once, and the newest again for what REST can do.
    expect(node.given.filter((height) => height < 115).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 115 }, (_, height) => height),
    );
    await checkLedger(chain.blocks);
  });

  test('goes on where it was when the node comes back', async () => {
    node.manners.brokenFrom = 70;
    start();
    await expect.poll(() => source?.troubles.length, { interval: 20 }).toBeGreaterThan(0);
    expect(await tipHeight()).toBe(-1);
    expect(await segments()).toBeGreaterThan(0);
    node.manners.brokenFrom = Number.POSITIVE_INFINITY;
    await expect.poll(tipHeight, { interval: 20 }).toBe(120);
    // Of the first segments nothing is asked for again.
    expect(node.given.filter((height) => height === 3)).toEqual([3]);
    await checkLedger(chain.blocks);
  });

  test('follows the node that reorganizes deeply meanwhile', async () => {
    node.manners.brokenFrom = 70;
    start();
    await expect.poll(() => source?.troubles.length, { interval: 20 }).toBeGreaterThan(0);
    const shared = chain.blocks.slice(0, 66);
    const other = createChain({ seed: 6, maxTxs: 8 });
    other.extend(65);
    expect(rawBlocks(other.blocks)).toEqual(rawBlocks(shared));
    other.extend(60);
    node.setFrom(66, rawBlocks(other.blocks.slice(66)));
    node.manners.brokenFrom = Number.POSITIVE_INFINITY;
    await expect.poll(tipHeight, { interval: 20 }).toBe(125);
    await checkLedger(other.blocks);
  });
});
