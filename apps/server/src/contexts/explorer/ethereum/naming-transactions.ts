import { type Crossing, fromDisplayHash, fromHex, toDisplayHash } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { readEthereumTxs, readNaming } from '../../../ledger/ethereum/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { crossingsOfStored } from './ethereum-transaction.presenter.ts';

async function positionsNaming(session: SqlSession, names: readonly string[]): Promise<number[]> {
  const places = [...(await readNaming(session, names.map(fromHex))).values()].flat();
  return [...new Set(places.map(({ position }) => position))];
}

async function readInbound(session: SqlSession, positions: readonly number[]): Promise<Crossing[]> {
  if (positions.length === 0) return [];
  const found = (await readEthereumTxs(session, positions)).flatMap(crossingsOfStored);
  return found.filter(({ direction }) => direction === 'in');
}

/**
 * Returns the positions of the Ethereum transactions that name Bitcoin transactions (txids in internal byte order), each once: by
 * their hash, or by the key of a deposit that another transaction reveals.
 */
export async function readPositionsNaming(
  session: SqlSession,
  txids: readonly Uint8Array[],
): Promise<number[]> {
  const names = new Set(txids.map(toDisplayHash));
  const positions = await positionsNaming(session, [...names]);
  const keys = (await readInbound(session, positions)).flatMap(({ transaction, deposit }) =>
    deposit !== null && transaction !== null && names.has(transaction) ? [deposit] : [],
  );
  return keys.length === 0
    ? positions
    : [...new Set([...positions, ...(await positionsNaming(session, [...new Set(keys)]))])];
}

/**
 * Returns the Bitcoin transactions (internal byte order) that crossings into Ethereum are for, each once: those that they name, and
 * of tokens that are minted for the key of a deposit, the one that revealed it.
 */
export async function readNamedTxids(
  session: SqlSession,
  crossings: readonly Crossing[],
): Promise<Uint8Array[]> {
  const inbound = crossings.filter(({ direction }) => direction === 'in');
  const keys = new Set(
    inbound.flatMap(({ transaction, deposit }) =>
      transaction === null && deposit !== null ? [deposit] : [],
    ),
  );
  const positions = keys.size === 0 ? [] : await positionsNaming(session, [...keys]);
  const revealed = (await readInbound(session, positions)).filter(
    ({ deposit }) => deposit !== null && keys.has(deposit),
  );
  const txids = [...inbound, ...revealed].flatMap(({ transaction }) =>
    transaction === null ? [] : [fromDisplayHash(transaction)],
  );
  return [...new Map(txids.map((txid) => [byteKey(txid), txid])).values()];
}
