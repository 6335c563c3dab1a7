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
test('two months of the demo of version 6 are these bytes', async () => {
  const size = ['--days', '60', '--transactions', '8000', '--ethereum-transactions', '5000'];
  const { code, out, err } = await start({ script, args: ['--out', folder, '--end', '1800000000', ...size] })
    .ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^1441 blocks with 7926 transactions in /);
  expect(out).toContain('\nNewest block 25a56128c61b5983ea18db2283cbbb185b26d21f9ec70bac48175f8cfdfe426d\n');
  expect(out).toContain(
    'ethereum: 1441 blocks with 5267 transactions, newest block 0x181d85a3396ed4a9f9cca5f2bc63b2c966c2354d8bf3bb97fa38d88784c13d48\n',
  );
  const bytes = await readFile(join(folder, 'blk00000.dat'));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    '6732144b7e79cd3e83c6e86ef21f790d6fb4fa02c4a6401711583a70b2aafcbb',
  );
});
