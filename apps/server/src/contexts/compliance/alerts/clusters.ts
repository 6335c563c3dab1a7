import { chains } from '@hopscope/domain';
import type { SqlSession } from '../../../db/session.ts';
import { clusterNames } from '../../../ledger/bitcoin/clusters/cluster-roots.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { AppError } from '../../../lib/app-error.ts';
import { parseBitcoinAddress } from '../../../lib/identifiers.ts';
import type { Screened } from './subjects.ts';

function keyOf(address: string, network: NetworkName): Uint8Array | undefined {
  try {
    return parseBitcoinAddress(address, network).key;
  } catch (error) {
    // What is no address, such as a script without one, is in no cluster.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Clusters of the Bitcoin addresses that were screened, of their counterparties and of `targets`, by address. */
export async function readClusters(
  session: SqlSession,
  screened: readonly Screened[],
  targets: readonly string[],
  network: NetworkName,
): Promise<Map<string, string>> {
  const named = screened
    .filter(({ row }) => chains[row.chain].hasClusters)
    .flatMap(({ row, parties }) => [row.address, ...(parties?.items ?? []).map(({ address }) => address)]);
  const keys = new Map<string, Uint8Array>();
  for (const address of new Set([...named, ...targets])) {
    const key = keyOf(address, network);
    if (key) keys.set(address, key);
  }
  const names = await clusterNames(session, [...keys.values()]);
  const found = new Map<string, string>();
  for (const [address, key] of keys) {
    const name = names.get(byteKey(key));
    if (name !== undefined) found.set(address, name);
  }
  return found;
}
