import { describe, expect, test } from 'vitest';
import { inputOf, resultOf } from './score.fixture.ts';
import { scoreOf } from './score.ts';
import { verdictOf } from './verdict.ts';

describe('The verdict on a score', () => {
  test('is "not enough seen" where less than 80% of a low score’s amounts have a known end, and says how much', () => {
    const seen = (part: bigint) =>
      verdictOf(
        scoreOf(inputOf({ backward: resultOf('backward', [['exchange', 'shop', part, 1]], 10_000n - part) })),
      );
    expect(seen(8_000n)).toMatchObject({ state: 'scored', overall100: 0, level: 'very_low', seen: 800_000 });
    expect(seen(7_999n)).toEqual({
      state: 'not_enough_seen',
      reason:
        'Only 79.99% of received funds could be traced to a known endpoint. The traced part scores 0 of 100.',
      overall: null,
      overall100: null,
      level: 'unknown',
      seen: 799_900,
    });
  });

  test('counts the direction of which less was seen', () => {
    const backward = resultOf('backward', [['exchange', 'shop', 10n, 1]]);
    const forward = resultOf('forward', [['exchange', 'desk', 1n, 1]], 9n);
    expect(verdictOf(scoreOf(inputOf({ backward, forward })))).toMatchObject({
      state: 'not_enough_seen',
      seen: 100_000,
      reason: expect.stringContaining('of sent funds'),
    });
  });

  test('leaves medium and high scores as they are: more walking only adds findings', () => {
    const backward = resultOf('backward', [['sanctioned', 'desk', 1n, 1]], 9n);
    const answer = scoreOf(inputOf({ backward }));
    expect(verdictOf(answer)).toMatchObject({
      state: 'scored',
      overall: answer.overall,
      level: answer.level,
    });
    expect(answer.level).toBe('high');
  });

  test('leaves a missing score missing', () => {
    const nothing = scoreOf(inputOf({}));
    expect(verdictOf(nothing)).toMatchObject({ state: 'nothing_known', reason: nothing.reason, seen: null });
  });
});
