import { shortDecimal, type Marks, groupDigits } from '@hopscope/domain';

/** Decimals of a shortened amount. */
const shortDecimals = 6;
/** Whole digits that are written out; larger numbers are made up more often than not. */
const longestWhole = 24;

export interface UnitParts {
  text: string;
  /** Every digit of the amount. */
  whole: string;
  /** `text` leaves digits out. */
  cut: boolean;
}

function written(text: string, marks: Marks): string {
  const [whole = '0', fraction] = text.split('.');
  return groupDigits(whole, marks) + (fraction === undefined ? '' : marks.decimal + fraction);
}

/**
 * An amount of a smallest unit with the decimals of its token: in full, and shortened to 6 decimals and 24 whole digits.
 * Never rounded: what is cut off is marked with `…`, and what is too small to be seen is less than what can be.
 */
export function unitParts(amount: bigint, decimals: number, marks: Marks): UnitParts {
  const exact = shortDecimal(amount, decimals);
  const whole = written(exact, marks);
  const [digits = '0', fraction = ''] = exact.split('.');
  if (digits.length > longestWhole) {
    const power = digits.length - 1;
    return { text: `${digits[0]}${marks.decimal}${digits.slice(1, 5)}…×10^${power}`, whole, cut: true };
  }
  if (fraction.length <= shortDecimals) return { text: whole, whole, cut: false };
  const stored = fraction.slice(0, shortDecimals);
  if (digits === '0' && /^0+$/.test(stored)) {
    return { text: `<0${marks.decimal}${'0'.repeat(shortDecimals - 1)}1`, whole, cut: true };
  }
  return { text: `${written(`${digits}.${stored}`, marks)}…`, whole, cut: true };
}
