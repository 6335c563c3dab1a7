import type { ReactNode } from 'react';
import { chainOf } from '../../model/chain-of.ts';
import { BitcoinTransactionPage } from './BitcoinTransactionPage.tsx';
import { EthereumTransactionPage } from '../ethereum/EthereumTransactionPage.tsx';

/** A transaction by the hash in the URL; `actions` are shown next to the title. */
export function TransactionPage({ txid, actions }: { txid: string; actions?: ReactNode }) {
  return chainOf(txid) === 'ethereum' ? (
    <EthereumTransactionPage txid={txid} actions={actions} />
  ) : (
    <BitcoinTransactionPage txid={txid} actions={actions} />
  );
}
