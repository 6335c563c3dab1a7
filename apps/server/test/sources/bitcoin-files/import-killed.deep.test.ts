import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { randomSeeds } from '../../../../../test/depth.ts';
import { simulateBitcoin } from '../../../../../packages/demo/src/index.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { openPrepared, prepareDataFolder, runImport, start } from '../../support/command.ts';
import { ownDatabase } from '../../support/databases.ts';
import { digestLedger } from '../../support/ledger/dump.ts';
import { load } from '../../support/ledger/loaded-ledger.ts';
import { frame, temporaryFolder, write } from '../../support/sources/block-files.ts';
import { createRandom } from '../../support/survival/random.ts';

const [seed = 1] = randomSeeds(1, 1);

test(`a bulk load that is killed again and again ends with the tables of block by block (seed ${seed})`, async () => {
  const folder = temporaryFolder();
  const [length, blockInterval, begin] = [60 * 86_400, 7_200, 1_735_689_600];
  const demo = simulateBitcoin({
    seed: 5,
    start: begin,
    length,
    blockInterval,
    transactions: 260_000,
    ethereumTransactions: 0,
    hashing: nativeHashing,
  });
  const blocks: Uint8Array[] = [];
  for (let at = 0; at <= length; at += blockInterval) blocks.push(demo.next(begin + at).bytes);
  const file = write(folder.path, 'blk00000.dat', frame(blocks, 'demo'));
  const { db: reference, remove } = await ownDatabase();
  await load(createBitcoinLedger({ db: reference, hashing: nativeHashing }), [file]);
  const expected = await digestLedger(reference);
  await remove();

  const dataDir = await prepareDataFolder(join(folder.path, 'data'));
  const random = createRandom(seed);
  let ended = await kill(file, dataDir, 800);
  for (let round = 1; round < 6 && ended !== 0; round++) {
    ended = await kill(file, dataDir, 1500 + random.below(2500 * round));
  }
  if (ended !== 0) expect(await runImport([file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  const db = openPrepared(dataDir);
  expect(await digestLedger(db)).toEqual(expected);
  expect(await auditBitcoin(db)).toMatchObject({ ok: true });
  await db.close();
  folder.remove();
});

/** Imports and kills the process after some milliseconds. Returns its exit code; null where it was killed. */
async function kill(file: string, dataDir: string, after: number): Promise<number | null> {
  const running = start({ args: [file], env: { DATA_DIR: dataDir } });
  const timer = setTimeout(() => running.child.kill('SIGKILL'), after);
  const { code } = await running.ended;
  clearTimeout(timer);
  return code;
}
