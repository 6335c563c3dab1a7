import { defaultProfile } from '@hopscope/risk';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createScores, type Score, type Scores } from '../../src/contexts/risk/scores/score.service.ts';
import { createScoreThreads } from '../../src/contexts/risk/scores/threads/score-threads.ts';
import type { RiskQuestion } from '../../src/contexts/risk/scores/subjects.ts';
import type { SqlDatabase } from '../../src/db/session.ts';
import { SqlError } from '../../src/db/sql-error.ts';
import { AppError } from '../../src/lib/app-error.ts';
import { clustersOf, clustersUpTo, entitiesOf, relabel } from '../../src/ledger/bitcoin/clusters/clusters.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { addressOf, buildRiskStory } from '../support/api/risk-story.ts';

const remote = { bitcoin: false, ethereum: false };
const asked = { profile: defaultProfile };
const addressNamed = (name: string): RiskQuestion => ({ identifier: addressOf(name), type: 'address' });

const threadsOf = (db: SqlDatabase, { now = Date.now, count = 2 } = {}) =>
  createScoreThreads({ db, remote, now, count, logger: pino({ level: 'silent' }) });
const scoresOf = (db: SqlDatabase, now: () => number): Scores =>
  createScores({ db, clusters: { clustersOf, clustersUpTo, entitiesOf, relabel }, remote, now });

describeWithDatabase('Threads that score', (databases) => {
  test('return all that a score has, and the same errors, also several from one snapshot', async () => {
    const db = await databases.empty();
    const { api } = await buildRiskStory(db);
    const now = (): number => api.clock;
    const threads = threadsOf(db, { now });
    const plain = scoresOf(db, now);
    const questions: RiskQuestion[] = [
      ...['customer', 'heir', 'exchange', 'near', 'left', 'nobody'].map(addressNamed),
      { identifier: addressOf('left'), type: 'cluster' },
      { ...addressNamed('heir'), height: 2 },
    ];
    const expected = await Promise.all(questions.map((question) => plain.score(question, asked)));
    expect(await Promise.all(questions.map((question) => threads.score(question, asked)))).toEqual(expected);
    const all = (score: Score) => Promise.all(questions.map((question) => score(question, asked)));
    expect(await threads.together(all)).toEqual(expected);
    for (const question of [
      { identifier: 'nonsense', type: 'address' },
      { ...addressNamed('heir'), height: 99_999 },
      { identifier: 'unknown', type: 'entity' },
    ] as const) {
      const [mine, theirs] = await Promise.all(
        [threads, plain].map((scores) => scores.score(question, asked).catch((error: unknown) => error)),
      );
      expect(mine).toBeInstanceOf(AppError);
      const { reason, message, fields, details } = theirs as AppError;
      expect(mine).toMatchObject({ reason, message, fields, details });
    }
    await threads.close();
  });

  test('refuse what is asked after its snapshot, and start again after they have ended', async () => {
    const db = await databases.empty();
    await buildRiskStory(db);
    const threads = threadsOf(db);
    const late = await threads.together(async (score) => score);
    await expect(late(addressNamed('heir'), asked)).rejects.toThrow('The snapshot of these scores is over');
    const first = await threads.score(addressNamed('heir'), asked);
    await threads.close();
    expect(await threads.score(addressNamed('heir'), asked)).toEqual(first);
    await threads.close();
  });

  test('stop a score that nobody waits for, and go on with the others', async () => {
    const db = await databases.empty();
    await buildRiskStory(db);
    const threads = threadsOf(db, { count: 1 });
    const stop = new AbortController();
    const reason = new Error('The client has left');
    const both = threads.together((score) => {
      const left = score(addressNamed('heir'), { ...asked, signal: stop.signal });
      const stays = score(addressNamed('customer'), asked);
      stop.abort(reason);
      return Promise.allSettled([left, stays]);
    });
    expect(await both).toMatchObject([
      { status: 'rejected', reason },
      { status: 'fulfilled', value: { record: { format: 1 } } },
    ]);
    const gone = threads.score(addressNamed('heir'), { ...asked, signal: stop.signal });
    await expect(gone).rejects.toBe(reason);
    await threads.close();
  });

  test('tell an error of the database as one', async () => {
    const db = await databases.empty();
    const { share } = db;
    const threads = threadsOf({ ...db, share: () => ({ ...share(), url: 'postgres://127.0.0.1:1/none' }) });
    const error = await threads.score(addressNamed('heir'), asked).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SqlError);
    expect(error).toMatchObject({ code: '08001' });
    await threads.close();
  });
});
