/** The built-in database cannot run or be used here, for a reason that the operator can act on. */
export class BuiltInError extends Error {
  override name = 'BuiltInError';
}
