import type { EthereumHeader, EthereumTransaction, Receipt, Withdrawal } from '../model.ts';
import { encodeRlp, type RlpItem, rlpNumber } from '../trie/rlp.ts';

const NOTHING = new Uint8Array(0);
const WEI_PER_GWEI = 1_000_000_000n;

/** RLP of a header of any fork; its Keccak-256 is the hash of the block. */
export function encodeEthereumHeader(header: EthereumHeader): Uint8Array {
  return encodeRlp(headerItem(header));
}

/** RLP of the headers of uncles; its Keccak-256 is `unclesHash`. */
export function encodeUncles(headers: readonly EthereumHeader[]): Uint8Array {
  return encodeRlp(headers.map(headerItem));
}

/** Encodes a signed transaction as it is hashed and stored in the trie: RLP, after the type byte from type 1 on (EIP-2718). */
export function encodeEthereumTransaction(tx: EthereumTransaction): Uint8Array {
  return tx.type === 0 ? encodeRlp(legacyItem(tx)) : encodeRlp(typedItem(tx), tx.type);
}

/** Encodes a receipt as stored in the trie, with root or status (EIP-658), after the type byte from type 1 on. */
export function encodeReceipt(receipt: Receipt): Uint8Array {
  const item: RlpItem = [
    receipt.root ?? rlpNumber(receipt.success ? 1 : 0),
    rlpNumber(receipt.cumulativeGasUsed),
    receipt.logsBloom,
    receipt.logs.map(({ address, topics, data }) => [address, topics, data]),
  ];
  return receipt.type === 0 ? encodeRlp(item) : encodeRlp(item, receipt.type);
}

/** Encodes a withdrawal as stored in the trie (EIP-4895), with the amount in gwei. */
export function encodeWithdrawal({ index, validatorIndex, address, amount }: Withdrawal): Uint8Array {
  return encodeRlp([rlpNumber(index), rlpNumber(validatorIndex), address, rlpNumber(amount / WEI_PER_GWEI)]);
}

function headerItem(header: EthereumHeader): RlpItem {
  const item: RlpItem[] = [
    header.parentHash,
    header.unclesHash,
    header.miner,
    header.stateRoot,
    header.transactionsRoot,
    header.receiptsRoot,
    header.logsBloom,
    rlpNumber(header.difficulty),
    rlpNumber(header.number),
    rlpNumber(header.gasLimit),
    rlpNumber(header.gasUsed),
    rlpNumber(header.time),
    header.extraData,
    header.mixHash,
    header.nonce,
  ];
  // In the order in which forks added them; where one is absent, so are those after it.
  if (header.baseFee !== null) item.push(rlpNumber(header.baseFee));
  if (header.withdrawalsRoot) item.push(header.withdrawalsRoot);
  if (header.blobGasUsed !== null) item.push(rlpNumber(header.blobGasUsed));
  if (header.excessBlobGas !== null) item.push(rlpNumber(header.excessBlobGas));
  if (header.parentBeaconRoot) item.push(header.parentBeaconRoot);
  if (header.requestsHash) item.push(header.requestsHash);
  return item;
}

function legacyItem(tx: EthereumTransaction): RlpItem {
  return [
    rlpNumber(tx.nonce),
    rlpNumber(tx.gasPrice ?? 0n),
    rlpNumber(tx.gasLimit),
    tx.to ?? NOTHING,
    rlpNumber(tx.value),
    tx.input,
    ...signatureOf(tx),
  ];
}

function typedItem(tx: EthereumTransaction): RlpItem {
  const item: RlpItem[] = [rlpNumber(tx.chainId ?? 0n), rlpNumber(tx.nonce)];
  if (tx.type === 1) item.push(rlpNumber(tx.gasPrice ?? 0n));
  else item.push(rlpNumber(tx.maxPriorityFeePerGas ?? 0n), rlpNumber(tx.maxFeePerGas ?? 0n));
  item.push(rlpNumber(tx.gasLimit), tx.to ?? NOTHING, rlpNumber(tx.value), tx.input);
  item.push(tx.accessList.map(({ address, storageKeys }) => [address, storageKeys]));
  if (tx.type === 3) item.push(rlpNumber(tx.maxFeePerBlobGas ?? 0n), tx.blobHashes);
  if (tx.type === 4) item.push(tx.authorizations.map(authorizationItem));
  item.push(...signatureOf(tx));
  return item;
}

function authorizationItem(entry: EthereumTransaction['authorizations'][number]): RlpItem {
  return [
    rlpNumber(entry.chainId),
    entry.address,
    rlpNumber(entry.nonce),
    rlpNumber(entry.yParity),
    rlpNumber(entry.r),
    rlpNumber(entry.s),
  ];
}

function signatureOf({ v, r, s }: EthereumTransaction): Uint8Array[] {
  return [rlpNumber(v), rlpNumber(r), rlpNumber(s)];
}
