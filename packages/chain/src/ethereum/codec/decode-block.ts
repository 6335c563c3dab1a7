import { equalBytes } from '../../bytes.ts';
import { readTransaction } from './decode-transaction.ts';
import {
  bytesField,
  bytesListField,
  dataField,
  isPresent,
  type Node,
  numberField,
  objectsField,
  optionalBytes,
  optionalQuantity,
  quantityField,
  refuseField,
  rootNode,
} from './json-reader.ts';
import type { EthereumBlock, EthereumHeader, EthereumTransaction, Withdrawal } from '../model.ts';

const WEI_PER_GWEI = 1_000_000_000n;
/** More than the gas of any block pays for. */
const MAX_TRANSACTIONS = 100_000;
const MAX_WITHDRAWALS = 10_000;
const MAX_UNCLES = 2;

/** Fields of a header in the order in which forks added them: one is never there without those before it. */
const fieldsOfForks = [
  ['baseFeePerGas'],
  ['withdrawalsRoot', 'withdrawals'],
  ['blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot'],
  ['requestsHash'],
] as const;

/**
 * Reads the answer of `eth_getBlockByNumber` or `eth_getBlockByHash` with full transactions, of any fork up to now. Form
 * and agreement of the fields only, see `verifyEthereumBlock` for the hashes. Throws EthereumError.
 */
export function decodeEthereumBlock(answer: unknown): EthereumBlock {
  const node = rootNode(answer, 'block');
  const hash = bytesField(node, 'hash', 32);
  const header = readHeader(node);
  const transactions = objectsField(node, 'transactions', MAX_TRANSACTIONS).map((entry, index) => {
    requireBlock(entry, hash, header.number);
    return readTransaction(entry, index);
  });
  requireDistinct(node, transactions);
  return {
    hash,
    header,
    transactions,
    uncles: bytesListField(node, 'uncles', 32, MAX_UNCLES),
    withdrawals: header.withdrawalsRoot ? readWithdrawals(node) : null,
    size: isPresent(node, 'size') ? numberField(node, 'size') : null,
  };
}

/** Reads the answer of `eth_getUncleByBlockHashAndIndex`: a header and the hash that the node claims. */
export function decodeUncle(answer: unknown): { hash: Uint8Array; header: EthereumHeader } {
  const node = rootNode(answer, 'uncle');
  return { hash: bytesField(node, 'hash', 32), header: readHeader(node) };
}

/** Rejects a transaction, receipt, or log of another block. Throws `block_other`. */
export function requireBlock(node: Node, hash: Uint8Array, number: number): void {
  if (!equalBytes(bytesField(node, 'blockHash', 32), hash)) {
    refuseField('block_other', node, 'blockHash', 'does not match the block');
  }
  if (numberField(node, 'blockNumber') !== number) {
    refuseField('block_other', node, 'blockNumber', 'does not match the block');
  }
}

function readHeader(node: Node): EthereumHeader {
  requireForkOrder(node);
  return {
    parentHash: bytesField(node, 'parentHash', 32),
    unclesHash: bytesField(node, 'sha3Uncles', 32),
    miner: bytesField(node, 'miner', 20),
    stateRoot: bytesField(node, 'stateRoot', 32),
    transactionsRoot: bytesField(node, 'transactionsRoot', 32),
    receiptsRoot: bytesField(node, 'receiptsRoot', 32),
    logsBloom: bytesField(node, 'logsBloom', 256),
    difficulty: quantityField(node, 'difficulty'),
    number: numberField(node, 'number'),
    gasLimit: quantityField(node, 'gasLimit', 64),
    gasUsed: quantityField(node, 'gasUsed', 64),
    time: numberField(node, 'timestamp'),
    extraData: dataField(node, 'extraData'),
    mixHash: bytesField(node, 'mixHash', 32),
    nonce: bytesField(node, 'nonce', 8),
    baseFee: optionalQuantity(node, 'baseFeePerGas'),
    withdrawalsRoot: optionalBytes(node, 'withdrawalsRoot', 32),
    blobGasUsed: optionalQuantity(node, 'blobGasUsed', 64),
    excessBlobGas: optionalQuantity(node, 'excessBlobGas', 64),
    parentBeaconRoot: optionalBytes(node, 'parentBeaconBlockRoot', 32),
    requestsHash: optionalBytes(node, 'requestsHash', 32),
  };
}

function requireForkOrder(node: Node): void {
  let absent: string | undefined;
  for (const fields of fieldsOfForks) {
    const missing = fields.find((key) => !isPresent(node, key));
    const present = fields.find((key) => isPresent(node, key));
    if (present && (absent ?? missing)) {
      refuseField('fields_contradict', node, present, `is set without ${absent ?? missing}`);
    }
    absent ??= missing;
  }
}

function requireDistinct(node: Node, transactions: readonly EthereumTransaction[]): void {
  const seen = new Set<string>();
  for (const { hash, index } of transactions) {
    const key: string = Reflect.apply(String.fromCharCode, undefined, hash);
    if (seen.has(key)) refuseField('index_wrong', node, `transactions[${index}]`, 'is a duplicate');
    seen.add(key);
  }
}

function readWithdrawals(node: Node): readonly Withdrawal[] {
  const withdrawals = objectsField(node, 'withdrawals', MAX_WITHDRAWALS).map((entry) => ({
    index: quantityField(entry, 'index', 64),
    validatorIndex: quantityField(entry, 'validatorIndex', 64),
    address: bytesField(entry, 'address', 20),
    amount: quantityField(entry, 'amount', 64) * WEI_PER_GWEI,
  }));
  withdrawals.forEach(({ index }, i) => {
    const before = withdrawals[i - 1];
    if (before && index !== before.index + 1n) {
      refuseField('index_wrong', node, `withdrawals[${i}].index`, 'does not follow the previous one');
    }
  });
  return withdrawals;
}
