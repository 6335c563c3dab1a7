import { shortDecimal } from '@hopscope/domain';

/**
 * Base units of an amount as somebody types it, with a point or a comma before its decimals; undefined where it is no amount,
 * or has more decimals than the unit.
 */
export function unitsOf(typed: string, decimals: number): string | undefined {
  const [, whole, fraction = ''] = /^(\d{1,60})(?:[.,](\d*))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, '0')).toString();
}

/** Base units as they are typed. */
export function typedUnits(units: string | undefined, decimals: number): string {
  return units === undefined ? '' : shortDecimal(BigInt(units), decimals);
}
