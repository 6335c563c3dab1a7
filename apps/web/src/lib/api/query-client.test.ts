import { expect, it } from 'vitest';
import { createQueryClient, shouldRetry } from './query-client.ts';

//
it('keeps answers fresh for 5 minutes and in the cache for 10, without asking again on focus', () => {
  expect(createQueryClient().getDefaultOptions().queries).toEqual({
    staleTime: 5 * 60_000,
    gcTime: 10 * 60_000,
    refetchOnWindowFocus: false,
    retry: shouldRetry,
  });
});
