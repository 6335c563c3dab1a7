const second = 1_000;
const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Maximum delay that a receiver can request. */
export const longestAsked = 3_600 * second;
/** Statuses whose `Retry-After` counts (RFC 6585, RFC 9110): too many requests, and not available now. */
const puttingOff: ReadonlySet<number> = new Set([429, 503]);

/** Parses the delay of a Retry-After header in milliseconds (RFC 9110 10.2.3), at most an hour; 0 if missing or invalid. */
export function askedToWait(
  { status, retryAfter }: { status: number | null; retryAfter: string | null },
  now: number,
): number {
  if (status === null || retryAfter === null || !puttingOff.has(status)) return 0;
  const text = retryAfter.trim();
  const wait = /^\d{1,10}$/.test(text) ? Number(text) * second : date.test(text) ? Date.parse(text) - now : 0;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), longestAsked);
}
