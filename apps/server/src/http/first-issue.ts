import { z } from 'zod';

export interface Issue {
  /** Names and numbers from the root, separated by dots. */
  readonly field: string;
  readonly message: string;
}

type Path = readonly PropertyKey[];

const issueAt = (path: Path, message: string): Issue => ({ field: path.map(String).join('.'), message });

function longest(schema: z.ZodArray): number | undefined {
  for (const check of schema._zod.def.checks ?? []) {
    const def: { check: string; maximum?: unknown } = check._zod.def;
    if (def.check === 'max_length' && typeof def.maximum === 'number') return def.maximum;
  }
  return undefined;
}

/**
 * Returns the first issue of a value; undefined if none was found. Checks lists item by item and stops: a schema itself
 * would check every item and collect all issues. Doesn't check rules that concern an object or a list as a whole.
 */
export function firstIssue(schema: z.core.$ZodType, value: unknown, path: Path = []): Issue | undefined {
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const most = longest(schema);
    if (most !== undefined && value.length > most) {
      return issueAt(path, `has ${value.length} items; at most ${most} are allowed`);
    }
    for (let i = 0; i < value.length; i++) {
      const issue = firstIssue(schema.element, value[i], [...path, i]);
      if (issue) return issue;
    }
    return undefined;
  }
  if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries<z.core.$ZodType>(schema.shape)) {
      const issue = firstIssue(member, Reflect.get(value, key), [...path, key]);
      if (issue) return issue;
    }
    return undefined;
  }
  const { error } = z.safeParse(schema, value);
  const [first] = error?.issues ?? [];
  return first && issueAt([...path, ...first.path], first.message);
}

/** Returns the value as the schema parses it, or its first issue. */
export function checkBody(schema: z.core.$ZodType, value: unknown): { value: unknown } | { issue: Issue } {
  const issue = firstIssue(schema, value);
  if (issue) return { issue };
  const { data, error } = z.safeParse(schema, value);
  const [first] = error?.issues ?? [];
  return first ? { issue: issueAt(first.path, first.message) } : { value: data };
}
