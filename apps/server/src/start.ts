import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from './main.ts';

const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** `npm start`: builds the web page if it is not there yet or older than its sources, then runs the server. */
const { buildWebIfStale } = await import('./build-web.ts');
await buildWebIfStale(webRoot);
if (!existsSync(webRoot)) process.stderr.write('The web page could not be built; the API runs without it.\n');
await run({ env: process.env, webRoot });
