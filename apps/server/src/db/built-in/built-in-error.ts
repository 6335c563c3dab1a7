/** Thrown if the built-in database can't run or be used here, for a reason that the operator can resolve. */
export class BuiltInError extends Error {
  override name = 'BuiltInError';
}
