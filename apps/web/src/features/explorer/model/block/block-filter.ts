import { type Blockchain, type BlockTransactionType, blockTransactionTypes } from '@hopscope/contract';

/** Filter for the transactions of a block, from the URL; amounts in base units. */
export interface BlockFilter {
  minAmount?: string | undefined;
  maxAmount?: string | undefined;
  type?: BlockTransactionType | undefined;
  entity?: string | undefined;
}

const names: Record<BlockTransactionType, string> = {
  coinbase: 'Coinbase',
  coinjoin: 'CoinJoin',
  op_return: 'With data (OP_RETURN)',
  segwit: 'SegWit',
  replaceable: 'Replaceable (BIP125)',
  payment: 'Payment',
  call: 'Contract call',
  creation: 'Contract creation',
  token: 'Token transfer',
  failed: 'Failed',
};

const ofBitcoin: readonly BlockTransactionType[] = [
  'coinbase',
  'coinjoin',
  'op_return',
  'segwit',
  'replaceable',
];

/** Transaction types of a chain, with their labels. */
export function typeOptions(chain: Blockchain): { value: BlockTransactionType; label: string }[] {
  return blockTransactionTypes
    .filter((type) => ofBitcoin.includes(type) === (chain === 'bitcoin'))
    .map((value) => ({ value, label: names[value] }));
}

/** Number of active conditions. */
export function conditionCount(filter: BlockFilter): number {
  return Object.values(filter).filter((value) => value !== undefined).length;
}
