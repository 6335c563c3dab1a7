import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';

/**
 * `npm run docs:build`, and run by the server as a process of its own: builds the site into the folder that it is given, or into
 * `dist` beside this file. Throws if a link leads nowhere.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const [outDir = fileURLToPath(new URL('dist', import.meta.url))] = process.argv.slice(2);
await build(root, {
  outDir,
  onAfterConfigResolve(site) {
    // Beside the result and not beside the sources: several servers may build at once.
    site.tempDir = `${outDir}-pages`;
  },
});
