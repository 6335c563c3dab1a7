import { z } from 'zod';

/** Error texts by field name. */
export type FormProblems<Field extends string> = Partial<Record<Field, string>>;

/** Validates a form; returns the first message of the schema per field, or undefined if it is valid. */
export function checkForm<Field extends string>(
  schema: z.ZodType,
  form: Readonly<Record<Field, unknown>>,
): FormProblems<Field> | undefined {
  const checked = schema.safeParse(form);
  if (checked.success) return undefined;
  const problems: FormProblems<Field> = {};
  for (const name of Object.keys(form) as Field[]) {
    const issue = checked.error.issues.find(({ path }) => path[0] === name);
    if (issue) problems[name] = issue.message;
  }
  return problems;
}
