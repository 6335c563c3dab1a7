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
test('two months of the demo of version 4 are these bytes', async () => {
  const size = ['--days', '60', '--transactions', '8000', '--ethereum-transactions', '5000'];
  const { code, out, err } = await start({ script, args: ['--out', folder, '--end', '1800000000', ...size] })
    .ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^1441 blocks with 7806 transactions in /);
  expect(out).toContain('\nNewest block 00155648581c3701962fbcaa95b9511668f9159d0713866278ded74a12995e78\n');
  expect(out).toContain(
    'ethereum: 1441 blocks with 5231 transactions, newest block 0xb579612fec9b755882bba5bf084449c34f949e85160b7cb390fd85e143f3e7cf\n',
  );
  const bytes = await readFile(join(folder, 'blk00000.dat'));
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    '42afc2b1bb9e9be942f6d2f574bed75a1d78c49deaeeefa36a6be110a946e856',
  );
});
