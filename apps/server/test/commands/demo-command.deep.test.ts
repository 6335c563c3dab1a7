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
test('two months of the demo of version 5 are these bytes', async () => {
  const size = ['--days', '60', '--transactions', '8000', '--ethereum-transactions', '5000'];
  const { code, out, err } = await start({ script, args: ['--out', folder, '--end', '1800000000', ...size] })
    .ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^1441 blocks with 7806 transactions in /);
  expect(out).toContain('\nNewest block 69d31713cfc12849d72459b7c0ce5fe721da78fe40f0e7e638f9ab5a881772e2\n');
  expect(out).toContain(
    'ethereum: 1441 blocks with 5380 transactions, newest block 0x276db3fb7990fcde790fcb2e09acc05678d36811ba5732f1641e57fb58aaa6a8\n',
  );
  const bytes = await readFile(join(folder, 'blk00000.dat'));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    'a3d4946b725772375cdd94d63e6de2914277bc04bd60c0ba7afb5127926b18d9',
  );
});
