import type { LedgerListeners } from '../../../ledger/listeners.ts';
import type { BitcoinDemand } from '../../../ledger/bitcoin/remote/remote-demand.ts';
import type { EthereumDemand } from '../../../ledger/ethereum/remote/remote-demand.ts';
import { readDueAddresses, readUnfinishedAddress } from './bitcoin-demand.ts';
import { createBitcoinMatching } from './bitcoin-matching.ts';
import { readDueEthereumAddresses, readUnfinishedEthereumAddress } from './ethereum-demand.ts';
import { createEthereumMatching } from './ethereum-matching.ts';

/** What finds the transactions of monitored addresses: whoever changes the ledgers has to bring it. */
export function createMatching(): LedgerListeners {
  return { bitcoin: createBitcoinMatching(), ethereum: createEthereumMatching() };
}

/** What people asked for and what organizations monitor, for sources that bring single addresses. */
export const bitcoinDemand: BitcoinDemand = { due: readDueAddresses, unfinished: readUnfinishedAddress };
export const ethereumDemand: EthereumDemand = {
  due: readDueEthereumAddresses,
  unfinished: readUnfinishedEthereumAddress,
};
