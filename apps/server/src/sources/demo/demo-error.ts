/** A ledger that this version's demo cannot go on with; the message is for the operator. */
export class DemoError extends Error {
  override name = 'DemoError';
}
