import { z } from 'zod';
import { passwordMaxLength } from '../constants.ts';

/** A recent proof of who one is: not needed in a session younger than ten minutes that used a factor. */
export const proof = z.object({
  password: z.string().max(passwordMaxLength).optional(),
  code: z.string().trim().max(40).optional(),
});
export const proofDescription =
  'Needs a recent proof: a session younger than ten minutes that a factor or a provider opened, or `password`, or `code` (of the authenticator app). Else 403 `proof_required`.';
