import { z } from 'zod';
import { passwordMaxLength } from '../constants.ts';

/** A recent proof of who one is: not needed in a session younger than ten minutes that used a factor. */
export const proof = z.object({
  password: z.string().max(passwordMaxLength).optional(),
  code: z.string().trim().max(40).optional(),
});
export const proofDescription =
  'Requires recent proof of identity: a session opened by a second factor or a provider within the last ten minutes, `password`, or `code` (from the authenticator app). Otherwise 403 `proof_required`.';
