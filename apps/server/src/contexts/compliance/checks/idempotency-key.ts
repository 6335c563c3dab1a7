import { badRequest } from '../../../lib/app-error.ts';

const keyShape = /^[\x21-\x7e]{1,200}$/;

/** Returns null for an absent header. Throws 400 for a key that is empty, too long, or not ASCII. */
export function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && keyShape.test(header)) return header;
  throw badRequest('bad_request', 'The header Idempotency-Key must have 1 to 200 visible ASCII characters');
}
