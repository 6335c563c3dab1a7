import { shortDecimal } from '@hopscope/domain';

/**
 * Smallest units of an amount as it is typed, with a point or a comma before its decimals; `''` for nothing typed, undefined
 * for what is no amount of at least 0 or has more decimals than the unit. Never through floating point.
 */
export function unitsOfTyped(typed: string, decimals: number): string | undefined {
  if (typed.trim() === '') return '';
  const [, whole, fraction = ''] = /^(\d{1,30})(?:[.,](\d*))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, '0')).toString();
}

/** Why a typed text is no amount of the unit. */
export function problemOfAmount(typed: string, decimals: number): string {
  return typed.trim().startsWith('-')
    ? 'An amount of at least 0'
    : `A number with at most ${decimals} decimals`;
}

/** Smallest units as they are typed, without zeros at the end. */
export function typedOfUnits(units: string | undefined, decimals: number): string {
  return units === undefined ? '' : shortDecimal(BigInt(units), decimals);
}
