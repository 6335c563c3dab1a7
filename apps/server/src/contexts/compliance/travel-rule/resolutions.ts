import { lastReason, type TravelChange } from './changes.ts';
import { type TrpResolution, trpVersion } from './protocol/trp-messages.ts';
import type { Sealed } from './sealed.ts';
import type { TransferRow } from './travel-rule.store.ts';

/** The step of an outgoing transfer that a resolution of the counterparty makes; undefined: none. */
export function changeOfResolution(
  row: TransferRow,
  resolution: TrpResolution,
  sealed: Sealed,
): Omit<TravelChange, 'actorId'> | undefined {
  if ('version' in resolution) {
    return row.state === 'sending' ? { kind: 'sent', state: 'waiting', message: null } : undefined;
  }
  if ('rejected' in resolution) {
    const { rejected: reason, more } = resolution;
    const state = more ? 'more_requested' : 'rejected';
    return { kind: state, state, message: null, reason };
  }
  const { address, callback } = resolution.approved;
  return {
    kind: 'approved',
    state: 'approved',
    message: null,
    more: { address, peer: sealed.seal(row.id, 'peer', callback) },
  };
}

/** What an incoming transfer answers: the decision, or that it follows. */
export function resolutionOf(
  row: TransferRow,
  sealed: Sealed,
  callbackUrl: (token: string) => string,
): TrpResolution {
  const callback = sealed.callback(row);
  if (['approved', 'completed'].includes(row.state) && row.address !== null && callback !== null) {
    return { approved: { address: row.address, callback: callbackUrl(callback) } };
  }
  if (row.state === 'rejected' || row.state === 'more_requested') {
    const reason = lastReason(sealed.personal(row)?.reasons ?? {});
    return { rejected: reason ?? 'No reason is stored anymore', more: row.state === 'more_requested' };
  }
  if (row.state === 'canceled') return { rejected: 'The transfer was canceled', more: false };
  return { version: trpVersion };
}
