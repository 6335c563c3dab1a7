import type { Endpoint } from '@hopscope/contract';
import { hasMoreValues, usualValues } from './body-size.ts';
import { z } from 'zod';

interface Issue {
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
function firstIssue(schema: z.core.$ZodType, value: unknown, path: Path = []): Issue | undefined {
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
function checkBody(schema: z.core.$ZodType, value: unknown): { value: unknown } | { issue: Issue } {
  const issue = firstIssue(schema, value);
  if (issue) return { issue };
  const { data, error } = z.safeParse(schema, value);
  const [first] = error?.issues ?? [];
  return first ? { issue: issueAt(first.path, first.message) } : { value: data };
}

export interface BodyRequest {
  readonly job: number;
  /** ID of the declared call. */
  readonly call: string;
  readonly bytes: Uint8Array;
}
export interface BodyProblem {
  readonly status: 400 | 413;
  readonly field: string;
  readonly message: string;
}
export type BodyResult = { readonly value: unknown } | { readonly problem: BodyProblem };
export interface BodyReply {
  readonly job: number;
  readonly result: BodyResult;
}

const problem = (status: 400 | 413, message: string, field = ''): BodyResult => ({
  problem: { status, field, message },
});

function hasPrototypeKeys(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    if (Object.hasOwn(one, '__proto__')) return true;
    const made: unknown = Object.getOwnPropertyDescriptor(one, 'constructor')?.value;
    if (typeof made === 'object' && made !== null && Object.hasOwn(made, 'prototype')) return true;
    for (const member of Object.values(one)) open.push(member);
  }
  return false;
}

/** Validates a JSON body against the declaration of its call, up to the first issue. */
export function readBody(declaration: Endpoint, bytes: Buffer): BodyResult {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return problem(400, 'The body is not valid JSON');
  }
  const most = declaration.maxValues ?? usualValues;
  if (hasMoreValues(parsed, most)) return problem(413, `The body has more than ${most} values`);
  if (hasPrototypeKeys(parsed)) return problem(400, 'The body has reserved property names');
  if (!declaration.body) return { value: parsed };
  const checked = checkBody(declaration.body, parsed);
  return 'issue' in checked
    ? problem(400, checked.issue.message, checked.issue.field)
    : { value: checked.value };
}
