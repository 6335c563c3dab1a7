import { toHex } from '@hopscope/chain';
import { inTransaction, type SqlDatabase, withSession } from '../../db/session.ts';
import {
  readEthereumRemoteAddress,
  writeEthereumRemoteAddress,
} from '../../ledger/ethereum/remote/by-address.ts';
import { placeTransactions, readUnplaced } from '../../ledger/ethereum/remote/by-address-movements.ts';
import { SourceError } from '../shared/source-error.ts';
import type { EtherscanApi } from './etherscan-api.ts';

/**
 * Requests one block in which the order of an address's movements is unknown: lists of internal movements don't contain the
 * places of their transactions. Returns whether there was one. Throws SourceError.
 */
export async function placeNext({ db, api }: { db: SqlDatabase; api: EtherscanApi }): Promise<boolean> {
  const found = await withSession(db, readUnplaced);
  if (!found) return false;
  const { key, height, hashes } = found;
  const block = await api.block(height);
  const order = new Map(block?.hashes.map((hash, i) => [toHex(hash), i] as const));
  const places = new Map<string, number>();
  for (const hash of hashes) {
    const place = order.get(toHex(hash));
    if (place !== undefined) places.set(toHex(hash), place);
  }
  if (places.size === hashes.length) {
    await inTransaction(db, 'read write', (session) => placeTransactions(session, { key, height, places }));
    return true;
  }
  // The chain has changed since, or the provider contradicts itself: requests its lists again.
  await inTransaction(db, 'read write', async (session) => {
    const address = await readEthereumRemoteAddress(session, key);
    const checkedTip = new Uint8Array(0);
    if (address) await writeEthereumRemoteAddress(session, { ...address, checkedTip });
  });
  throw new SourceError(
    'contradictory',
    `The service's lists contain a transaction of block ${height} that is not in this block`,
  );
}
