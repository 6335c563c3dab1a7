import { z } from 'zod';

/** Stable error codes of the API (RFC 9457 `code` member). */
export const problemCodes = [
  'bad_request',
  'validation_failed',
  'invalid_address',
  'invalid_hash',
  'invalid_block',
  'unauthorized',
  'token_expired',
  'login_failed',
  'second_factor_required',
  'second_factor_failed',
  'password_too_short',
  'sign_in_again',
  'proof_required',
  'forbidden',
  'membership_pending',
  'email_unverified',
  'registration_closed',
  'not_found',
  'not_covered',
  'gone',
  'email_taken',
  'token_invalid',
  'conflict',
  'changed_meanwhile',
  'owns_organization',
  'plan_limit',
  'payment_failed',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'unavailable',
  'internal',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** RFC 9457 problem body (`application/problem+json`); `message` can be shown to a person. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(problemCodes),
  message: z.string(),
  success: z.literal(false),
  requestId: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type Problem = z.infer<typeof problem>;
