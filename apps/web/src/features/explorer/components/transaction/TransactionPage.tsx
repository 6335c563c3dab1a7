import type { ReactNode } from 'react';
import { chainOf } from '../../model/chain-of.ts';
import { BitcoinTransactionPage } from './BitcoinTransactionPage.tsx';
import { EthereumTransactionPage } from '../ethereum/EthereumTransactionPage.tsx';

/** A transaction by the hash in the address bar; `actions` stand beside its title. */
export function TransactionPage({ txid, actions }: { txid: string; actions?: ReactNode }) {
  return chainOf(txid) === 'ethereum' ? (
    <EthereumTransactionPage txid={txid} actions={actions} />
  ) : (
    <BitcoinTransactionPage txid={txid} actions={actions} />
  );
}
