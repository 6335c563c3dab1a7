import { toDisplayHash } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { RemoteEffect, RemoteConfirmation } from '../../../ledger/bitcoin/listener.ts';
import { lockMonitored } from './watchlist.ts';
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

/** Converts effects to matches, without those that change nothing. */
export function remoteMatches(key: Uint8Array, effects: readonly RemoteEffect[]): AddressMatch[] {
  return effects.flatMap(({ txid, height, time, received, spent }): AddressMatch[] => {
    const net = netOf(received, spent);
    if (!net) return [];
    return [{ key, txid: toDisplayHash(txid), ...net, contract: undefined, height, at: time * 1000 }];
  });
}

/** Updates rows to the blocks reported by the remote provider: confirms withdrawn ones and moves others. */
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
 * Screens the transactions of an address reported by a remote provider, in the transaction that stores them. Prevents
 * additions of addresses until it ends.
 */
export async function matchRemote(
  session: SqlSession,
  key: Uint8Array,
  effects: readonly RemoteEffect[],
): Promise<void> {
  await lockMonitored(session);
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
