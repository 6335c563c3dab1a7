import { type Blockchain, type BlockTransactionType, blockTransactionTypes } from '@hopscope/contract';

/** Which transactions of a block are shown, as the address bar says it; amounts in base units. */
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
  creation: 'New contract',
  token: 'Moves tokens',
  failed: 'Failed',
};

const ofBitcoin: readonly BlockTransactionType[] = [
  'coinbase',
  'coinjoin',
  'op_return',
  'segwit',
  'replaceable',
];

/** Types of transactions that a chain has, with their names. */
export function typeOptions(chain: Blockchain): { value: BlockTransactionType; label: string }[] {
  return blockTransactionTypes
    .filter((type) => ofBitcoin.includes(type) === (chain === 'bitcoin'))
    .map((value) => ({ value, label: names[value] }));
}

/** Conditions that are set. */
export function conditionCount(filter: BlockFilter): number {
  return Object.values(filter).filter((value) => value !== undefined).length;
}
