import { shortDecimal } from '@hopscope/domain';

/**
 * Parses a typed amount with a decimal point or comma into base units; undefined if it is invalid or has more decimals
 * than the unit.
 */
export function unitsOf(typed: string, decimals: number): string | undefined {
  const [, whole, fraction = ''] = /^(\d{1,60})(?:[.,](\d*))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, '0')).toString();
}

/** Formats base units as an editable amount. */
export function typedUnits(units: string | undefined, decimals: number): string {
  return units === undefined ? '' : shortDecimal(BigInt(units), decimals);
}
