import { millisecondsOfDay } from '@hopscope/domain';

/** Midnight (UTC) of the Monday of the week that a moment is in. */
export function mondayOf(time: number): number {
  const midnight = Math.floor(time / millisecondsOfDay) * millisecondsOfDay;
  return midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * millisecondsOfDay;
}

/** Returns the ISO 8601 week that begins on a Monday, such as `2026-W05`; its Thursday determines the year. */
export function weekName(monday: number): string {
  const thursday = new Date(monday + 3 * millisecondsOfDay);
  const year = thursday.getUTCFullYear();
  const number = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * millisecondsOfDay));
  return `${year}-W${String(number).padStart(2, '0')}`;
}

/** Mondays of the weeks from one moment to another, both included. */
export function mondaysBetween(from: number, to: number): number[] {
  const mondays: number[] = [];
  for (let monday = mondayOf(from); monday <= to; monday += 7 * millisecondsOfDay) mondays.push(monday);
  return mondays;
}
