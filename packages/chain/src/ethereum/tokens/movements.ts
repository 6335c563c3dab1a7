import { equalBytes } from '../../bytes.ts';
import { createdAddress } from '../contract-address.ts';
import { type FeeFacts, splitFee, sumFees } from '../fees.ts';
import type {
  BlockReward,
  EthereumHeader,
  EthereumTransaction,
  InternalTransfer,
  Receipt,
  Wei,
  Withdrawal,
} from '../model.ts';
import { type TokenChange, type TokenTransfer, tokenChangesOf } from './token-transfers.ts';
import type { TransactionTrace } from '../traces/traces.ts';

/** Kinds of tokens as `TokenChange`. */
export type MovementKind = 'transfer' | 'internal' | TokenChange | 'fee' | 'reward' | 'withdrawal';

/** Why a movement is hidden by default. */
export type Spam = 'zero_value' | 'fake_token';

/** Something that moved from one account to another. */
export interface Movement {
  readonly kind: MovementKind;
  /** Null: newly created. */
  readonly from: Uint8Array | null;
  /** Null: destroyed, or a contract that was not created. */
  readonly to: Uint8Array | null;
  /** The contract; null is ether. */
  readonly token: Uint8Array | null;
  readonly standard: TokenTransfer['standard'] | null;
  readonly tokenId: bigint | null;
  /** Wei, or the smallest unit of the token. */
  readonly amount: bigint;
  /** True for the transfer of a transaction that failed: the amount is 0. */
  readonly failed: boolean;
  /** What it wanted to move; the amount where nothing failed. */
  readonly attempted: bigint;
  /** Place in the tree of calls; internal movements only. */
  readonly path: readonly number[] | null;
  /** Movements of tokens only. */
  readonly logIndex: number | null;
  readonly spam: Spam | null;
}

/** Whether a transaction failed. */
export interface Outcome {
  readonly failed: boolean;
  /** False if neither receipt nor trace records it (before Byzantium, without traces). */
  readonly certain: boolean;
}

export interface TransactionFacts {
  readonly tx: Pick<EthereumTransaction, 'from' | 'to' | 'nonce' | 'value' | 'input'>;
  readonly receipt: FeeFacts & Pick<Receipt, 'contractAddress' | 'logs'>;
  readonly header: Pick<EthereumHeader, 'baseFee'>;
  readonly failed: boolean;
  /** Null where the source has no traces. */
  readonly internal: readonly InternalTransfer[] | null;
  isFake(token: Uint8Array): boolean;
}

export interface BlockFacts {
  readonly header: EthereumHeader;
  readonly rewards: readonly BlockReward[];
  /** Fees that the miner got from all transactions together. */
  readonly tips: Wei;
  readonly withdrawals: readonly Withdrawal[] | null;
}

const plain = {
  token: null,
  standard: null,
  tokenId: null,
  failed: false,
  path: null,
  logIndex: null,
  spam: null,
} as const;

/**
 * Tests whether a transaction failed: by its receipt (EIP-658), before that by its trace. Without both, it counts as failed
 * if it used all its gas, more than a plain payment, and emitted no log: before Byzantium, every failure used all gas.
 */
export function outcomeOf(
  tx: EthereumTransaction,
  receipt: Pick<Receipt, 'success' | 'gasUsed' | 'logs'>,
  trace: TransactionTrace | null,
): Outcome {
  if (receipt.success !== null) return { failed: !receipt.success, certain: true };
  const root = trace?.frames[0];
  if (root) return { failed: root.failed, certain: true };
  if (receipt.gasUsed < tx.gasLimit || receipt.logs.length > 0) return { failed: false, certain: true };
  return { failed: receipt.gasUsed > payloadGas(tx), certain: false };
}

/** Intrinsic gas of a transaction (Yellow Paper, appendix G, before Byzantium). */
function payloadGas(tx: EthereumTransaction): bigint {
  let gas = tx.to ? 21_000n : 53_000n;
  for (const byte of tx.input) gas += byte === 0 ? 4n : 68n;
  return gas;
}

/**
 * Everything that a transaction moved, in order: its fee, then its transfer (always one, even of nothing), then what
 * contracts moved within it in the order of the calls, then tokens in the order of the logs. The place in this list is
 * the number of the movement.
 */
export function movementsOfTransaction(facts: TransactionFacts): Movement[] {
  const { tx, receipt, header } = facts;
  const { fee } = splitFee(receipt, header);
  const movements: Movement[] = [
    { ...plain, kind: 'fee', from: tx.from, to: null, amount: fee, attempted: fee },
    transferOf(facts),
  ];
  if (facts.failed) return movements;
  for (const { from, to, value, path } of facts.internal ?? []) {
    movements.push({ ...plain, kind: 'internal', from, to, amount: value, attempted: value, path });
  }
  for (const log of receipt.logs) {
    for (const transfer of tokenChangesOf(log)) movements.push(tokenMovement(transfer, facts));
  }
  return movements;
}

/**
 * Returns movements of a block outside its transactions, in order: rewards of the miner and uncles, fees to the miner as one
 * movement, and beacon chain withdrawals.
 */
export function movementsOfBlock({ header, rewards, tips, withdrawals }: BlockFacts): Movement[] {
  const made = (kind: MovementKind, to: Uint8Array, amount: bigint): Movement => ({
    ...plain,
    kind,
    from: null,
    to,
    amount,
    attempted: amount,
  });
  return [
    ...rewards.map(({ miner, value }) => made('reward', miner, value)),
    ...(tips > 0n ? [made('fee', header.miner, tips)] : []),
    ...(withdrawals ?? []).map(({ address, amount }) => made('withdrawal', address, amount)),
  ];
}

/** The fees that the miner of a block got. */
export function tipsOf(receipts: readonly FeeFacts[], header: EthereumHeader): Wei {
  return sumFees(receipts, header).tip;
}

function transferOf({ tx, receipt, failed }: TransactionFacts): Movement {
  const made = () => (failed ? null : (receipt.contractAddress ?? createdAddress(tx.from, tx.nonce)));
  const worthless = tx.value === 0n && tx.input.length === 0 && tx.to !== null && !equalBytes(tx.to, tx.from);
  return {
    ...plain,
    kind: 'transfer',
    from: tx.from,
    to: tx.to ?? made(),
    amount: failed ? 0n : tx.value,
    attempted: tx.value,
    failed,
    spam: worthless ? 'zero_value' : null,
  };
}

/** The zero address in ERC-20 and similar tokens means created or destroyed. */
function tokenMovement(transfer: TokenTransfer, facts: TransactionFacts): Movement {
  const { standard, token, from, to, tokenId, amount, logIndex, kind } = transfer;
  return {
    ...plain,
    kind,
    from: isZero(from) ? null : from,
    to: isZero(to) ? null : to,
    token,
    standard,
    tokenId,
    amount,
    attempted: amount,
    logIndex,
    spam: amount === 0n && standard === 'erc20' ? 'zero_value' : facts.isFake(token) ? 'fake_token' : null,
  };
}

function isZero(address: Uint8Array): boolean {
  for (const byte of address) if (byte !== 0) return false;
  return true;
}
