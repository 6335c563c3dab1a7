const second = 1_000;
const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** How long a receiver may put off what is sent to it. */
export const longestAsked = 3_600 * second;
/** Statuses whose `Retry-After` counts (RFC 6585, RFC 9110): too many requests, and not available now. */
const puttingOff: ReadonlySet<number> = new Set([429, 503]);

/** Milliseconds that an answer asks to wait (RFC 9110 10.2.3), at most an hour; 0 where it asks for nothing that can be read. */
export function askedToWait(
  { status, retryAfter }: { status: number | null; retryAfter: string | null },
  now: number,
): number {
  if (status === null || retryAfter === null || !puttingOff.has(status)) return 0;
  const text = retryAfter.trim();
  const wait = /^\d{1,10}$/.test(text) ? Number(text) * second : date.test(text) ? Date.parse(text) - now : 0;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), longestAsked);
}
