import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { createQueryClient, retryDelay, shouldRetry } from './query-client.ts';

//
it('keeps answers fresh for 5 minutes and in the cache for 10, without asking again on focus', () => {
  expect(createQueryClient().getDefaultOptions().queries).toEqual({
    staleTime: 5 * 60_000,
    gcTime: 10 * 60_000,
    refetchOnWindowFocus: false,
    retry: shouldRetry,
    retryDelay,
  });
});

it('retries what failed twice, a call too many at once when there is room again, and nothing else that was refused', () => {
  const tooMany = (retryAfterSeconds: number) =>
    new ApiError('too_many_requests', 'Too many', { status: 429, details: { retryAfterSeconds } });
  const tries = (error: Error) =>
    [0, 1, 2, 3, 4, 5].filter((failures) => shouldRetry(failures, error)).length;
  expect(tries(new ApiError('network', 'No answer'))).toBe(2);
  expect(tries(new ApiError('internal', 'Broken', { status: 500 }))).toBe(2);
  expect(tries(new ApiError('not_found', 'Not found', { status: 404 }))).toBe(0);
  expect(tries(tooMany(2))).toBe(5);
  expect(tries(tooMany(600))).toBe(0);
  expect(retryDelay(0, tooMany(2))).toBe(2000);
  expect([0, 1].map((failures) => retryDelay(failures, new ApiError('network', 'No answer')))).toEqual([
    1000, 2000,
  ]);
});
