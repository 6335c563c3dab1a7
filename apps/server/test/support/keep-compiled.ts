import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';

// Workers are ended by a signal, which would lose Node's compile cache.
afterAll(() => flushCompileCache());
