import type { BitcoinListener } from './bitcoin/listener.ts';
import type { EthereumListener } from './ethereum/listener.ts';

/** Who is called inside the database transactions that change the ledgers. */
export interface LedgerListeners {
  readonly bitcoin: BitcoinListener;
  readonly ethereum: EthereumListener;
}
