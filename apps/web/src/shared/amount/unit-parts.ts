import { shortDecimal, type Marks, groupDigits } from '@hopscope/domain';

/** Decimals of a shortened amount. */
const shortDecimals = 6;
/** Maximum number of integer digits shown; larger amounts are usually fake. */
const longestWhole = 24;

export interface UnitParts {
  text: string;
  /** All digits of the amount. */
  whole: string;
  /** `text` omits digits. */
  cut: boolean;
}

function written(text: string, marks: Marks): string {
  const [whole = '0', fraction] = text.split('.');
  return groupDigits(whole, marks) + (fraction === undefined ? '' : marks.decimal + fraction);
}

/**
 * Formats an amount in a smallest unit with the decimals of its token: in full, and shortened to 6 decimals and 24 integer
 * digits. Never rounds: omitted digits are marked with `…`, and an amount too small to show is displayed as less than the
 * smallest shown one.
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
