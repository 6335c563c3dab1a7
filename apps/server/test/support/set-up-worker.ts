import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';

// Vitest puts its own mode there, and servers that tests start read theirs.
delete process.env['MODE'];

// Workers are ended by a signal, which would lose Node's compile cache.
afterAll(() => flushCompileCache());
