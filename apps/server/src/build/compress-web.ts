import { readFile, rename, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { uncompressed } from './build-web.ts';

/**
 * Run as a process of its own by build-web.ts: puts a compressed copy (`.br`) beside each text file of the page in the
 * folder that it is given, as small as it gets, and once instead of at each answer.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('compress-web takes a folder');
const squeeze = promisify(brotliCompress);

for (const file of uncompressed(folder)) {
  const bytes = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  // Whoever asks meanwhile never gets half of a copy.
  const made = `${file}.br.${process.pid}`;
  await writeFile(made, await squeeze(bytes, { params }));
  await rename(made, `${file}.br`);
}
