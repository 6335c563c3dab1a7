import type { Coverage } from '@hopscope/contract';

/** What follows from the history of a Bitcoin address that a service tells, in words beside how much of it is held. */
export function coverageNotes({ text, history }: Coverage): string {
  // A history that does not hold says why in the place of how far it is.
  if (!text.startsWith('By address')) return text;
  if (history && history.held !== history.total) {
    return 'The rest is being fetched, newest first; totals are those that the service tells.';
  }
  return 'A service on the network tells it: ids are recomputed, what inputs spend is not. Unconfirmed transactions and payments to the bare public key are not in it.';
}
