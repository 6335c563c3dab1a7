import { encodeBlock } from '@hopscope/chain';
import { afterAll, expect, test } from 'vitest';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { exitCodeOf } from '../../../src/sources/bitcoin-files/report.ts';
import { frame, temporaryFolder, write } from '../../support/sources/block-files.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { load } from '../../support/ledger/loaded-ledger.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const chain = createChain({ seed: 77, maxTxs: 4 });
chain.extend(8);
/** A block on top that spends what never existed: alone it is a range, and nobody can tell. */
const top = chain
  .fork(8, 3)
  .mine([
    chain.spend(
      [{ txid: new Uint8Array(32).fill(9), vout: 0, value: 1n }],
      [{ value: 0n, script: Uint8Array.of(0x51) }],
    ),
  ]);
const file = write(
  folder.path,
  'below.bin',
  frame(
    chain.blocks.map(({ block }) => Buffer.from(encodeBlock(block))),
    'demo',
  ),
);

describeWithDatabase('Blocks that show a held block to be wrong', (databases) => {
  test('are refused with the reason, and nothing changes', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await ledger.append('demo', [top]);
    const before = await dumpLedger(db);
    const report = await load(ledger, [file]);
    expect(report.loadedBlocks).toBe(0);
    expect(report.refused).toMatchObject([
      { height: 0, followers: 8, reason: 'Block 9 spends an output that no block before it has' },
    ]);
    expect(exitCodeOf(report)).toBe(2);
    expect(await dumpLedger(db)).toBe(before);
  });
});
