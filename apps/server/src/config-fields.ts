import { statSync } from 'node:fs';
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

/** The path of a file that exists. */
export const existingFile: z.ZodType<string> = z
  .string()
  .refine(
    (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true,
    'must be the path of a file',
  );

/** A share from 0 to 1. */
export const share: z.ZodType<number> = z
  .string()
  .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'must be a number from 0 to 1')
  .transform(Number);

/** Headers as `name=value` with commas between them, values as in a URL (OpenTelemetry, OTLP exporter). */
export const headerList: z.ZodType<Record<string, string>> = z.string().transform((text, context) => {
  const found: Record<string, string> = {};
  for (const pair of text.split(',')) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*=(.*)$/.exec(pair) ?? [];
    try {
      if (name === '') throw new URIError('no name');
      found[name.toLowerCase()] = decodeURIComponent(value.trim());
    } catch {
      context.addIssue({ code: 'custom', message: 'must be name=value, separated by commas' });
      return z.NEVER;
    }
  }
  return found;
});
