/** Thrown if this version's demo can't continue a ledger; the message is for the operator. */
export class DemoError extends Error {
  override name = 'DemoError';
}
