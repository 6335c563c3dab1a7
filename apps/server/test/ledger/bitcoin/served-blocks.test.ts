import { decodeBlock, encodeBlock, encodeTransaction, toHex } from '@hopscope/chain';
import { simulateDemo } from '@hopscope/demo';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { withSession } from '../../../src/db/session.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import type { BlockAtHeight } from '../../../src/ledger/bitcoin/blocks/batch.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing as hashing } from '../../../src/ledger/native-hashing.ts';
import { startBitcoinNode } from '../../support/sources/bitcoin-node.ts';
import { startCoreSource } from '../../support/sources/core-source.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { startEsplora } from '../../support/sources/esplora-server.ts';
import {
  addressesOf,
  expectSameAddress,
  openEsplora,
  stopSources,
  untilStored,
} from '../../support/sources/esplora-world.ts';
import { readBlockFile } from '../../support/recorded/real-blocks.ts';

const run = { seed: 1, start: 1_700_000_000, length: 60 * 3600, blockInterval: 1200 };

/** A demo from its first block on, as bytes. */
function demoBlocks(): Uint8Array[] {
  const { bitcoin } = simulateDemo({ ...run, transactions: 1000, ethereumTransactions: 10, hashing });
  const count = run.length / run.blockInterval;
  return Array.from({ length: count }, (_, i) => bitcoin.next(run.start + i * run.blockInterval).bytes);
}

const placed = (raw: readonly Uint8Array[]): BlockAtHeight[] =>
  raw.map((bytes, height) => ({ height, block: decodeBlock(bytes, { hashing }) }));

describeWithDatabase('Blocks of the demo, served byte for byte,', (databases) => {
  afterEach(stopSources);
  const raw = demoBlocks();
  const blocks = placed(raw);

  test('come from a node as they were made', async () => {
    expect(blocks.map(({ block }) => toHex(encodeBlock(block)))).toEqual(raw.map((bytes) => toHex(bytes)));
    const node = await startBitcoinNode({ network: 'demo', blocks: raw.slice(0, 170) });
    onTestFinished(() => node.close());
    const db = await databases.empty();
    const source = startCoreSource(db, { url: node.url });
    await source.reaches('following');
    node.setFrom(170, raw.slice(170));
    await expect.poll(() => source.status()).toEqual({ phase: 'following', height: blocks.length - 1 });
    await source.stop();
    const fresh = await databases.empty();
    await createBitcoinLedger({ db: fresh, hashing }).append('demo', blocks);
    expect(await dumpLedger(db)).toBe(await dumpLedger(fresh));
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
  });

  test('come from an Esplora service as histories of single addresses', async () => {
    const service = await startEsplora('demo', blocks);
    onTestFinished(() => service.close());
    const full = await databases.empty();
    await createBitcoinLedger({ db: full, hashing }).append('demo', blocks);
    const db = await databases.empty();
    const { source, output } = openEsplora(db, service.url);
    const known = await addressesOf(full);
    const asked = [...known.slice(0, 2), ...known.slice(-2)];
    const tip = blocks.at(-1)?.block.hash ?? new Uint8Array();
    for (const { key, text } of asked) await source.fetchAddress(key, text);
    for (const { key } of asked) await untilStored(db, key, tip);
    for (const address of asked) await expectSameAddress(db, full, address);
    const { rows } = await withSession(db, (session) =>
      session.query<{ raw: Uint8Array }>('select raw from btc_remote_tx'),
    );
    const made = new Set(
      blocks.flatMap(({ block }) => block.transactions.map((tx) => toHex(encodeTransaction(tx)))),
    );
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter((row) => !made.has(toHex(row.raw)))).toEqual([]);
    expect(output).toEqual([]);
  });
});

const files = ['0_to_4', '3A', '4A', '5A'].map((name) => `reorg/blk_${name}.dat`);
describe('Blocks of a chain that forked', () => {
  describeWithDatabase('served by a node', (databases) => {
    test('are followed over to the longer branch', async () => {
      const [trunk = [], ...others] = files.map(readBlockFile);
      const branch = others.flat();
      expect([trunk.length, branch.length]).toEqual([5, 3]);
      const node = await startBitcoinNode({ network: 'mainnet', blocks: trunk.map(encodeBlock) });
      onTestFinished(() => node.close());
      const db = await databases.empty();
      const source = startCoreSource(db, { url: node.url });
      await expect.poll(() => source.status()).toEqual({ phase: 'following', height: 4 });
      node.setFrom(3, branch.map(encodeBlock));
      await expect.poll(() => source.status()).toEqual({ phase: 'following', height: 5 });
      await source.stop();
      const fresh = await databases.empty();
      const chain = [...trunk.slice(0, 3), ...branch].map((block, height) => ({ height, block }));
      await createBitcoinLedger({ db: fresh, hashing }).append('mainnet', chain);
      expect(await dumpLedger(db)).toBe(await dumpLedger(fresh));
      expect(await auditBitcoin(db)).toMatchObject({ ok: true, report: { blocks: 6 } });
      expect(source.failures).toEqual([]);
    });
  });
});
