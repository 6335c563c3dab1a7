import { toDisplayHash } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { RemoteEffect, RemoteConfirmation } from '../../../ledger/bitcoin/listener.ts';
import { confirm, type AddressMatch, disconnectRemote, writeMatches } from './matches.ts';

/** Net effect on an address in satoshis; undefined where what it pays and gets is the same. */
export function netOf(
  received: bigint,
  spent: bigint,
): Pick<AddressMatch, 'direction' | 'amount'> | undefined {
  if (received === spent) return undefined;
  return received > spent
    ? { direction: 'in', amount: received - spent }
    : { direction: 'out', amount: spent - received };
}

/** What effects make of an address, those that change nothing left out. */
export function remoteMatches(key: Uint8Array, effects: readonly RemoteEffect[]): AddressMatch[] {
  return effects.flatMap(({ txid, height, time, received, spent }): AddressMatch[] => {
    const net = netOf(received, spent);
    if (!net) return [];
    return [{ key, txid: toDisplayHash(txid), ...net, contract: undefined, height, at: time * 1000 }];
  });
}

/** Rows of transactions stand where the service has them: what was withdrawn comes back, what was in another block goes there. */
export async function confirmRemote(
  session: SqlSession,
  places: readonly RemoteConfirmation[],
): Promise<void> {
  const standing = places.map(({ txid, height, time }) => ({
    txid: toDisplayHash(txid),
    height,
    at: time * 1000,
  }));
  await disconnectRemote(session, 'bitcoin', standing);
  await confirm(session, 'bitcoin', standing);
}

/**
 * Screens what a service told of an address, inside the transaction that keeps it. Addresses are not added meanwhile: whatever is
 * monitored before it is committed is screened with it.
 */
export async function matchRemote(
  session: SqlSession,
  key: Uint8Array,
  effects: readonly RemoteEffect[],
): Promise<void> {
  await session.query('select last from monitored_change_counter for share');
  await writeMatches(session, 'bitcoin', remoteMatches(key, effects));
}

/** Transactions that have left the chain of the service. */
export async function withdrawRemote(session: SqlSession, txids: readonly Uint8Array[]): Promise<void> {
  await disconnectRemote(
    session,
    'bitcoin',
    txids.map((txid) => ({ txid: toDisplayHash(txid), height: null })),
  );
}
