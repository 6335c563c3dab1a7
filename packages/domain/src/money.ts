/** Decimals of a price in micros: millionths of a US dollar. */
const microDecimals = 6;
/** A price above a trillion dollars is a mistake. */
const mostMicros = 10n ** 18n;

/**
 * Parses a decimal text such as `67187.3358` into millionths of a dollar; half a millionth rounds up. Returns undefined if
 * the text isn't a positive decimal number, is above a trillion, or rounds to 0: an unknown price is never 0.
 */
export function microsOfText(text: string): bigint | undefined {
  const parts = /^(\d{1,18})(?:\.(\d{1,40}))?$/.exec(text.trim());
  if (!parts) return undefined;
  const fraction = (parts[2] ?? '').padEnd(microDecimals + 1, '0');
  const rest = BigInt((parts[1] ?? '') + fraction.slice(0, microDecimals));
  const micros = fraction.charAt(microDecimals) >= '5' ? rest + 1n : rest;
  return micros > 0n && micros <= mostMicros ? micros : undefined;
}

/** The same of a number of JSON, which is exact to its nearest millionth. */
export function microsOfNumber(value: number): bigint | undefined {
  return Number.isFinite(value) && value > 0 && value < 1e13
    ? microsOfText(value.toFixed(microDecimals))
    : undefined;
}

/** Divides and rounds halves away from zero. */
function divideRounded(value: bigint, by: bigint): bigint {
  const size = value < 0n ? -value : value;
  const rounded = (2n * size + by) / (2n * by);
  return value < 0n ? -rounded : rounded;
}

/**
 * Cents that an amount is worth, halves away from zero. `amount`: in the smallest unit (satoshis, wei, units of a token),
 * may be negative; `decimals`: of the unit (8 for bitcoin, 18 for ether); `priceMicros`: millionths of a dollar for a whole
 * coin.
 */
export function valueInCents(amount: bigint, decimals: number, priceMicros: bigint): bigint {
  return divideRounded(amount * priceMicros, 10n ** BigInt(decimals + microDecimals - 2));
}

/** Hundredths of a display currency from cents. `perDollarMicros`: millionths of it that a dollar buys. */
export function inDisplayCurrency(cents: bigint, perDollarMicros: bigint): bigint {
  return divideRounded(cents * perDollarMicros, 10n ** BigInt(microDecimals));
}

/**
 * An amount in the smallest unit as a decimal number with all of its decimals: `150` cents with 2 are `1.50`, `-1` satoshi with 8 is
 * `-0.00000001`. Exact for any decimals of 0 or more.
 */
export function fixedDecimal(amount: bigint, decimals: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The same without zeros at the end: `1500000` with 6 decimals is `1.5`, `0` is `0`. */
export function shortDecimal(amount: bigint, decimals: number): string {
  const text = fixedDecimal(amount, decimals);
  return decimals === 0 ? text : text.replace(/\.?0+$/, '');
}
