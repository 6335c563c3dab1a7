import { defaultProfile } from '@hopscope/risk';
import { expect, test } from 'vitest';
import { SqlError } from '../../../db/sql-error.ts';
import { createJoinedScores } from './joined-scores.ts';
import type { Score, Scored } from './score.service.ts';

const asked = { profile: defaultProfile };
const about = (identifier: string) => ({ identifier, type: 'address' }) as const;

/** Scores whose hash names the snapshot that they were computed from; they end when `release` is called. */
function snapshots({ failing }: { failing?: string } = {}) {
  let begun = 0;
  let open = 0;
  const waiting: (() => void)[] = [];
  const scoreIn =
    (name: string): Score =>
    async ({ identifier }) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (identifier === failing && name !== 'alone') throw new SqlError('canceled', '57014');
      return { hash: `${name} ${identifier}` } as Scored;
    };
  return {
    scores: {
      score: scoreIn('alone'),
      async together<T>(work: (score: Score) => Promise<T>): Promise<T> {
        const name = `snapshot ${(begun += 1)}`;
        open += 1;
        try {
          return await work(scoreIn(name));
        } finally {
          open -= 1;
        }
      },
    },
    open: () => open,
    async release(): Promise<void> {
      await new Promise(setImmediate);
      for (const resolve of waiting.splice(0)) resolve();
      await new Promise(setImmediate);
    },
  };
}

const hashesOf = async (scored: readonly Promise<Scored>[]): Promise<string[]> =>
  (await Promise.all(scored)).map(({ hash }) => hash);

test('scores of one state share a snapshot while one of them is computed, those of another do not', async () => {
  const { scores, open, release } = snapshots();
  const joined = createJoinedScores(scores);
  const first = ['a', 'b'].map((name) => joined('state 1', about(name), asked));
  const other = joined('state 2', about('c'), asked);
  expect(open()).toBe(2);
  await release();
  expect(await hashesOf([...first, other])).toEqual(['snapshot 1 a', 'snapshot 1 b', 'snapshot 2 c']);
  expect(open()).toBe(0);
  const later = joined('state 1', about('d'), asked);
  await release();
  expect(await hashesOf([later])).toEqual(['snapshot 3 d']);
  expect(open()).toBe(0);
});

test('a snapshot has at most 16 scores at once', async () => {
  const { scores, open, release } = snapshots();
  const joined = createJoinedScores(scores);
  const all = Array.from({ length: 20 }, (_, i) => joined('state', about(String(i)), asked));
  expect(open()).toBe(2);
  await release();
  const hashes = await hashesOf(all);
  expect(hashes.filter((hash) => hash.startsWith('snapshot 1 '))).toHaveLength(16);
  expect(open()).toBe(0);
});

test('when the database fails one, the others of its snapshot are computed alone', async () => {
  const { scores, open, release } = snapshots({ failing: 'b' });
  const joined = createJoinedScores(scores);
  const all = ['a', 'b'].map((name) => joined('state', about(name), asked));
  await release();
  await release();
  expect(await hashesOf(all)).toEqual(['snapshot 1 a', 'alone b']);
  expect(open()).toBe(0);
});

test('a score that fails without company is not tried again', async () => {
  const { scores, open, release } = snapshots({ failing: 'a' });
  const failed = createJoinedScores(scores)('state', about('a'), asked);
  const refused = expect(failed).rejects.toThrow('canceled');
  await release();
  await refused;
  expect(open()).toBe(0);
});
