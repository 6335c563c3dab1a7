import { describe, expect, test } from 'vitest';
import { mint } from './graphs.fixture.ts';
import { farLimits, smallBitcoin } from './ledger.fixture.ts';
import { walkExposure } from './walk.ts';

describe('A walk', () => {
  const ledger = smallBitcoin([mint('a', 'self', 5n)]);
  const question = {
    direction: 'backward',
    method: 'haircut',
    self: 'self',
    roots: ledger.receipts('self'),
    limits: farLimits,
  } as const;

  test('of nothing has no shares', async () => {
    const result = await walkExposure({ ...question, roots: [] }, ledger.reader);
    expect(result).toMatchObject({ total: 0n, exposures: [], rests: [], reads: 0, rounds: 0 });
  });

  test('refuses a root that is there twice, and an answer that leaves one out', async () => {
    const [root] = question.roots;
    if (!root) throw new Error('No root');
    await expect(walkExposure({ ...question, roots: [root, root] }, ledger.reader)).rejects.toThrow(
      /a:0 is among the roots twice/,
    );
    await expect(walkExposure(question, { read: async () => new Map() })).rejects.toThrow(
      /nothing of lot a:0/,
    );
  });

  test('ends when it is told to', async () => {
    const reason = new Error('enough');
    await expect(walkExposure(question, ledger.reader, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
