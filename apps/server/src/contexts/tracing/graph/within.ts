import { secondsOfDay, startOfUtcDay } from '@hopscope/domain';
import { badRequest } from '../../../lib/app-error.ts';

/** The requested days of transfers. */
export interface Within {
  /** Seconds since 1970, inclusive. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** Tolerance for unordered block times in seconds: a Bitcoin block may be up to two hours ahead of its time. */
  readonly slack: number;
  has(time: number): boolean;
}

const secondsOf = (day: string): number => startOfUtcDay(day) / 1000;

/**
 * Returns the time from the start of one day (UTC) to the end of another, inclusive. Throws 400 if the last is before the
 * first.
 */
export function daysOf(from: string | undefined, to: string | undefined): Within {
  const first = from === undefined ? undefined : secondsOf(from);
  const last = to === undefined ? undefined : secondsOf(to) + secondsOfDay - 1;
  if (first !== undefined && last !== undefined && last < first) {
    throw badRequest('bad_request', 'The last day must not be before the first');
  }
  return {
    first,
    last,
    slack: 3 * 3600,
    has: (time) => (first === undefined || time >= first) && (last === undefined || time <= last),
  };
}
