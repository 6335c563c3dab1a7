import type { BitcoinListener } from './bitcoin/listener.ts';
import type { EthereumListener } from './ethereum/listener.ts';

/** Listeners that are called within the database transactions that change the ledgers. */
export interface LedgerListeners {
  readonly bitcoin: BitcoinListener;
  readonly ethereum: EthereumListener;
}
