const dayMs = 86_400_000;

/** Calendar day (UTC) of a moment in milliseconds since 1970, such as 2026-01-31. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The first millisecond of a day. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** The day so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return dayOf(startOf(day) + days * dayMs);
}

/** Every day from one to another, both included. */
export function* daysBetween(from: string, to: string): Generator<string> {
  for (let day = from; day <= to; day = addDays(day, 1)) yield day;
}
