import { secp256k1 } from '@noble/curves/secp256k1.js';
import {
  addToBloom,
  type BlockTraces,
  type CallFrame,
  decodeRlp,
  deriveRoot,
  encodeEthereumHeader,
  encodeEthereumTransaction,
  encodeReceipt,
  encodeRlp,
  encodeUncles,
  encodeWithdrawal,
  type EthereumHeader,
  type EthereumLog,
  type EthereumTransaction,
  hashOnce,
  keccak256,
  type Receipt,
  toHex,
  type Withdrawal,
} from '@hopscope/chain';
import type { EthereumBundle, TokenFacts } from '../../../src/ledger/ethereum/blocks/bundle.ts';

export const transferTopic = keccak256(new TextEncoder().encode('Transfer(address,address,uint256)'));
export const nobody = new Uint8Array(20);

/** Returns 20 bytes that end in the number. */
export function addressOf(number: number): Uint8Array {
  const address = new Uint8Array(20).fill(0x11);
  new DataView(address.buffer).setUint32(16, number);
  return address;
}

export function wordOf(value: bigint): Uint8Array {
  return Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'));
}

function padded(address: Uint8Array): Uint8Array {
  const word = new Uint8Array(32);
  word.set(address, 12);
  return word;
}

export function erc20(token: Uint8Array, from: Uint8Array, to: Uint8Array, amount: bigint) {
  return { address: token, topics: [transferTopic, padded(from), padded(to)], data: wordOf(amount) };
}

export function erc721(token: Uint8Array, from: Uint8Array, to: Uint8Array, id: bigint) {
  return {
    address: token,
    topics: [transferTopic, padded(from), padded(to), wordOf(id)],
    data: new Uint8Array(0),
  };
}

const topicOf = (signature: string): Uint8Array => keccak256(new TextEncoder().encode(signature));

/** Logs of a token whose issuer freezes an account, and no longer does. */
export function frozen(token: Uint8Array, account: Uint8Array) {
  return {
    address: token,
    topics: [topicOf('Blacklisted(address)'), padded(account)],
    data: nobody.subarray(20),
  };
}
export function unfrozen(token: Uint8Array, account: Uint8Array) {
  return { ...frozen(token, account), topics: [topicOf('UnBlacklisted(address)'), padded(account)] };
}

/** Log of a contract that says that it passed on an amount of ether. */
export function forwarded(contract: Uint8Array, from: Uint8Array, amount: bigint) {
  return {
    address: contract,
    topics: [topicOf('ForwarderDeposited(address,uint256,bytes)')],
    data: Buffer.concat([padded(from), wordOf(amount), wordOf(96n), wordOf(0n)]),
  };
}

/** Parts of a transaction; all have simple defaults. */
export interface TxParts {
  readonly from: Uint8Array;
  readonly to: Uint8Array | null;
  readonly value?: bigint;
  readonly input?: Uint8Array;
  readonly nonce?: bigint;
  readonly failed?: boolean;
  readonly gasUsed?: bigint;
  readonly tip?: bigint;
  readonly contract?: Uint8Array;
  readonly chainId?: bigint;
  /** Private key of `from`, which signs; without it, the signature is made up. */
  readonly privateKey?: Uint8Array;
  readonly logs?: readonly Omit<EthereumLog, 'index'>[];
  /** Internal calls of the transaction; null: the whole block has no traces. */
  readonly frames?: readonly Omit<CallFrame, 'kind'>[] | null;
}

export interface BlockParts {
  readonly height: number;
  readonly parentHash: Uint8Array;
  /** Seconds since 1970; by default, blocks are 12 seconds apart. */
  readonly time?: number;
  readonly miner?: Uint8Array;
  readonly txs?: readonly TxParts[];
  readonly uncles?: readonly EthereumHeader[];
  readonly withdrawals?: readonly Withdrawal[];
  readonly difficulty?: bigint;
  readonly baseFee?: bigint;
  readonly traced?: boolean;
  readonly tokens?: readonly TokenFacts[];
}

const emptyHash = new Uint8Array(32);

/** Creates a block with hashes, roots, and blooms derived from the rest; signatures are made up, except those of private keys. */
export function makeBundle(parts: BlockParts): EthereumBundle {
  const baseFee = parts.baseFee ?? 7n;
  const transactions = (parts.txs ?? []).map((tx, index) => makeTx(tx, index, baseFee));
  const receipts = makeReceipts(parts.txs ?? [], transactions, baseFee);
  const hash = hashOnce();
  const logsBloom = new Uint8Array(256);
  for (const { logs } of receipts) addToBloom(logsBloom, logs, hash);
  const withdrawals = parts.withdrawals ?? [];
  const uncles = parts.uncles ?? [];
  const header: EthereumHeader = {
    parentHash: parts.parentHash,
    unclesHash: keccak256(encodeUncles(uncles)),
    miner: parts.miner ?? addressOf(0xffff),
    stateRoot: emptyHash,
    transactionsRoot: deriveRoot(transactions.map(encodeEthereumTransaction)),
    receiptsRoot: deriveRoot(receipts.map(encodeReceipt)),
    logsBloom,
    difficulty: parts.difficulty ?? 0n,
    number: parts.height,
    gasLimit: 30_000_000n,
    gasUsed: receipts.at(-1)?.cumulativeGasUsed ?? 0n,
    time: parts.time ?? 1_700_000_000 + 12 * parts.height,
    extraData: new Uint8Array([1, 2]),
    mixHash: emptyHash,
    nonce: new Uint8Array(8),
    baseFee,
    withdrawalsRoot: deriveRoot(withdrawals.map(encodeWithdrawal)),
    blobGasUsed: null,
    excessBlobGas: null,
    parentBeaconRoot: null,
    requestsHash: null,
  };
  return {
    block: {
      hash: keccak256(encodeEthereumHeader(header)),
      header,
      transactions,
      uncles: uncles.map((uncle) => keccak256(encodeEthereumHeader(uncle))),
      withdrawals,
      size: null,
    },
    receipts,
    uncles,
    traces: parts.traced === false ? null : tracesOf(parts.txs ?? [], transactions),
    tokens: parts.tokens ?? [],
  };
}

function makeTx(parts: TxParts, index: number, baseFee: bigint): EthereumTransaction {
  const tx: EthereumTransaction = {
    hash: emptyHash,
    type: 2,
    index,
    from: parts.from,
    to: parts.to,
    nonce: parts.nonce ?? 0n,
    value: parts.value ?? 0n,
    gasLimit: 90_000n,
    input: parts.input ?? new Uint8Array(0),
    gasPrice: null,
    maxFeePerGas: baseFee + 1000n,
    maxPriorityFeePerGas: parts.tip ?? 3n,
    chainId: parts.chainId ?? 1337n,
    accessList: [],
    maxFeePerBlobGas: null,
    blobHashes: [],
    authorizations: [],
    v: 1n,
    r: 5n,
    s: 6n,
  };
  const signed = parts.privateKey ? { ...tx, ...signatureOf(tx, parts.privateKey) } : tx;
  return { ...signed, hash: keccak256(encodeEthereumTransaction(signed)) };
}

/** Signs a transaction of type 2 (EIP-1559). */
function signatureOf(
  tx: EthereumTransaction,
  privateKey: Uint8Array,
): Pick<EthereumTransaction, 'v' | 'r' | 's'> {
  const item = decodeRlp(encodeEthereumTransaction(tx).subarray(1));
  if (item instanceof Uint8Array) throw new Error('Not a transaction');
  const message = keccak256(encodeRlp(item.slice(0, -3), 2));
  const [recovery, ...numbers] = secp256k1.sign(message, privateKey, { prehash: false, format: 'recovered' });
  const numberAt = (from: number): bigint =>
    BigInt(`0x${toHex(Uint8Array.from(numbers.slice(from, from + 32)))}`);
  return { v: BigInt(recovery ?? 0), r: numberAt(0), s: numberAt(32) };
}

function makeReceipts(
  parts: readonly TxParts[],
  txs: readonly EthereumTransaction[],
  baseFee: bigint,
): Receipt[] {
  let cumulativeGasUsed = 0n;
  let logIndex = 0;
  return txs.map((tx, i) => {
    const { failed, gasUsed = 21_000n, contract, logs = [] } = parts[i] ?? {};
    cumulativeGasUsed += gasUsed;
    const numbered = logs.map((log) => ({ ...log, index: logIndex++ }));
    const logsBloom = new Uint8Array(256);
    addToBloom(logsBloom, numbered, hashOnce());
    return {
      transactionHash: tx.hash,
      type: tx.type,
      index: tx.index,
      success: !failed,
      root: null,
      gasUsed,
      cumulativeGasUsed,
      gasPrice: baseFee + (tx.maxPriorityFeePerGas ?? 0n),
      blobGasUsed: null,
      blobGasPrice: null,
      contractAddress: contract ?? null,
      logsBloom,
      logs: numbered,
    };
  });
}

function tracesOf(parts: readonly TxParts[], txs: readonly EthereumTransaction[]): BlockTraces {
  return {
    rewards: null,
    transactions: txs.map((tx, i) => {
      const { failed = false, contract, frames } = parts[i] ?? {};
      const root: CallFrame = {
        kind: tx.to ? 'call' : 'create',
        path: [],
        from: tx.from,
        to: tx.to ?? (failed ? null : (contract ?? null)),
        value: tx.value,
        failed,
      };
      const calls = (frames ?? []).map((frame): CallFrame => ({ kind: 'call', ...frame }));
      return { transactionIndex: i, transactionHash: tx.hash, frames: [root, ...calls] };
    }),
  };
}
