import { type Blockchain, chainOf } from '@hopscope/domain';
import type { ReactNode } from 'react';
import { BitcoinTransactionPage } from './BitcoinTransactionPage.tsx';
import { EthereumTransactionPage } from '../ethereum/EthereumTransactionPage.tsx';

const pages = {
  bitcoin: BitcoinTransactionPage,
  ethereum: EthereumTransactionPage,
} satisfies Record<Blockchain, typeof BitcoinTransactionPage>;

/** A transaction by the hash in the URL; `actions` are shown next to the title. */
export function TransactionPage({ txid, actions }: { txid: string; actions?: ReactNode }) {
  const Shown = pages[chainOf(txid)];
  return <Shown txid={txid} actions={actions} />;
}
