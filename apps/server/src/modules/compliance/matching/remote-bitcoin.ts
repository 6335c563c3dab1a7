import { toDisplayHash } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { netOf } from './bitcoin-matching.ts';
import { confirm, type Hit, takeBackTold, writeHits } from './matches.ts';

/** Where a service has a transaction of Bitcoin; the id in internal byte order, the time in seconds since 1970. */
export interface ToldPlace {
  readonly txid: Uint8Array;
  readonly height: number;
  readonly time: number;
}

/** What it does to an address, in satoshis. */
export interface ToldEffect extends ToldPlace {
  readonly received: bigint;
  readonly spent: bigint;
}

/** What effects make of an address, those that change nothing left out. */
export function toldHits(key: Uint8Array, effects: readonly ToldEffect[]): Hit[] {
  return effects.flatMap(({ txid, height, time, received, spent }): Hit[] => {
    const net = netOf(received, spent);
    if (!net) return [];
    return [{ key, txid: toDisplayHash(txid), ...net, contract: undefined, height, at: time * 1000 }];
  });
}

/** Rows of transactions stand where the service has them: what was withdrawn comes back, what was in another block goes there. */
export async function placeTold(session: SqlSession, places: readonly ToldPlace[]): Promise<void> {
  const standing = places.map(({ txid, height, time }) => ({
    txid: toDisplayHash(txid),
    height,
    at: time * 1000,
  }));
  await takeBackTold(session, 'bitcoin', standing);
  await confirm(session, 'bitcoin', standing);
}

/**
 * Screens what a service told of an address, inside the transaction that keeps it. Addresses are not added meanwhile: whatever is
 * monitored before it is committed is screened with it.
 */
export async function screenTold(
  session: SqlSession,
  key: Uint8Array,
  effects: readonly ToldEffect[],
): Promise<void> {
  await session.query('select last from monitored_change_counter for share');
  await writeHits(session, 'bitcoin', toldHits(key, effects));
}

/** Transactions that have left the chain of the service. */
export async function withdrawTold(session: SqlSession, txids: readonly Uint8Array[]): Promise<void> {
  await takeBackTold(
    session,
    'bitcoin',
    txids.map((txid) => ({ txid: toDisplayHash(txid), height: null })),
  );
}
