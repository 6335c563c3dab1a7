import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { prepareDataFolder, runImport, start } from './support/command.ts';

const script = fileURLToPath(new URL('../src/demo.ts', import.meta.url));
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hopscope-demo-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const demo = (...args: string[]) => start({ script, args }).ended;
const truthLine = z.object({ type: z.string(), txid: z.string().optional() });

/**
 * The default demo, ending at a fixed second. Where this fails, the demo makes other bytes than before: raise
 * `demoVersion` in packages/demo/src/bitcoin/run-tag.ts, so that ledgers of the older version are known as such.
 */
test('the default demo of version 1 is these bytes', async () => {
  const { code, out, err } = await demo('--out', folder, '--end', '1800000000');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^8761 blocks with 77590 transactions in /);
  expect(out).toContain('\nNewest block 47c735a227ea764940b375f1d22110b46d02aa345f38255fbe1f2f966e8c1c34\n');
  const bytes = await readFile(join(folder, 'blk00000.dat'));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    '78ee5d807035f836743b03b0a626ada55f6a6956b635cbe32ecf3dfbea4e75b4',
  );
});

test('its files are imported like those of a node, and its truth names their transactions', async () => {
  const args = ['--out', folder, '--days', '12', '--transactions', '1500', '--seed', '4', '--truth'];
  expect(await demo(...args)).toMatchObject({ code: 0, err: '' });
  const dataDir = prepareDataFolder(join(folder, 'data'));
  const imported = await runImport([join(folder, 'blk00000.dat')], { DATA_DIR: dataDir });
  expect(imported.code).toBe(0);
  const transactions = Number(
    /Loaded 289 blocks with ([\d,]+) transactions \(demo\)/.exec(imported.out)?.[1]?.replace(',', ''),
  );
  const lines = (await readFile(join(folder, 'truth.ndjson'), 'utf8')).trimEnd().split('\n');
  const told = lines.map((line) => truthLine.parse(JSON.parse(line)));
  const known = new Set(told.flatMap(({ type, txid }) => (type === 'transaction' ? [txid] : [])));
  // What the last block leaves waiting is known as well.
  expect(known.size).toBeGreaterThanOrEqual(transactions);
  expect(known.size - transactions).toBeLessThan(60);
});

test('nothing is overwritten', async () => {
  const args = ['--out', folder, '--days', '1', '--transactions', '0'];
  expect((await demo(...args)).code).toBe(0);
  const before = await readFile(join(folder, 'blk00000.dat'));
  const again = await demo(...args, '--seed', '2');
  expect([again.code, again.out]).toEqual([1, '']);
  expect(again.err).toMatch(/^The demo could not be written: .*already exists.*blk00000\.dat/);
  expect(await readFile(join(folder, 'blk00000.dat'))).toEqual(before);
});

test.each([
  [[], /--out is needed/],
  [['--out', 'x', '--seed', '4294967296'], /--seed must be a whole number from 0 to 4294967295/],
  [['--out', 'x', '--transactions', '1e6'], /--transactions must be/],
  [['--out', 'x', '--days', '0'], /--days must be/],
  [['--out', 'x', '--length', '3'], /--length/],
])('%j is refused before anything is written', async (args, says) => {
  const { code, out, err } = await demo(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(says);
  expect(err).toContain('Usage: npm run demo');
});
