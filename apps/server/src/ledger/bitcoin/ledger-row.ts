import { type BitcoinNetwork, networks } from '@hopscope/chain';
import type { SqlSession } from '../../db/session.ts';
import { LedgerError } from '../shared/ledger-error.ts';

export type NetworkName = BitcoinNetwork['name'];

function networkNamed(name: string): NetworkName {
  const found = Object.values(networks).find((network) => network.name === name);
  if (!found) throw new RangeError(`Unknown network ${name} in btc_ledger`);
  return found.name;
}

/** Returns the network of the ledger; undefined while it is empty and has none. */
export async function readNetwork(session: SqlSession, lock: boolean): Promise<NetworkName | undefined> {
  const { rows } = await session.query<{ network: string }>(
    `select network from btc_ledger${lock ? ' for update' : ''}`,
  );
  return rows[0] && networkNamed(rows[0].network);
}

/**
 * Locks the ledger's row until the transaction ends, so that writers are serialized. Throws LedgerError if the ledger
 * belongs to another network.
 */
export async function claimLedger(session: SqlSession, network: NetworkName): Promise<void> {
  await session.query('insert into btc_ledger (network) values ($1) on conflict do nothing', [network]);
  const own = await readNetwork(session, true);
  if (own !== network) {
    throw new LedgerError(
      'network_mismatch',
      `This ledger contains ${own} blocks; ${network} blocks do not belong here`,
    );
  }
}
