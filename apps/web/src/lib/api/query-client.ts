import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const minute = 60_000;

/** A wait that a person does not mind, in seconds: other calls of theirs are being answered. */
const shortWait = 5;

/** Seconds after which the server takes the call, if those are few. */
function secondsToWait(error: Error): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'too_many_requests') return undefined;
  const seconds = error.details['retryAfterSeconds'];
  return typeof seconds === 'number' && seconds <= shortWait ? seconds : undefined;
}

/** Retry twice; not what the server refused (4xx), but for one call too many at once: that up to five times. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (secondsToWait(error) !== undefined) return failures < 5;
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !refused && failures < 2;
}

/** Milliseconds before a retry: what the server asks for, else 1 second and then 2. */
export function retryDelay(failures: number, error: Error): number {
  return (secondsToWait(error) ?? 2 ** failures) * 1000;
}

/** fresh 5 minutes, kept 10 minutes, no refetch on focus, 2 retries. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * minute,
        gcTime: 10 * minute,
        refetchOnWindowFocus: false,
        retry: shouldRetry,
        retryDelay,
      },
    },
  });
}
