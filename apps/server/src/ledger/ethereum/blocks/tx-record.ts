import type {
  AccessListEntry,
  Authorization,
  EthereumLog,
  EthereumTransaction,
  EthereumTransactionType,
  InternalTransfer,
} from '@hopscope/chain';
import { indexOf } from '../../shared/positions.ts';
import { createPackReader, type PackReader, type PackWriter } from '../../shared/varint.ts';
import type { StoredEthereumTx, StoredReceipt } from '../model.ts';
import {
  createAddressReader,
  createAddressWriter,
  readData,
  readWord,
  writeData,
  writeWord,
} from '../history/packed-data.ts';
import { readWide, writeWide } from '../../shared/wide.ts';

// First head byte: bits 0–2 type.
const hasTo = 8;
const isFailed = 16;
const isCertain = 32;
const hasInternal = 64;
const hasContract = 128;
// Second head byte.
const saysSuccess = 1;
const isSuccess = 2;
const hasRoot = 4;
const hasChainId = 8;
const ownPrice = 16; // the paid price is the transaction's gasPrice
const hasBlobs = 32;

const internalKinds: readonly InternalTransfer['kind'][] = ['call', 'create', 'selfdestruct'];
const toNobody = 4;

type WriteAddress = (address: Uint8Array) => void;
type ReadAddress = () => Uint8Array;

function typeOf(number: number): EthereumTransactionType {
  switch (number) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      return number;
    default:
      throw new RangeError(`Unknown transaction type ${number}`);
  }
}

/** Packs a transaction for `eth_tx.body` (layout in `docs/concepts/ledger.md`). */
export function packEthereumTx(out: PackWriter, stored: StoredEthereumTx): Uint8Array {
  const { tx, receipt, internal } = stored;
  const address = createAddressWriter(out);
  out.byte(
    tx.type |
      (tx.to ? hasTo : 0) |
      (stored.failed ? isFailed : 0) |
      (stored.outcomeCertain ? isCertain : 0) |
      (internal ? hasInternal : 0) |
      (receipt.contractAddress ? hasContract : 0),
  );
  out.byte(
    (receipt.success === null ? 0 : saysSuccess) |
      (receipt.success === true ? isSuccess : 0) |
      (receipt.root ? hasRoot : 0) |
      (tx.chainId === null ? 0 : hasChainId) |
      (tx.gasPrice === receipt.gasPrice ? ownPrice : 0) |
      (receipt.blobGasUsed === null ? 0 : hasBlobs),
  );
  address(tx.from);
  if (tx.to) address(tx.to);
  writeTransaction(out, tx, address);
  writeReceipt(out, tx, receipt, address);
  if (internal) {
    out.uint(internal.length);
    for (const transfer of internal) writeInternal(out, transfer, address);
  }
  out.uint(stored.created.length);
  for (const contract of stored.created) address(contract);
  return out.take();
}

function writeTransaction(out: PackWriter, tx: EthereumTransaction, address: WriteAddress): void {
  for (const value of [tx.nonce, tx.value, tx.gasLimit, tx.v, tx.r, tx.s]) writeWide(out, value);
  writeData(out, tx.input);
  if (tx.chainId !== null) writeWide(out, tx.chainId);
  if (tx.type <= 1) writeWide(out, tx.gasPrice ?? 0n);
  else {
    writeWide(out, tx.maxFeePerGas ?? 0n);
    writeWide(out, tx.maxPriorityFeePerGas ?? 0n);
  }
  if (tx.type >= 1) {
    out.uint(tx.accessList.length);
    for (const entry of tx.accessList) {
      address(entry.address);
      out.uint(entry.storageKeys.length);
      for (const key of entry.storageKeys) writeWord(out, key);
    }
  }
  if (tx.type === 3) {
    writeWide(out, tx.maxFeePerBlobGas ?? 0n);
    out.uint(tx.blobHashes.length);
    for (const hash of tx.blobHashes) out.raw(hash);
  }
  if (tx.type === 4) {
    out.uint(tx.authorizations.length);
    for (const { chainId, address: code, nonce, yParity, r, s } of tx.authorizations) {
      address(code);
      for (const value of [chainId, nonce, yParity, r, s]) writeWide(out, value);
    }
  }
}

function writeReceipt(
  out: PackWriter,
  tx: EthereumTransaction,
  receipt: StoredReceipt,
  address: WriteAddress,
): void {
  if (receipt.root) out.raw(receipt.root);
  writeWide(out, receipt.gasUsed);
  writeWide(out, receipt.cumulativeGasUsed);
  if (tx.gasPrice !== receipt.gasPrice) writeWide(out, receipt.gasPrice);
  if (receipt.blobGasUsed !== null) {
    writeWide(out, receipt.blobGasUsed);
    writeWide(out, receipt.blobGasPrice ?? 0n);
  }
  if (receipt.contractAddress) address(receipt.contractAddress);
  out.uint(receipt.logs.length);
  // Logs of a transaction have consecutive numbers.
  if (receipt.logs.length > 0) out.uint(receipt.logs[0]?.index ?? 0);
  for (const log of receipt.logs) {
    address(log.address);
    out.byte(log.topics.length);
    for (const topic of log.topics) writeWord(out, topic);
    writeData(out, log.data);
  }
}

function writeInternal(
  out: PackWriter,
  { kind, path, from, to, value }: InternalTransfer,
  address: WriteAddress,
): void {
  out.byte(internalKinds.indexOf(kind) | (to ? 0 : toNobody));
  out.uint(path.length);
  for (const place of path) out.uint(place);
  address(from);
  if (to) address(to);
  writeWide(out, value);
}

/** Unpacks a transaction. Throws RangeError if the bytes are damaged. */
export function unpackEthereumTx(body: Uint8Array, position: number, hash: Uint8Array): StoredEthereumTx {
  const reader = createPackReader(body);
  const address = createAddressReader(reader);
  const head = reader.byte();
  const more = reader.byte();
  const type = typeOf(head & 7);
  const index = indexOf(position);
  const from = address();
  const to = head & hasTo ? address() : null;
  const tx: EthereumTransaction = {
    hash,
    type,
    index,
    from,
    to,
    ...readTransaction(reader, type, (more & hasChainId) !== 0, address),
  };
  const receipt = readReceipt(reader, tx, { head, more }, address);
  const internal = head & hasInternal ? readInternals(reader, index, address) : null;
  const created = readList(reader, address);
  if (!reader.done) throw new RangeError('Stored bytes go on after their end');
  return {
    position,
    tx,
    receipt,
    failed: (head & isFailed) !== 0,
    outcomeCertain: (head & isCertain) !== 0,
    internal,
    created,
  };
}

function readList<T>(reader: PackReader, item: () => T): T[] {
  const count = reader.uint();
  const list: T[] = [];
  for (let i = 0; i < count; i++) list.push(item());
  return list;
}

function readTransaction(
  reader: PackReader,
  type: EthereumTransactionType,
  chain: boolean,
  address: ReadAddress,
): Omit<EthereumTransaction, 'hash' | 'type' | 'index' | 'from' | 'to'> {
  const wide = () => readWide(reader);
  const [nonce, value, gasLimit] = [wide(), wide(), wide()];
  const [v, r, s] = [wide(), wide(), wide()];
  const input = readData(reader);
  const chainId = chain ? wide() : null;
  const gasPrice = type <= 1 ? wide() : null;
  const maxFeePerGas = type <= 1 ? null : wide();
  const maxPriorityFeePerGas = type <= 1 ? null : wide();
  const accessEntry = (): AccessListEntry => ({
    address: address(),
    storageKeys: readList(reader, () => readWord(reader)),
  });
  const accessList = type >= 1 ? readList(reader, accessEntry) : [];
  const maxFeePerBlobGas = type === 3 ? wide() : null;
  const blobHashes = type === 3 ? readList(reader, () => reader.raw(32)) : [];
  const authorization = (): Authorization => {
    const code = address();
    const [on, count, yParity] = [wide(), wide(), wide()];
    return { chainId: on, address: code, nonce: count, yParity, r: wide(), s: wide() };
  };
  const authorizations = type === 4 ? readList(reader, authorization) : [];
  return {
    nonce,
    value,
    gasLimit,
    v,
    r,
    s,
    input,
    chainId,
    gasPrice,
    maxFeePerGas,
    maxPriorityFeePerGas,
    accessList,
    maxFeePerBlobGas,
    blobHashes,
    authorizations,
  };
}

function readReceipt(
  reader: PackReader,
  tx: EthereumTransaction,
  { head, more }: { head: number; more: number },
  address: ReadAddress,
): StoredReceipt {
  const root = more & hasRoot ? reader.raw(32) : null;
  const gasUsed = readWide(reader);
  const cumulativeGasUsed = readWide(reader);
  const gasPrice = more & ownPrice ? (tx.gasPrice ?? 0n) : readWide(reader);
  const blobGasUsed = more & hasBlobs ? readWide(reader) : null;
  const blobGasPrice = more & hasBlobs ? readWide(reader) : null;
  const contractAddress = head & hasContract ? address() : null;
  const count = reader.uint();
  const firstLog = count > 0 ? reader.uint() : 0;
  const logs: EthereumLog[] = [];
  for (let i = 0; i < count; i++) logs.push(readLog(reader, firstLog + i, address));
  return {
    transactionHash: tx.hash,
    type: tx.type,
    index: tx.index,
    success: more & saysSuccess ? (more & isSuccess) !== 0 : null,
    root,
    gasUsed,
    cumulativeGasUsed,
    gasPrice,
    blobGasUsed,
    blobGasPrice,
    contractAddress,
    logs,
  };
}

function readLog(reader: PackReader, index: number, address: ReadAddress): EthereumLog {
  const contract = address();
  const count = reader.byte();
  const topics: Uint8Array[] = [];
  for (let i = 0; i < count; i++) topics.push(readWord(reader));
  return { address: contract, topics, data: readData(reader), index };
}

function readInternals(
  reader: PackReader,
  transactionIndex: number,
  address: ReadAddress,
): InternalTransfer[] {
  return readList(reader, () => {
    const head = reader.byte();
    const kind = internalKinds[head & 3];
    if (!kind) throw new RangeError('Unknown kind of internal transfer');
    const path = readList(reader, () => reader.uint());
    const from = address();
    const to = head & toNobody ? null : address();
    return { kind, transactionIndex, path, from, to, value: readWide(reader) };
  });
}
