/** ISO 8601 (UTC) of seconds since 1970; empty where there is none, or dates do not reach. */
export function isoTime(time: number | null): string {
  return time === null || Math.abs(time) > 8.64e12 ? '' : new Date(time * 1000).toISOString();
}
