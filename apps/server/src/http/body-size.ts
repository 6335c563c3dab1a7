import { AppError } from '../lib/app-error.ts';

/** Maximum number of values (list items and fields) of an ordinary body. */
export const usualValues = 20_000;

/** Returns true if a parsed body has more values than `most`; stops counting there. */
export function hasMoreValues(body: unknown, most: number): boolean {
  const open: unknown[] = [body];
  let count = 0;
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue;
    const members: unknown[] = Array.isArray(value) ? value : Object.values(value);
    count += members.length;
    if (count > most) return true;
    for (const member of members) open.push(member);
  }
  return false;
}

/** Throws 413 for a body of many small values: validating it would take long, and listing its issues longer. */
export function refuseManyValues(body: unknown, most: number): void {
  if (!hasMoreValues(body, most)) return;
  throw new AppError('payload_too_large', `The body has more than ${most} values`);
}
