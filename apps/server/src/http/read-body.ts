import type { Endpoint } from '@hopscope/contract';
import { hasMoreValues, usualValues } from './body-size.ts';
import { checkBody } from './first-issue.ts';

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
