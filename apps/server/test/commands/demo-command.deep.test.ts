import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { start } from '../support/command.ts';
import { temporaryFolder } from '../support/sources/block-files.ts';

const script = fileURLToPath(new URL('../../src/commands/demo.ts', import.meta.url));
const { path: folder, remove } = temporaryFolder();
afterAll(() => remove());

/**
 * Two months of the default seed, ending at a fixed second. Where this fails, the demo makes other bytes than before: raise
 * `demoVersion` in packages/demo/src/run-tag.ts, so that ledgers of the older version are known as such.
 */
test('two months of the demo of version 7 are these bytes', async () => {
  const size = ['--days', '60', '--transactions', '8000', '--ethereum-transactions', '5000'];
  const { code, out, err } = await start({ script, args: ['--out', folder, '--end', '1800000000', ...size] })
    .ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^1441 blocks with 7926 transactions in /);
  expect(out).toContain('\nNewest block 3c4b7939b8f12e493515411825fb3895e4dc42b95426bfaf64ce7eb34693c776\n');
  expect(out).toContain(
    'ethereum: 1441 blocks with 5301 transactions, newest block 0xe63f79e69d506a8aaa28d20c89c1e840d50b222b16af40a741fd3f270f8e5403\n',
  );
  const bytes = await readFile(join(folder, 'blk00000.dat'));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    '19c6797938d6eb0f74a3ae16a49312d1e19eb301abd62428c4fbbc8aae4a6ac7',
  );
});
