import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { firstBlocks, temporaryFolder } from '../../support/sources/block-files.ts';
import { openBuiltIn, runImport, start } from '../../support/command.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { ownDatabase } from '../../support/databases.ts';
import { load } from '../../support/ledger/loaded-ledger.ts';
import { describeWithFiles, realFile } from '../../support/recorded/real-files.ts';
import { smallDisk } from '../../support/survival/small-disk.ts';

const serve = fileURLToPath(new URL('../../support/servers/serve.ts', import.meta.url));
const busy = 'blk_560062_560073.dat';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

describeWithFiles('A full disk', [busy], () => {
  const diskFor = smallDisk(200);
  const folder = temporaryFolder();
  let [file, expected] = ['', ''];
  beforeAll(async () => {
    file = firstBlocks(realFile(busy), 7, folder.path);
    const { db, remove } = await ownDatabase();
    await load(createBitcoinLedger({ db, hashing: nativeHashing }), [file]);
    expected = digest(await dumpLedger(db));
    await remove();
  });
  afterAll(() => folder.remove());

  test('no room for the lock: clear words, nothing written', async (context) => {
    const disk = diskFor(context);
    const dataDir = join(disk.path, 'none');
    mkdirSync(dataDir);
    const ballast = disk.fill(0);
    const { code, err } = await runImport([file], { DATA_DIR: dataDir });
    rmSync(ballast);
    expect(code).toBe(1);
    expect(err).toMatch(/^The disk is full\. .*Free some space and run the same command again\.\n$/);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('no room for a new database: clear words, and the next call makes it', async (context) => {
    const disk = diskFor(context);
    const dataDir = join(disk.path, 'new');
    const ballast = disk.fill(12);
    const { code, err } = await runImport(['/nowhere'], { DATA_DIR: dataDir });
    const server = await start({ script: serve, env: { DATA_DIR: dataDir, PORT: '0' } }).ended;
    rmSync(ballast);
    expect(code).toBe(1);
    expect(err).toMatch(/^The disk is full\./);
    expect(server).toMatchObject({ code: 1, err: 'Hopscope could not start: the disk is full.\n' });
    expect((await runImport(['/nowhere'], { DATA_DIR: dataDir })).err).toMatch(/^\/nowhere does not exist/);
    rmSync(dataDir, { recursive: true });
  });

  // With little room changes are refused from the start; with more it runs out while blocks come in.
  test.for([12, 60])(
    'with %i MB left the import says so, keeps whole batches, and completes once there is room',
    async (megabytes, context) => {
      const disk = diskFor(context);
      const dataDir = join(disk.path, `data-${megabytes}`);
      await (await openBuiltIn(dataDir)).close();
      const ballast = disk.fill(megabytes);
      const full = await runImport([file], { DATA_DIR: dataDir });
      expect({ code: full.code, out: full.out }).toEqual({ code: 1, out: '' });
      expect(full.err).toMatch(/^The disk is full\. .*Free some space and run the same command again\.\n$/);
      rmSync(ballast);
      const halfway = await openBuiltIn(dataDir);
      expect(await auditBitcoin(halfway.db)).toMatchObject({ ok: true });
      await halfway.close();
      const again = await runImport([file], { DATA_DIR: dataDir });
      expect(again).toMatchObject({ code: 0 });
      const { db, close } = await openBuiltIn(dataDir);
      const complete = digest(await dumpLedger(db));
      await close();
      rmSync(dataDir, { recursive: true });
      expect(complete).toBe(expected);
    },
  );
});
