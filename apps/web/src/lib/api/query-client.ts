import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const minute = 60_000;

/** Maximum acceptable delay in seconds while other calls of the person are being answered. */
const shortWait = 5;

/** Returns the seconds after which the server accepts the call, if they are few. */
function secondsToWait(error: Error): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'too_many_requests') return undefined;
  const seconds = error.details['retryAfterSeconds'];
  return typeof seconds === 'number' && seconds <= shortWait ? seconds : undefined;
}

/** Returns whether to retry: up to twice, not if the server refused (4xx); up to five times if too many calls were concurrent. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (secondsToWait(error) !== undefined) return failures < 5;
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !refused && failures < 2;
}

/** Returns the delay before a retry in milliseconds: the server's Retry-After, otherwise 1 second and then 2. */
export function retryDelay(failures: number, error: Error): number {
  return (secondsToWait(error) ?? 2 ** failures) * 1000;
}

/** Creates the query client: fresh for 5 minutes, cached for 10 minutes, no refetch on focus, 2 retries. */
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
