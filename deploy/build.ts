import { join } from 'node:path';
import { buildDocsIfStale, docsFolder } from '../apps/server/src/build/build-docs.ts';
import { projectFolder } from '../apps/server/src/build/build-files.ts';
import { buildServerIfStale } from '../apps/server/src/build/build-server.ts';
import { buildWebIfStale, compressWeb } from '../apps/server/src/build/build-web.ts';

/** Builds everything that `npm start` would build, so that the server runs from a tree that it cannot change. */
const webRoot = join(projectFolder, 'apps/web/dist');
await buildWebIfStale(webRoot);
await buildServerIfStale(join(projectFolder, 'apps/server/dist'));
await buildDocsIfStale();
await compressWeb(webRoot);
await compressWeb(docsFolder);
