import { run } from '../../src/main.ts';

/** The server as `npm start` runs it, without the web page, and without the demo network unless a test asks for it. */
await run({ env: { BITCOIN_SOURCE: 'off', ETHEREUM_SOURCE: 'off', ...process.env }, webRoot: '/nowhere' });
