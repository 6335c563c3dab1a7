import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { buildDocsIfStale, docsFolder } from '../build/build-docs.ts';
import { buildServerIfStale } from '../build/build-server.ts';
import { projectFolder } from '../build/build-files.ts';
import { buildWebIfStale, compressWeb } from '../build/build-web.ts';

/**
 * `npm start`: builds the web page and bundles the server if that is not done yet or older than their sources, then runs the
 * server. What is not needed to answer is made afterwards: compressed copies of the page, and the documentation. Where the
 * project cannot be written to, the sources run as they are.
 */
const [webRoot, serverFolder] = [
  join(projectFolder, 'apps/web/dist'),
  join(projectFolder, 'apps/server/dist'),
];
const [, bundled] = await Promise.all([
  buildWebIfStale(webRoot).catch((error: unknown) => {
    if (!existsSync(webRoot)) throw error;
  }),
  buildServerIfStale(serverFolder).then(
    () => true,
    () => false,
  ),
]);
if (!existsSync(webRoot)) process.stderr.write('The web page could not be built; the API runs without it.\n');
enableCompileCache(join(projectFolder, 'node_modules/.cache/compiled'));
const { run } = bundled
  ? ((await import(join(serverFolder, 'main.js'))) as typeof import('./main.ts'))
  : await import('./main.ts');
await run({ env: process.env, pages: { webRoot, docsRoot: docsFolder } });
if (process.exitCode === undefined) {
  // Where the folder cannot be written to, each answer is compressed as it is sent.
  if (existsSync(webRoot)) await compressWeb(webRoot).catch(() => {});
  await buildDocsIfStale()
    .then(() => compressWeb(docsFolder))
    .catch((error: unknown) => {
      if (!existsSync(docsFolder))
        process.stderr.write(`${String(error)}; See /docs for other ways to read it.\n`);
    });
}
