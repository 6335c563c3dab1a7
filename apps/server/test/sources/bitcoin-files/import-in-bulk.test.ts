import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { divideMemory } from '../../../src/ledger/bitcoin/bulk/load-options.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { importBlocks } from '../../../src/sources/bitcoin-files/import-blocks.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { digestLedger } from '../../support/ledger/dump.ts';
import { load } from '../../support/ledger/loaded-ledger.ts';
import { describeWithFiles, realFile } from '../../support/recorded/real-files.ts';
import { temporaryFolder } from '../../support/sources/block-files.ts';

const names = [
  'blk_000000_002100.dat',
  'blk_560062_560073.dat',
  'blk_out_of_order_482253_482202.dat',
  'block300025.raw',
  'block413567.raw',
  'block702861.raw',
];

describeWithFiles('Real blocks in bulk', names, () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  describeWithDatabase('on a database', (databases) => {
    test('have the same tables as block by block', async () => {
      const paths = names.map(realFile);
      const reference = await databases.empty();
      const expected = await load(createBitcoinLedger({ db: reference, hashing: nativeHashing }), paths);
      const db = await databases.empty();
      const report = await importBlocks({
        ledger: createBitcoinLedger({ db, hashing: nativeHashing }),
        hashing: nativeHashing,
        paths,
        network: undefined,
        bulk: {
          folder: join(folder.path, 'load'),
          memory: divideMemory(1 << 30),
          leastBytes: 0,
          segmentTransactions: 10_000,
          threads: 1,
        },
      });
      expect(report).toEqual(expected);
      expect(await digestLedger(db)).toEqual(await digestLedger(reference));
      expect(await auditBitcoin(db)).toMatchObject({ ok: true });
    });
  });
});
