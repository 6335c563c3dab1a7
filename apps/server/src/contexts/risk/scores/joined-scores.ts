import { SqlError } from '../../../db/sql-error.ts';
import { type OpenScores, openScores } from './open-scores.ts';
import type { Scored, ScoreOptions, Scores } from './score.service.ts';
import type { RiskQuestion } from './subjects.ts';

/** Scores that are computed from one snapshot at the same time. */
const mostAtOnce = 16;
/** Milliseconds after which a snapshot takes no further scores, so that it ends. */
const longestMs = 1_000;

/** Scores that share a snapshot. */
interface Group extends OpenScores {
  readonly begunAt: number;
  joined: number;
  running: number;
}

/**
 * Returns a function that computes a score from the snapshot of those that are being computed for the same state, so that they
 * read together. The state (`createStateKeys`) must have been read before. Errors as `Scores.score`.
 */
export function createJoinedScores({ score: scoreAlone, together }: Scores) {
  const open = new Map<string, Group>();

  const begin = (): Group => ({
    ...openScores(together),
    begunAt: performance.now(),
    joined: 0,
    running: 0,
  });

  function join(state: string): Group {
    const known = open.get(state);
    const hasRoom = known && known.running < mostAtOnce && performance.now() - known.begunAt < longestMs;
    const group = hasRoom ? known : begin();
    open.set(state, group);
    group.joined += 1;
    group.running += 1;
    return group;
  }

  return async (state: string, question: RiskQuestion, asked: ScoreOptions): Promise<Scored> => {
    const group = join(state);
    try {
      const score = await group.score;
      return await score(question, asked);
    } catch (error) {
      // One statement that fails ends the snapshot of all.
      if (error instanceof SqlError && group.joined > 1) return await scoreAlone(question, asked);
      throw error;
    } finally {
      group.running -= 1;
      if (group.running === 0) {
        if (open.get(state) === group) open.delete(state);
        group.end();
      }
    }
  };
}
