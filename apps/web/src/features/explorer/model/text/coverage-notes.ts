import type { Coverage } from '@hopscope/contract';

/** Explains the limits of a Bitcoin history that a service reports. */
export function coverageNotes({ text, history }: Coverage): string {
  // A failed history has the reason in place of its progress.
  if (!text.startsWith('By address')) return text;
  if (history && history.stored !== history.total) {
    return 'The rest is being fetched, newest first. Totals are reported by the service.';
  }
  return 'Reported by a network service: transaction IDs are verified, spent outputs are not. Excludes unconfirmed transactions and payments to the bare public key.';
}
