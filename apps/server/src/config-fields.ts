import { z } from 'zod';

/** A whole number between two bounds. */
export const integer = (from: number, to: number): z.ZodType<number> =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((n) => n >= from && n <= to, `must be a whole number from ${from} to ${to}`);

/** One of some words. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

/** A URL of one of some protocols (`https:`). */
export const url = (protocols: readonly string[]): z.ZodType<string> =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be a URL starting with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    );

/** A problem if one of two settings that need each other stands alone. */
export function together<Name extends string>(
  given: Partial<Record<Name, string | undefined>>,
  one: Name,
  other: Name,
): string[] {
  if ((given[one] === undefined) === (given[other] === undefined)) return [];
  return [given[one] === undefined ? `${one} must be set with ${other}` : `${other} must be set with ${one}`];
}
