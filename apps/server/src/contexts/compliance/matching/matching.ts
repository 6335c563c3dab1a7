import type { LedgerListeners } from '../../../ledger/listeners.ts';
import type { BitcoinDemand } from '../../../ledger/bitcoin/remote/remote-demand.ts';
import type { EthereumDemand } from '../../../ledger/ethereum/remote/remote-demand.ts';
import { readDueAddresses, readUnfinishedAddress } from './bitcoin-demand.ts';
import { createBitcoinMatching } from './bitcoin-matching.ts';
import { readDueEthereumAddresses, readUnfinishedEthereumAddress } from './ethereum-demand.ts';
import { createEthereumMatching } from './ethereum-matching.ts';

/** Listeners that match transactions of monitored addresses; every change of a ledger has to call them. */
export function createMatching(): LedgerListeners {
  return { bitcoin: createBitcoinMatching(), ethereum: createEthereumMatching() };
}

/** Requested and monitored addresses, for sources of single addresses. */
export const bitcoinDemand: BitcoinDemand = { due: readDueAddresses, unfinished: readUnfinishedAddress };
export const ethereumDemand: EthereumDemand = {
  due: readDueEthereumAddresses,
  unfinished: readUnfinishedEthereumAddress,
};
