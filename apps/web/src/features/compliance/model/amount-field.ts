import { shortDecimal } from '@hopscope/domain';

/**
 * Parses a typed amount with a decimal point or comma into smallest units: `''` if empty; undefined if it isn't an amount of at
 * least 0 or has more decimals than the unit. Never uses floating point.
 */
export function unitsOfTyped(typed: string, decimals: number): string | undefined {
  if (typed.trim() === '') return '';
  const [, whole, fraction = ''] = /^(\d{1,30})(?:[.,](\d*))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, '0')).toString();
}

/** Returns why a typed text is not an amount of the unit. */
export function problemOfAmount(typed: string, decimals: number): string {
  return typed.trim().startsWith('-')
    ? 'An amount of at least 0'
    : `A number with at most ${decimals} decimals`;
}

/** Formats smallest units as an editable amount, without trailing zeros. */
export function typedOfUnits(units: string | undefined, decimals: number): string {
  return units === undefined ? '' : shortDecimal(BigInt(units), decimals);
}
