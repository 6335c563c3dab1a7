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
test('two months of the demo of version 3 are these bytes', async () => {
  const size = ['--days', '60', '--transactions', '8000', '--ethereum-transactions', '5000'];
  const { code, out, err } = await start({ script, args: ['--out', folder, '--end', '1800000000', ...size] })
    .ended;
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
