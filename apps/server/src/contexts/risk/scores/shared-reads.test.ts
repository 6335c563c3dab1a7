import { expect, test } from 'vitest';
import type { SqlSession } from '../../../db/session.ts';
import { createSharedReads } from './shared-reads.ts';

test('a read that failed is repeated for the next score, and a result is not', async () => {
  let calls = 0;
  const session: SqlSession = {
    async query() {
      if (++calls === 1) throw new Error('connection lost');
      return { rows: [], affected: 0 };
    },
    copyIn: async () => {},
    copyOut: async () => new Uint8Array(),
  };
  const reads = createSharedReads(session);
  await expect(reads.bitcoin()).rejects.toThrow('connection lost');
  expect(await reads.bitcoin()).toEqual({ ranges: [], totals: undefined });
  await reads.bitcoin();
  expect(calls).toBe(2);
});
