/** Writes cents as dollars, without rounding: `12345` is `123.45`. */
export const dollarsOfCents = (cents: string): string =>
  `${cents.padStart(3, '0').slice(0, -2)}.${cents.padStart(3, '0').slice(-2)}`;
