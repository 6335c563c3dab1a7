import { demoChainId } from '@hopscope/chain';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
const attributionLine = z.object({
  blockchain: z.enum(['bitcoin', 'ethereum']),
  key: z.string().regex(/^[0-9a-f]+$/),
  entity: z.string().startsWith('demo-'),
  delay: z.int().min(0),
  confidence: z.int().min(50).max(95),
});
const truthLine = z.object({ type: z.string(), txid: z.string().optional() });

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
  const reported = lines.map((line) => truthLine.parse(JSON.parse(line)));
  const known = new Set(reported.flatMap(({ type, txid }) => (type === 'transaction' ? [txid] : [])));
  // What the last block leaves waiting is known as well.
  expect(known.size).toBeGreaterThanOrEqual(transactions);
  expect(known.size - transactions).toBeLessThan(60);
  const attributions = (await readFile(join(folder, 'directory.ndjson'), 'utf8')).trimEnd().split('\n');
  const reportedAttributions = attributions.map((line) => attributionLine.parse(JSON.parse(line)));
  expect(new Set(reportedAttributions.map(({ blockchain }) => blockchain))).toEqual(
    new Set(['bitcoin', 'ethereum']),
  );
  const addresses = reported.filter(({ type }) => type === 'address' || type === 'ethereum_account');
  expect(reportedAttributions.length).toBeGreaterThan(20);
  expect(reportedAttributions.length).toBeLessThan(addresses.length / 2);
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
  [[], /--out is required/],
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
