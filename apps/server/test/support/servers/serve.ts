import { fileURLToPath } from 'node:url';

/** The server as started by `npm start`, without the web page, and without the demo network unless a test requests it. */
const bundle = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const { run } = (await import(bundle)) as typeof import('../../../src/commands/main.ts');
await run({
  env: { BITCOIN_SOURCE: 'off', ETHEREUM_SOURCE: 'off', REGISTRATION: 'open', ...process.env },
  pages: {},
});
