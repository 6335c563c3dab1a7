import type { Score, Scores } from './score.service.ts';

/** A snapshot for scores that lasts until `end`. */
export interface OpenScores {
  /** Rejects if the snapshot can't begin. */
  readonly score: Promise<Score>;
  end(): void;
}

/** Begins a snapshot for scores, with the first of them. */
export function openScores(together: Scores['together']): OpenScores {
  const score = Promise.withResolvers<Score>();
  const over = Promise.withResolvers<undefined>();
  const run = async (): Promise<void> => {
    try {
      await together((one) => {
        score.resolve(one);
        return over.promise;
      });
    } catch (error) {
      score.reject(error);
    }
  };
  void run();
  return { score: score.promise, end: () => over.resolve(undefined) };
}
