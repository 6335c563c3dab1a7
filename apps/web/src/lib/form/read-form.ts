import { z } from 'zod';

/** Texts of errors by field; a field of a list is named by its path, such as `rules.0.name`. */
export type FormProblems<Field extends string = string> = Partial<Readonly<Record<Field, string>>>;

/** Name of an error that belongs to no single field; it is shown above the buttons. */
export const wholeForm = 'form';

/** What a form sends, or why it can't be sent. */
export type FormRead<Body> = { readonly body: Body } | { readonly problems: FormProblems };

/**
 * Returns the texts of required fields that are blank.
 *
 * @param values of the form
 * @param texts by name of the field; a false one isn't required
 */
export function blankFields<Field extends string>(
  values: Readonly<Record<Field, unknown>>,
  texts: Readonly<Partial<Record<Field, string | false | undefined>>>,
): FormProblems<Field> {
  const problems: Partial<Record<Field, string>> = {};
  for (const name of Object.keys(texts) as Field[]) {
    const value = values[name];
    const blank = value === undefined || (typeof value === 'string' && value.trim() === '');
    const text = texts[name];
    if (blank && typeof text === 'string') problems[name] = text;
  }
  return problems;
}

/** Returns the field of a path in a body: by default, the field with the name of its first part. */
type NameOf = (path: readonly PropertyKey[]) => string;

const firstPart: NameOf = ([first]) => String(first);

/**
 * Returns what a schema of the contract makes of a form.
 *
 * @param found errors that are known already: with any, the schema isn't asked
 */
export function parseForm<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  found: FormProblems = {},
  nameOf: NameOf = firstPart,
): FormRead<z.output<Schema>> {
  if (Object.keys(found).length > 0) return { problems: found };
  const parsed = schema.safeParse(given);
  if (parsed.success) return { body: parsed.data };
  const problems: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) problems[nameOf(path)] ??= message;
  return { problems };
}

/**
 * Validates what a form sends with the contract's schema of the call, and returns it as it was given.
 *
 * @param schema of the body; undefined for calls without one
 * @param found errors that are known already: with any, the schema isn't asked
 */
export function readForm<Body>(
  schema: z.ZodType | undefined,
  body: Body,
  found: FormProblems = {},
  nameOf: NameOf = firstPart,
): FormRead<Body> {
  const read = parseForm(schema ?? z.unknown(), body, found, nameOf);
  return 'problems' in read ? read : { body };
}
