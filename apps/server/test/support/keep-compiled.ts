import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';

// A worker is ended by a signal, and what Node has compiled in it would be lost.
afterAll(() => flushCompileCache());
