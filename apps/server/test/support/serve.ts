import { run } from '../../src/main.ts';

/** The server as `npm start` runs it, without the web page. */
await run({ env: process.env, webRoot: '/nowhere' });
