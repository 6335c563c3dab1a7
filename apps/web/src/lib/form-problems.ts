import { z } from 'zod';

/** Error texts by field name. */
export type FormProblems<Field extends string> = Partial<Record<Field, string>>;

/** The first message of the schema for each field; undefined where the form is right. */
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
