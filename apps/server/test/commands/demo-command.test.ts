import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';
import { demoChainId } from '@hopscope/demo';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { prepareDataFolder, runImport, start } from '../support/command.ts';

const script = fileURLToPath(new URL('../../src/commands/demo.ts', import.meta.url));
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hopscope-demo-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const demo = (...args: string[]) => start({ script, args }).ended;
const claimLine = z.object({
  blockchain: z.enum(['bitcoin', 'ethereum']),
  key: z.string().regex(/^[0-9a-f]+$/),
  entity: z.string().startsWith('demo-'),
  delay: z.int().min(0),
  confidence: z.int().min(50).max(95),
});
const truthLine = z.object({ type: z.string(), txid: z.string().optional() });

/**
 * Two months of the default seed, ending at a fixed second. Where this fails, the demo makes other bytes than before: raise
 * `demoVersion` in packages/demo/src/run-tag.ts, so that ledgers of the older version are known as such.
 */
test('two months of the demo of version 3 are these bytes', async () => {
  const size = ['--days', '60', '--transactions', '8000', '--ethereum-transactions', '5000'];
  const { code, out, err } = await demo('--out', folder, '--end', '1800000000', ...size);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^1441 blocks with 8016 transactions in /);
  expect(out).toContain('\nNewest block 1a8e291a99563e05aded04ed4e75463a9fad2432ecea58efd2abd8c28706e114\n');
  expect(out).toContain(
    'ethereum: 1441 blocks with 5258 transactions, newest block 0x15d5efaa99ab93247f2a00b7c7b6e9403f1071240b1d99766a1d2ed85a2ddce5\n',
  );
  const bytes = await readFile(join(folder, 'blk00000.dat'));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    '712dabcdbd3556459c81bf305bb2b4fb81497a9bb54316d0e77911b8f72f1c39',
  );
});

test('its files are imported like those of a node, and its truth names their transactions', async () => {
  const args = ['--out', folder, '--days', '12', '--transactions', '1500', '--ethereum-transactions', '600'];
  args.push('--seed', '4', '--truth');
  expect(await demo(...args)).toMatchObject({ code: 0, err: '' });
  const dataDir = await prepareDataFolder(join(folder, 'data'));
  const imported = await runImport([join(folder, 'blk00000.dat')], { DATA_DIR: dataDir });
  expect(imported.code).toBe(0);
  const transactions = Number(
    /Loaded 289 blocks with ([\d,]+) transactions \(demo\)/.exec(imported.out)?.[1]?.replace(',', ''),
  );
  const chainId = ['--chain-id', String(demoChainId)];
  const ethereum = await runImport(['--ethereum', join(folder, 'ethereum'), ...chainId], {
    DATA_DIR: dataDir,
  });
  expect(ethereum).toMatchObject({ code: 0, err: '' });
  expect(ethereum.out).toMatch(/289 blocks/);
  const lines = (await readFile(join(folder, 'truth.ndjson'), 'utf8')).trimEnd().split('\n');
  const told = lines.map((line) => truthLine.parse(JSON.parse(line)));
  const known = new Set(told.flatMap(({ type, txid }) => (type === 'transaction' ? [txid] : [])));
  // What the last block leaves waiting is known as well.
  expect(known.size).toBeGreaterThanOrEqual(transactions);
  expect(known.size - transactions).toBeLessThan(60);
  const claims = (await readFile(join(folder, 'directory.ndjson'), 'utf8')).trimEnd().split('\n');
  const claimed = claims.map((line) => claimLine.parse(JSON.parse(line)));
  expect(new Set(claimed.map(({ blockchain }) => blockchain))).toEqual(new Set(['bitcoin', 'ethereum']));
  const addresses = told.filter(({ type }) => type === 'address' || type === 'ethereum_account');
  expect(claimed.length).toBeGreaterThan(20);
  expect(claimed.length).toBeLessThan(addresses.length / 2);
});

test('nothing is overwritten', async () => {
  const args = ['--out', folder, '--days', '1', '--transactions', '0', '--ethereum-transactions', '0'];
  expect((await demo(...args)).code).toBe(0);
  const before = await readFile(join(folder, 'blk00000.dat'));
  expect(await readdir(folder)).toEqual(['blk00000.dat']);
  const again = await demo(...args, '--seed', '2');
  expect([again.code, again.out]).toEqual([1, '']);
  expect(again.err).toMatch(/^The demo could not be written: .*already exists.*blk00000\.dat/);
  expect(await readFile(join(folder, 'blk00000.dat'))).toEqual(before);
});

test.each([
  [[], /--out is needed/],
  [['--out', 'x', '--seed', '4294967296'], /--seed must be a whole number from 0 to 4294967295/],
  [['--out', 'x', '--transactions', '1e6'], /--transactions must be/],
  [['--out', 'x', '--ethereum-transactions', '-1'], /--ethereum-transactions/],
  [['--out', 'x', '--days', '0'], /--days must be/],
  [['--out', 'x', '--length', '3'], /--length/],
])('%j is refused before anything is written', async (args, says) => {
  const { code, out, err } = await demo(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(says);
  expect(err).toContain('Usage: npm run demo');
});
