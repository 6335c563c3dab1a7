import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { frame, temporaryFolder, unframe, write } from '../../support/sources/block-files.ts';
import { type Ended, openPrepared, prepareDataFolder, runImport, start } from '../../support/command.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { ownDatabase } from '../../support/databases.ts';
import { load } from '../../support/ledger/loaded-ledger.ts';
import { createRandom } from '../../support/survival/random.ts';
import { realFile } from '../../support/recorded/real-files.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('An import that is stopped', () => {
  const folder = temporaryFolder();
  let [file, expected] = ['', ''];
  beforeAll(async () => {
    const single = ['block702861.raw', 'block300025.raw'].map((name) => readFileSync(realFile(name)));
    file = write(
      folder.path,
      'blocks.dat',
      frame([...unframe(realFile('blk_560065_560066.dat')), ...single]),
    );
    const { db, remove } = await ownDatabase();
    await load(createBitcoinLedger({ db, hashing: nativeHashing }), [file]);
    expected = digest(await dumpLedger(db));
    await remove();
  });
  afterAll(() => folder.remove());

  /** Everything is there, once, as if nothing had happened. */
  async function expectComplete(dataDir: string): Promise<void> {
    const db = openPrepared(dataDir);
    expect(digest(await dumpLedger(db))).toBe(expected);
    await db.close();
  }

  test('by SIGINT ends after its batch with 130; run again it goes on', async () => {
    const dataDir = await prepareDataFolder(join(folder.path, 'sigint'));
    const first = await interrupted(file, dataDir);
    expect(first).toMatchObject({ code: 130, signal: null });
    expect(first.err).toContain('Stopping after this batch …');
    expect(first.out).toMatch(
      /\nStopped\. Loaded blocks are stored\. Run the same command again to continue\.\n$/,
    );
    const db = openPrepared(dataDir);
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
    await db.close();
    const again = await runImport([file], { DATA_DIR: dataDir });
    expect(again).toMatchObject({ code: 0 });
    await expectComplete(dataDir);
  });

  test('by kill -9 at any moment is whole, and run again it completes', async () => {
    const dataDir = await prepareDataFolder(join(folder.path, 'kill'));
    const random = createRandom(9);
    let last: Ended | undefined;
    let kills = 0;
    for (let round = 0; round < 12 && last?.code !== 0; round++) {
      const running = start({ args: [file], env: { DATA_DIR: dataDir } });
      // Later rounds get longer, so that it ends.
      const moment = 300 + random.below(1500 + round * 1000);
      const timer = setTimeout(() => running.child.kill('SIGKILL'), kills < 2 ? moment : 120_000);
      last = await running.ended;
      clearTimeout(timer);
      if (last.signal === 'SIGKILL') kills++;
    }
    expect(kills).toBeGreaterThan(0);
    expect(last).toMatchObject({ code: 0 });
    await expectComplete(dataDir);
  });

  test('by kill -9 while its database is being made, it makes it the next time', async () => {
    for (const moment of [1000]) {
      const dataDir = join(folder.path, `fresh-${moment}`);
      const running = start({ args: ['/nowhere'], env: { DATA_DIR: dataDir } });
      setTimeout(() => running.child.kill('SIGKILL'), moment);
      await running.ended;
      const next = await runImport(['/nowhere'], { DATA_DIR: dataDir });
      expect(next.err).toBe('/nowhere does not exist or cannot be read\n');
    }
  });
});

/** Sends SIGINT later and later, until it comes when the import has begun to listen for it. */
async function interrupted(file: string, dataDir: string): Promise<Ended> {
  for (let wait = 150; ; wait *= 1.1) {
    const running = start({ args: [file], env: { DATA_DIR: dataDir } });
    const timer = setTimeout(() => running.child.kill('SIGINT'), wait);
    const ended = await running.ended;
    clearTimeout(timer);
    if (ended.signal !== 'SIGINT') return ended;
  }
}
