import { equalBytes, fromHex } from '../../bytes.ts';
import { keccak256 } from '../hash/keccak.ts';
import type { EthereumLog } from '../model.ts';

/** A movement of a token, as the log of its contract claims. */
export interface TokenTransfer {
  readonly standard: 'erc20' | 'erc721' | 'erc1155';
  /** The contract. */
  readonly token: Uint8Array;
  /** Zero address: newly created. */
  readonly from: Uint8Array;
  /** Zero where tokens are destroyed. */
  readonly to: Uint8Array;
  /** Which of the contract's tokens; null for ERC-20. */
  readonly tokenId: bigint | null;
  /** In the smallest unit of the token; 1 for ERC-721. */
  readonly amount: bigint;
  /** Who moved it; ERC-1155 only. */
  readonly operator: Uint8Array | null;
  readonly logIndex: number;
  /** Place in a batch of ERC-1155, otherwise 0. */
  readonly batchIndex: number;
  readonly kind: TokenChange;
}

/**
 * `token`: a transfer event. The others change balances without one: `wrap` is ether that became wrapped ether, or the other way
 * round, and `seizure` are tokens of a frozen account that the issuer destroyed.
 */
export type TokenChange = 'token' | 'wrap' | 'seizure';

const transferTopic = topicOf('Transfer(address,address,uint256)');
const singleTopic = topicOf('TransferSingle(address,address,address,uint256,uint256)');
const batchTopic = topicOf('TransferBatch(address,address,address,uint256[],uint256[])');

/**
 * Wrapped ether (WETH9) on mainnet. It creates and destroys tokens with these events instead of transfers:
 * etherscan.io/address/0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2#code.
 */
const wrappedEther = fromHex('c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2');
const depositTopic = topicOf('Deposit(address,uint256)');
const withdrawalTopic = topicOf('Withdrawal(address,uint256)');

/** Tether USD on mainnet: etherscan.io/address/0xdac17f958d2ee523a2206206994597c13d831ec7#code. */
const tether = fromHex('dac17f958d2ee523a2206206994597c13d831ec7');
const destroyedTopic = topicOf('DestroyedBlackFunds(address,uint256)');
const nobody = new Uint8Array(20);

/**
 * Returns the token movements of a log: one for ERC-20 and ERC-721, any number for an ERC-1155 batch. Only logs in the exact
 * format of the standards (EIP-20, EIP-721, EIP-1155) count; unindexed arguments, dirty addresses, and truncated or extra
 * data yield none. Never throws.
 */
export function tokenTransfersOf(log: EthereumLog): TokenTransfer[] {
  const [event, first, second, third] = log.topics;
  if (!event || !first || !second || !isAddress(first) || !isAddress(second)) return [];
  if (equalBytes(event, transferTopic)) return transferOf(log, first, second, third);
  if (!third || !isAddress(third)) return [];
  if (equalBytes(event, singleTopic)) return singleOf(log, first, second, third);
  return equalBytes(event, batchTopic) ? batchOf(log, first, second, third) : [];
}

/**
 * Like `tokenTransfersOf`, with deposits and withdrawals of wrapped ether, and funds that Tether destroyed: what is known to change
 * balances of tokens.
 */
export function tokenChangesOf(log: EthereumLog): TokenTransfer[] {
  const change = wrapOf(log) ?? seizureOf(log);
  return change ? [change] : tokenTransfersOf(log);
}

function seizureOf({ address, topics, data, index }: EthereumLog): TokenTransfer | undefined {
  const [event] = topics;
  if (!event || topics.length !== 1 || data.length !== 64 || !isAddress(data.subarray(0, 32)))
    return undefined;
  if (!equalBytes(event, destroyedTopic) || !equalBytes(address, tether)) return undefined;
  return {
    standard: 'erc20',
    token: address,
    from: data.subarray(12, 32),
    to: nobody,
    tokenId: null,
    amount: wordAt(data, 32),
    operator: null,
    logIndex: index,
    batchIndex: 0,
    kind: 'seizure',
  };
}

function wrapOf({ address, topics, data, index }: EthereumLog): TokenTransfer | undefined {
  const [event, account] = topics;
  if (!event || !account || topics.length !== 2 || data.length !== 32 || !isAddress(account))
    return undefined;
  if (!equalBytes(address, wrappedEther)) return undefined;
  const deposit = equalBytes(event, depositTopic);
  if (!deposit && !equalBytes(event, withdrawalTopic)) return undefined;
  const owner = account.subarray(12);
  return {
    standard: 'erc20',
    token: address,
    from: deposit ? nobody : owner,
    to: deposit ? owner : nobody,
    tokenId: null,
    amount: wordAt(data, 0),
    operator: null,
    logIndex: index,
    batchIndex: 0,
    kind: 'wrap',
  };
}

function transferOf(
  log: EthereumLog,
  from: Uint8Array,
  to: Uint8Array,
  id: Uint8Array | undefined,
): TokenTransfer[] {
  if (log.data.length !== (id ? 0 : 32)) return [];
  const amount = id ? 1n : wordAt(log.data, 0);
  return [
    {
      standard: id ? 'erc721' : 'erc20',
      token: log.address,
      from: from.subarray(12),
      to: to.subarray(12),
      tokenId: id ? wordAt(id, 0) : null,
      amount,
      operator: null,
      logIndex: log.index,
      batchIndex: 0,
      kind: 'token',
    },
  ];
}

function singleOf(log: EthereumLog, operator: Uint8Array, from: Uint8Array, to: Uint8Array): TokenTransfer[] {
  if (log.data.length !== 64) return [];
  return [multiTransfer(log, [operator, from, to], [wordAt(log.data, 0), wordAt(log.data, 32)], 0)];
}

function batchOf(log: EthereumLog, operator: Uint8Array, from: Uint8Array, to: Uint8Array): TokenTransfer[] {
  const ids = wordsAt(log.data, 0);
  const amounts = wordsAt(log.data, 32);
  if (!ids || !amounts || ids.length !== amounts.length) return [];
  return ids.map((id, i) => multiTransfer(log, [operator, from, to], [id, amounts[i] ?? 0n], i));
}

function multiTransfer(
  log: EthereumLog,
  [operator, from, to]: readonly [Uint8Array, Uint8Array, Uint8Array],
  [tokenId, amount]: readonly [bigint, bigint],
  batchIndex: number,
): TokenTransfer {
  return {
    standard: 'erc1155',
    token: log.address,
    from: from.subarray(12),
    to: to.subarray(12),
    tokenId,
    amount,
    operator: operator.subarray(12),
    logIndex: log.index,
    batchIndex,
    kind: 'token',
  };
}

/** Reads the word list at the offset stored at `head` of ABI-encoded data; undefined if it is incomplete. */
function wordsAt(data: Uint8Array, head: number): bigint[] | undefined {
  if (data.length < head + 32) return undefined;
  const start = wordAt(data, head);
  if (start + 32n > BigInt(data.length)) return undefined;
  const count = wordAt(data, Number(start));
  const from = Number(start) + 32;
  if (count > BigInt(Math.floor((data.length - from) / 32))) return undefined;
  return Array.from({ length: Number(count) }, (_, i) => wordAt(data, from + 32 * i));
}

function wordAt(bytes: Uint8Array, at: number): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 32);
  let word = 0n;
  for (let i = 0; i < 32; i += 8) word = (word << 64n) | view.getBigUint64(i);
  return word;
}

/** True for an address in a word: twelve zeros in front. */
function isAddress(word: Uint8Array): boolean {
  for (let i = 0; i < 12; i++) if (word[i] !== 0) return false;
  return true;
}

function topicOf(signature: string): Uint8Array {
  return keccak256(new TextEncoder().encode(signature));
}
