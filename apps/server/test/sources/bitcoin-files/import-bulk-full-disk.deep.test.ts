import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulateBitcoin } from '../../../../../packages/demo/src/index.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { openBuiltIn, runImport } from '../../support/command.ts';
import { ownDatabase } from '../../support/databases.ts';
import { digestLedger } from '../../support/ledger/dump.ts';
import { load } from '../../support/ledger/loaded-ledger.ts';
import { frame, temporaryFolder, write } from '../../support/sources/block-files.ts';
import { smallDisk } from '../../support/survival/small-disk.ts';

describe('A disk that is full during a bulk load', () => {
  const diskFor = smallDisk(900);
  const folder = temporaryFolder();
  let file = '';
  let expected: unknown;
  beforeAll(async () => {
    const [length, blockInterval, begin] = [60 * 86_400, 21_600, 1_735_689_600];
    const demo = simulateBitcoin({
      seed: 6,
      start: begin,
      length,
      blockInterval,
      transactions: 200_000,
      ethereumTransactions: 0,
      hashing: nativeHashing,
    });
    const blocks: Uint8Array[] = [];
    for (let at = 0; at <= length; at += blockInterval) blocks.push(demo.next(begin + at).bytes);
    file = write(folder.path, 'blk00000.dat', frame(blocks, 'demo'));
    const { db, remove } = await ownDatabase();
    await load(createBitcoinLedger({ db, hashing: nativeHashing }), [file]);
    expected = await digestLedger(db);
    await remove();
  });
  afterAll(() => folder.remove());

  // While rows of transactions are written, while records are, and while tables are built.
  test.for([30, 70, 110, 150])(
    'with %i MB left is named, and the load completes once there is room',
    async (megabytes, context) => {
      const disk = diskFor(context);
      const dataDir = join(disk.path, `data-${megabytes}`);
      mkdirSync(dataDir);
      await (await openBuiltIn(dataDir)).close();
      const ballast = disk.fill(megabytes);
      const full = await runImport([file], { DATA_DIR: dataDir });
      expect({ code: full.code, out: full.out }).toEqual({ code: 1, out: '' });
      expect(full.err).toContain('The disk is full.');
      rmSync(ballast);
      expect(await runImport([file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
      const { db, close } = await openBuiltIn(dataDir);
      expect(await digestLedger(db)).toEqual(expected);
      expect(await auditBitcoin(db)).toMatchObject({ ok: true });
      await close();
      rmSync(dataDir, { recursive: true });
    },
  );
});
