import { listAddressTransactions } from '@hopscope/contract';
import { pathOf } from './api-paths.ts';
import type { ServedLedger } from './running-server.ts';

/** Returns the number of transactions of an address, from the API. */
export async function historyLength(served: ServedLedger, address: string): Promise<number> {
  const answer = await served.get(pathOf(listAddressTransactions, { addr: address }, { page: 1, limit: 1 }));
  return listAddressTransactions.response.parse(answer).pagination.totalTxs;
}
