import { type Blockchain, type BlockTransactionType, blockTransactionTypes } from '@hopscope/contract';

/** Filter for the transactions of a block, from the URL; amounts in base units. */
export interface BlockFilter {
  minAmount?: string | undefined;
  maxAmount?: string | undefined;
  type?: BlockTransactionType | undefined;
  entity?: string | undefined;
}

const types: Readonly<Record<BlockTransactionType, { chain: Blockchain; label: string }>> = {
  coinbase: { chain: 'bitcoin', label: 'Coinbase' },
  coinjoin: { chain: 'bitcoin', label: 'CoinJoin' },
  op_return: { chain: 'bitcoin', label: 'With data (OP_RETURN)' },
  segwit: { chain: 'bitcoin', label: 'SegWit' },
  replaceable: { chain: 'bitcoin', label: 'Replaceable (BIP125)' },
  payment: { chain: 'ethereum', label: 'Payment' },
  call: { chain: 'ethereum', label: 'Contract call' },
  creation: { chain: 'ethereum', label: 'Contract creation' },
  token: { chain: 'ethereum', label: 'Token transfer' },
  failed: { chain: 'ethereum', label: 'Failed' },
};

/** Returns the transaction types of a chain, with their labels. */
export function typeOptions(chain: Blockchain): { value: BlockTransactionType; label: string }[] {
  return blockTransactionTypes
    .filter((type) => types[type].chain === chain)
    .map((value) => ({ value, label: types[value].label }));
}

/** Returns the number of active conditions. */
export function conditionCount(filter: BlockFilter): number {
  return Object.values(filter).filter((value) => value !== undefined).length;
}
