import type { LedgerListeners } from '../../../ledger/listeners.ts';
import { createBitcoinMatching } from './bitcoin-matching.ts';
import { createEthereumMatching } from './ethereum-matching.ts';

/** What finds the transactions of monitored addresses: whoever changes the ledgers has to bring it. */
export function createMatching(): LedgerListeners {
  return { bitcoin: createBitcoinMatching(), ethereum: createEthereumMatching() };
}
