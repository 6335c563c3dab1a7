import { type NumberFormat, type NumberFormats, createNumberFormats } from './numbers.ts';
import { type TimeFormats, createTimeFormats } from './times.ts';

/** How a user wants numbers, amounts, and times to be written. */
export interface Formats extends NumberFormats, TimeFormats {}

/** Formats by preference. `timeZone`: a name of the IANA database, or `browser`. */
export function createFormats({
  numberFormat,
  timeZone,
}: {
  readonly numberFormat: NumberFormat;
  readonly timeZone: string;
}): Formats {
  return { ...createNumberFormats(numberFormat), ...createTimeFormats(timeZone) };
}
