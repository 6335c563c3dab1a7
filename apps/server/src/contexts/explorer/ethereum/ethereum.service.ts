import type { SqlDatabase } from '../../../db/session.ts';
import { type BalanceAt, createEthereumAddresses } from './ethereum-addresses.service.ts';
import { createEthereumHistories } from './ethereum-histories.ts';
import { createEthereumBlocks } from './ethereum-blocks.service.ts';

/** Serves Ethereum from the ledger; `balanceAt` queries a connected node for balances that the ledger doesn't know. */
export function createEthereumBlockchain({ db, balanceAt }: { db: SqlDatabase; balanceAt: BalanceAt }) {
  return {
    ...createEthereumBlocks(db),
    ...createEthereumAddresses(db, balanceAt),
    histories: createEthereumHistories(db),
  };
}

export type EthereumBlockchain = ReturnType<typeof createEthereumBlockchain>;
