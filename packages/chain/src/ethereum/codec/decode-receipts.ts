import { equalBytes } from '../../bytes.ts';
import { createdAddress } from '../contract-address.ts';
import { requireBlock } from './decode-block.ts';
import { readType } from './decode-transaction.ts';
import { EthereumError } from '../ethereum-error.ts';
import { GAS_PER_BLOB, gasPriceOf } from '../fees.ts';
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
  rootNodes,
} from './json-reader.ts';
import type { EthereumBlock, EthereumLog, EthereumTransaction, Receipt, Wei } from '../model.ts';

/** More than the gas of any block pays for. */
const MAX_RECEIPTS = 100_000;
const MAX_LOGS = 1_000_000;

interface Progress {
  gas: bigint;
  logs: number;
  blobGasPrice: Wei | null;
}

/**
 * Reads the answer of `eth_getBlockReceipts` (or the answers of `eth_getTransactionReceipt` as a list), of any fork up to
 * now. Every receipt has to be of the transaction at its place in the block, gas and log indexes have to add up, prices
 * and contract addresses have to be the ones that follow from the transaction. Throws EthereumError.
 */
export function decodeReceipts(answer: unknown, block: EthereumBlock): Receipt[] {
  const nodes = rootNodes(answer, 'receipts', MAX_RECEIPTS);
  const { transactions, header } = block;
  if (nodes.length !== transactions.length) {
    const counts = { receipts: nodes.length, transactions: transactions.length };
    throw new EthereumError(
      'count_wrong',
      'receipts',
      `${nodes.length} receipts for ${transactions.length} transactions.`,
      counts,
    );
  }
  const progress: Progress = { gas: 0n, logs: 0, blobGasPrice: null };
  const receipts: Receipt[] = [];
  for (const [i, node] of nodes.entries()) {
    const tx = transactions[i];
    if (tx) receipts.push(readReceipt(node, tx, block, progress));
  }
  if (progress.gas !== header.gasUsed) {
    throw new EthereumError('gas_wrong', 'receipts', 'The gas of the receipts does not match the block.');
  }
  return receipts;
}

function readReceipt(node: Node, tx: EthereumTransaction, block: EthereumBlock, progress: Progress): Receipt {
  requireBlock(node, block.hash, block.header.number);
  requireTransaction(node, tx);
  const outcome = readOutcome(node);
  const gas = readGas(node, tx, progress);
  return {
    transactionHash: tx.hash,
    type: tx.type,
    index: tx.index,
    ...outcome,
    ...gas,
    gasPrice: readPrice(node, tx, block),
    ...readBlobGas(node, tx, progress),
    contractAddress: readContractAddress(node, tx),
    logsBloom: bytesField(node, 'logsBloom', 256),
    logs: readLogs(node, tx, block, progress),
  };
}

/** Rejects a receipt of another transaction, by any of its fields. */
function requireTransaction(node: Node, tx: EthereumTransaction): void {
  if (!equalBytes(bytesField(node, 'transactionHash', 32), tx.hash)) {
    refuseField('receipt_other', node, 'transactionHash', 'does not match the transaction at this position');
  }
  if (numberField(node, 'transactionIndex') !== tx.index) {
    refuseField('index_wrong', node, 'transactionIndex', `is not ${tx.index}, its position in the block`);
  }
  if (isPresent(node, 'type') && readType(node) !== tx.type) {
    refuseField('receipt_other', node, 'type', 'does not match the transaction');
  }
  if (!equalBytes(bytesField(node, 'from', 20), tx.from)) {
    refuseField('receipt_other', node, 'from', 'does not match the transaction');
  }
  const to = optionalBytes(node, 'to', 20);
  if ((to === null) !== (tx.to === null) || (to && tx.to && !equalBytes(to, tx.to))) {
    refuseField('receipt_other', node, 'to', 'does not match the transaction');
  }
}

/**
 * A state root before Byzantium, a status since (EIP-658). Nodes have written an absent root as `0x`, and some write a
 * status beside a root, which no hash covers.
 */
function readOutcome(node: Node): Pick<Receipt, 'success' | 'root'> {
  if (isPresent(node, 'root') && node.fields['root'] !== '0x') {
    return { success: null, root: bytesField(node, 'root', 32) };
  }
  const status = quantityField(node, 'status');
  if (status > 1n) refuseField('number_too_large', node, 'status', 'is not 0 or 1');
  return { success: status === 1n, root: null };
}

function readGas(
  node: Node,
  tx: EthereumTransaction,
  progress: Progress,
): Pick<Receipt, 'gasUsed' | 'cumulativeGasUsed'> {
  const gasUsed = quantityField(node, 'gasUsed', 64);
  const cumulativeGasUsed = quantityField(node, 'cumulativeGasUsed', 64);
  if (gasUsed > tx.gasLimit) refuseField('gas_wrong', node, 'gasUsed', 'is above the limit');
  progress.gas += gasUsed;
  if (cumulativeGasUsed !== progress.gas) {
    refuseField('gas_wrong', node, 'cumulativeGasUsed', 'is not the cumulative gas');
  }
  return { gasUsed, cumulativeGasUsed };
}

function readPrice(node: Node, tx: EthereumTransaction, block: EthereumBlock): Wei {
  const price = gasPriceOf(tx, block.header);
  const claimed = optionalQuantity(node, 'effectiveGasPrice');
  if (claimed !== null && claimed !== price) {
    refuseField('price_wrong', node, 'effectiveGasPrice', 'does not match the price of the transaction');
  }
  return price;
}

function readBlobGas(
  node: Node,
  tx: EthereumTransaction,
  progress: Progress,
): Pick<Receipt, 'blobGasUsed' | 'blobGasPrice'> {
  if (tx.type !== 3) return { blobGasUsed: null, blobGasPrice: null };
  const blobGasUsed = quantityField(node, 'blobGasUsed', 64);
  const blobGasPrice = quantityField(node, 'blobGasPrice');
  if (blobGasUsed !== GAS_PER_BLOB * BigInt(tx.blobHashes.length)) {
    refuseField('gas_wrong', node, 'blobGasUsed', 'is not 131,072 per blob');
  }
  if (blobGasPrice > (tx.maxFeePerBlobGas ?? 0n)) {
    refuseField('price_wrong', node, 'blobGasPrice', 'is above the limit of the transaction');
  }
  progress.blobGasPrice ??= blobGasPrice;
  if (blobGasPrice !== progress.blobGasPrice) {
    refuseField('price_wrong', node, 'blobGasPrice', 'differs from others in the block');
  }
  return { blobGasUsed, blobGasPrice };
}

function readContractAddress(node: Node, tx: EthereumTransaction): Uint8Array | null {
  const claimed = optionalBytes(node, 'contractAddress', 20);
  if (tx.to !== null) {
    if (claimed)
      refuseField('contract_address_wrong', node, 'contractAddress', 'is set without a contract creation');
    return null;
  }
  const address = createdAddress(tx.from, tx.nonce);
  if (claimed && !equalBytes(claimed, address)) {
    refuseField('contract_address_wrong', node, 'contractAddress', 'does not match the sender and nonce');
  }
  return address;
}

function readLogs(
  node: Node,
  tx: EthereumTransaction,
  block: EthereumBlock,
  progress: Progress,
): EthereumLog[] {
  return objectsField(node, 'logs', MAX_LOGS).map((entry) => {
    requireBlock(entry, block.hash, block.header.number);
    if (!equalBytes(bytesField(entry, 'transactionHash', 32), tx.hash)) {
      refuseField('receipt_other', entry, 'transactionHash', 'does not match the receipt');
    }
    if (numberField(entry, 'transactionIndex') !== tx.index) {
      refuseField('index_wrong', entry, 'transactionIndex', 'does not match the receipt');
    }
    if (entry.fields['removed'] === true) refuseField('block_other', entry, 'removed', 'is true');
    const index = numberField(entry, 'logIndex');
    if (index !== progress.logs) {
      refuseField('index_wrong', entry, 'logIndex', `is not ${progress.logs}, its position in the block`);
    }
    progress.logs += 1;
    return {
      address: bytesField(entry, 'address', 20),
      topics: bytesListField(entry, 'topics', 32, 4),
      data: dataField(entry, 'data'),
      index,
    };
  });
}
