/** Formats seconds since 1970 as ISO 8601 (UTC); empty if missing or out of range. */
export function isoTime(time: number | null): string {
  return time === null || Math.abs(time) > 8.64e12 ? '' : new Date(time * 1000).toISOString();
}
