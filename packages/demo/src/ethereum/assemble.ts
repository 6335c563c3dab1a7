import {
  addToBloom,
  deriveRoot,
  encodeEthereumHeader,
  encodeReceipt,
  encodeUncles,
  encodeWithdrawal,
  type EthereumHeader,
  type EthereumLog,
  fromHex,
  type HashOnce,
  keccak256,
  type Receipt,
  type Withdrawal,
} from '@hopscope/chain';
import type { Account } from './account.ts';
import { gwei, prefixed, quantity } from './chain.ts';
import { priceOf } from './fee-market.ts';
import type { Outcome } from './run.ts';
import type { SignedTransaction } from './transaction.ts';

/** An executed transaction. */
export interface Executed {
  readonly signed: SignedTransaction;
  readonly from: Account;
  readonly to: Account;
  readonly outcome: Outcome;
}

/** A JSON object of a node's response. */
export type Answer = Record<string, unknown>;

/** Node responses for a block: `eth_getBlockByNumber`, `eth_getBlockReceipts`, `debug_traceBlockByNumber`. */
export interface BlockAnswers {
  readonly block: Answer;
  readonly receipts: readonly Answer[];
  readonly traces: readonly Answer[];
}

/** Inputs of a block. */
export interface BlockParts {
  readonly parentHash: Uint8Array;
  readonly number: number;
  readonly time: number;
  readonly miner: Account;
  readonly baseFee: bigint;
  readonly gasLimit: bigint;
  readonly extraData: Uint8Array;
  readonly withdrawals: readonly Withdrawal[];
  readonly executed: readonly Executed[];
}

/** An assembled block: its header and the node responses. */
export interface Assembled {
  readonly hash: Uint8Array;
  readonly header: EthereumHeader;
  readonly answers: BlockAnswers;
}

/** Gas of one blob, and price of blob gas if no block exceeds its blob target (EIP-4844). */
const gasPerBlob = 131_072;
const blobGasPrice = 1n;

const emptyUnclesHash = keccak256(encodeUncles([]));
/** SHA-256 of the empty input: a block without requests to the beacon chain (EIP-7685). */
const emptyRequestsHash = fromHex('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
const noBloom = `0x${'00'.repeat(256)}`;
const zeroNonce = new Uint8Array(8);

/**
 * Assembles executed transactions into a block (after Prague). All fields follow the protocol except the state root, the
 * beacon root, and the randomness: they are derived from the parent's hash, as the demo has no state trie.
 */
export function assembleBlock(parts: BlockParts, hash: HashOnce): Assembled {
  const { executed, number } = parts;
  const receipts = receiptsOf(parts, hash);
  const bloom = new Uint8Array(256);
  for (const { logsBloom, logs } of receipts) {
    if (logs.length > 0) for (let i = 0; i < 256; i++) bloom[i] = (bloom[i] ?? 0) | (logsBloom[i] ?? 0);
  }
  const blobs = executed.reduce((sum, { signed }) => sum + signed.tx.blobHashes.length, 0);
  const [stateRoot, mixHash, parentBeaconRoot] = madeUpHashes(parts.parentHash);
  const header: EthereumHeader = {
    parentHash: parts.parentHash,
    unclesHash: emptyUnclesHash,
    miner: parts.miner.address,
    stateRoot,
    transactionsRoot: deriveRoot(executed.map(({ signed }) => signed.bytes)),
    receiptsRoot: deriveRoot(receipts.map(encodeReceipt)),
    logsBloom: bloom,
    difficulty: 0n,
    number,
    gasLimit: parts.gasLimit,
    gasUsed: receipts.at(-1)?.cumulativeGasUsed ?? 0n,
    time: parts.time,
    extraData: parts.extraData,
    mixHash,
    nonce: zeroNonce,
    baseFee: parts.baseFee,
    withdrawalsRoot: deriveRoot(parts.withdrawals.map(encodeWithdrawal)),
    blobGasUsed: BigInt(gasPerBlob * blobs),
    excessBlobGas: 0n,
    parentBeaconRoot,
    requestsHash: emptyRequestsHash,
  };
  const bytes = encodeEthereumHeader(header);
  const blockHash = keccak256(bytes);
  return {
    hash: blockHash,
    header,
    answers: answersOf({ parts, header, blockHash, receipts, size: sizeOf(bytes.length, parts) }),
  };
}

/** Derives three random-looking hashes from one hash. */
function madeUpHashes(seed: Uint8Array): [Uint8Array, Uint8Array, Uint8Array] {
  const hash = keccak256(seed);
  return [hash, hash.toReversed(), hash.map((byte) => byte ^ 0x5a)];
}

function receiptsOf({ executed, baseFee }: BlockParts, hash: HashOnce): Receipt[] {
  let cumulative = 0n;
  let logIndex = 0;
  return executed.map(({ signed: { tx, hash: transactionHash }, to, outcome }, index) => {
    const gasUsed = BigInt(outcome.gasUsed);
    cumulative += gasUsed;
    const logs = outcome.logs.map(
      ({ contract, topics, data }): EthereumLog => ({
        address: contract.address,
        topics: topics.map((topic) => fromHex(topic)),
        data: fromHex(data),
        index: logIndex++,
      }),
    );
    const logsBloom = new Uint8Array(256);
    addToBloom(logsBloom, logs, hash);
    return {
      transactionHash,
      type: tx.type,
      index,
      success: outcome.success,
      root: null,
      gasUsed,
      cumulativeGasUsed: cumulative,
      gasPrice: priceOf(tx.gasPrice ?? tx.maxFeePerGas ?? 0n, tx.maxPriorityFeePerGas, baseFee),
      blobGasUsed: tx.type === 3 ? BigInt(gasPerBlob * tx.blobHashes.length) : null,
      blobGasPrice: tx.type === 3 ? blobGasPrice : null,
      contractAddress: tx.to ? null : to.address,
      logsBloom,
      logs,
    };
  });
}

/** Returns the RLP size of the block in bytes, as reported by nodes. */
function sizeOf(headerBytes: number, { executed, withdrawals }: BlockParts): number {
  let transactions = 0;
  for (const { signed } of executed) {
    const { length } = signed.bytes;
    transactions += signed.tx.type === 0 ? length : withHead(length);
  }
  let paid = 0;
  for (const withdrawal of withdrawals) paid += encodeWithdrawal(withdrawal).length;
  return withHead(headerBytes + withHead(transactions) + 1 + withHead(paid));
}

function withHead(length: number): number {
  return length + 1 + (length < 56 ? 0 : Math.ceil((32 - Math.clz32(length)) / 8));
}

function answersOf(made: {
  parts: BlockParts;
  header: EthereumHeader;
  blockHash: Uint8Array;
  receipts: readonly Receipt[];
  size: number;
}): BlockAnswers {
  const { parts, header, receipts } = made;
  const place = { blockHash: prefixed(made.blockHash), blockNumber: quantity(parts.number) };
  const block = {
    hash: place.blockHash,
    parentHash: prefixed(header.parentHash),
    sha3Uncles: prefixed(header.unclesHash),
    miner: parts.miner.hex,
    stateRoot: prefixed(header.stateRoot),
    transactionsRoot: prefixed(header.transactionsRoot),
    receiptsRoot: prefixed(header.receiptsRoot),
    logsBloom: prefixed(header.logsBloom),
    difficulty: '0x0',
    number: place.blockNumber,
    gasLimit: quantity(header.gasLimit),
    gasUsed: quantity(header.gasUsed),
    timestamp: quantity(header.time),
    extraData: prefixed(header.extraData),
    mixHash: prefixed(header.mixHash),
    nonce: prefixed(header.nonce),
    baseFeePerGas: quantity(parts.baseFee),
    withdrawalsRoot: prefixed(header.withdrawalsRoot ?? zeroNonce),
    withdrawals: parts.withdrawals.map(({ index, validatorIndex, address, amount }) => ({
      index: quantity(index),
      validatorIndex: quantity(validatorIndex),
      address: prefixed(address),
      amount: quantity(amount / gwei),
    })),
    blobGasUsed: quantity(header.blobGasUsed ?? 0n),
    excessBlobGas: '0x0',
    parentBeaconBlockRoot: prefixed(header.parentBeaconRoot ?? zeroNonce),
    requestsHash: prefixed(emptyRequestsHash),
    size: quantity(made.size),
    uncles: [],
    transactions: parts.executed.map((entry, i) => transactionAnswer(entry, i, receipts[i], place)),
  };
  return {
    block,
    receipts: parts.executed.map((entry, i) => receiptAnswer(entry, i, receipts[i], place)),
    traces: parts.executed.map(({ signed, outcome }) => ({
      txHash: prefixed(signed.hash),
      result: outcome.frame,
    })),
  };
}

type BlockRef = { blockHash: string; blockNumber: string };

function transactionAnswer(
  { signed: { tx, hash }, from, to, outcome }: Executed,
  index: number,
  receipt: Receipt | undefined,
  place: BlockRef,
): Answer {
  const answer: Answer = {
    ...place,
    hash: prefixed(hash),
    transactionIndex: quantity(index),
    type: quantity(tx.type),
    from: from.hex,
    to: tx.to ? to.hex : null,
    nonce: quantity(tx.nonce),
    value: quantity(tx.value),
    gas: quantity(tx.gasLimit),
    gasPrice: quantity(receipt?.gasPrice ?? 0n),
    input: outcome.frame.input,
    chainId: quantity(tx.chainId ?? 0n),
    v: quantity(tx.v),
    r: quantity(tx.r),
    s: quantity(tx.s),
  };
  if (tx.type === 0) return answer;
  answer['yParity'] = answer['v'];
  answer['accessList'] = tx.accessList.map(({ address, storageKeys }) => ({
    address: prefixed(address),
    storageKeys: storageKeys.map(prefixed),
  }));
  if (tx.type < 2) return answer;
  answer['maxFeePerGas'] = quantity(tx.maxFeePerGas ?? 0n);
  answer['maxPriorityFeePerGas'] = quantity(tx.maxPriorityFeePerGas ?? 0n);
  if (tx.type === 3) {
    answer['maxFeePerBlobGas'] = quantity(tx.maxFeePerBlobGas ?? 0n);
    answer['blobVersionedHashes'] = tx.blobHashes.map(prefixed);
  }
  if (tx.type === 4) {
    answer['authorizationList'] = tx.authorizations.map((entry) => ({
      chainId: quantity(entry.chainId),
      address: prefixed(entry.address),
      nonce: quantity(entry.nonce),
      yParity: quantity(entry.yParity),
      r: quantity(entry.r),
      s: quantity(entry.s),
    }));
  }
  return answer;
}

function receiptAnswer(
  { signed: { tx, hash }, from, to, outcome }: Executed,
  index: number,
  receipt: Receipt | undefined,
  place: BlockRef,
): Answer {
  const transactionHash = prefixed(hash);
  const first = receipt?.logs[0]?.index ?? 0;
  return {
    ...place,
    transactionHash,
    transactionIndex: quantity(index),
    type: quantity(tx.type),
    from: from.hex,
    to: tx.to ? to.hex : null,
    contractAddress: tx.to ? null : to.hex,
    status: outcome.success ? '0x1' : '0x0',
    gasUsed: quantity(outcome.gasUsed),
    cumulativeGasUsed: quantity(receipt?.cumulativeGasUsed ?? 0n),
    effectiveGasPrice: quantity(receipt?.gasPrice ?? 0n),
    logsBloom: outcome.logs.length === 0 ? noBloom : prefixed(receipt?.logsBloom ?? zeroNonce),
    ...(tx.type === 3 ? { blobGasUsed: quantity(receipt?.blobGasUsed ?? 0n), blobGasPrice: '0x1' } : {}),
    logs: outcome.logs.map(({ contract, topics, data }, i) => ({
      ...place,
      transactionHash,
      transactionIndex: quantity(index),
      logIndex: quantity(first + i),
      removed: false,
      address: contract.hex,
      topics: topics.map((topic) => `0x${topic}`),
      data: `0x${data}`,
    })),
  };
}
