import { AppError } from '../../../../lib/app-error.ts';

/** Detail errors of SCIM (RFC 7644, section 3.12). */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget';

/** 400 with the detail error that SCIM clients read. */
export const scimRefusal = (scimType: ScimType, message: string): AppError =>
  new AppError('bad_request', message, { details: { scimType } });

/** 409 for a resource that exists. */
export const notUnique = (message: string): AppError =>
  new AppError('conflict', message, { details: { scimType: 'uniqueness' } });
