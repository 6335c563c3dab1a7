import { equalBytes } from '../../bytes.ts';
import { EthereumError } from '../ethereum-error.ts';
import type { BlockReward, EthereumBlock, EthereumTransaction, Receipt, Wei } from '../model.ts';

/** What a frame does. Only `call`, `create` and `selfdestruct` move ether; the others run code in the caller's place. */
export type FrameKind = 'call' | 'callcode' | 'delegatecall' | 'staticcall' | 'create' | 'selfdestruct';

/** A call within a transaction; the first is the transaction itself. */
export interface CallFrame {
  readonly kind: FrameKind;
  /** Place in the tree: empty for the transaction, `[0, 2]` for the third call of its first call. */
  readonly path: readonly number[];
  readonly from: Uint8Array;
  /** Receiver, new contract or heir; null where a creation failed. */
  readonly to: Uint8Array | null;
  readonly value: Wei;
  /** True if the call itself was reverted; its subcalls are reverted too. */
  readonly failed: boolean;
}

/** Calls of a transaction, each before its subcalls. */
export interface TransactionTrace {
  readonly transactionIndex: number;
  /** Null if the node doesn't report it. */
  readonly transactionHash: Uint8Array | null;
  readonly frames: readonly CallFrame[];
}

/** Traces of a block as reported by a node. */
export interface BlockTraces {
  /** In the order of the block. */
  readonly transactions: readonly TransactionTrace[];
  /** Null if this type of trace doesn't report rewards. */
  readonly rewards: readonly BlockReward[] | null;
}

/** Deepest nesting of calls that the chain allows (Yellow Paper, section 9.4.2). */
export const MAX_CALL_DEPTH = 1024;

/**
 * Checks that traces are of this block: one tree for each transaction, whose first call has the parties, value and
 * outcome of the transaction (outcomes are known since Byzantium). Throws EthereumError `traces_mismatch`.
 */
export function verifyTraces(traces: BlockTraces, block: EthereumBlock, receipts: readonly Receipt[]): void {
  const { transactions } = block;
  if (traces.transactions.length !== transactions.length) {
    mismatch(
      'traces',
      `have ${traces.transactions.length} transactions, but the block has ${transactions.length}`,
    );
  }
  traces.transactions.forEach((trace, i) => {
    const tx = transactions[i];
    const receipt = receipts[i];
    if (tx && receipt) verifyTrace(trace, tx, receipt);
  });
}

/** Compares reported rewards with the rules. Throws `traces_mismatch`. */
export function verifyRewards(reported: readonly BlockReward[], expected: readonly BlockReward[]): void {
  if (reported.length !== expected.length) {
    mismatch('traces', `have ${reported.length} rewards, but ${expected.length} are expected`);
  }
  expected.forEach(({ kind, miner, value }, i) => {
    const other = reported[i];
    if (other?.kind !== kind || other.value !== value || !equalBytes(other.miner, miner)) {
      mismatch('traces', `have an unexpected reward at position ${i}`);
    }
  });
}

function verifyTrace(trace: TransactionTrace, tx: EthereumTransaction, receipt: Receipt): void {
  const at = `traces.transactions[${tx.index}]`;
  const { transactionHash, frames } = trace;
  const [root] = frames;
  if (trace.transactionIndex !== tx.index) mismatch(at, `belong to transaction ${trace.transactionIndex}`);
  if (transactionHash && !equalBytes(transactionHash, tx.hash)) mismatch(at, 'belong to another transaction');
  if (!root) mismatch(at, 'are empty');
  if ((root.kind === 'create') !== (tx.to === null) || (tx.to && root.kind !== 'call')) {
    mismatch(at, 'begin with a different call type than the transaction');
  }
  if (!equalBytes(root.from, tx.from)) mismatch(at, 'begin with a different sender than the transaction');
  if (root.value !== tx.value) mismatch(at, 'begin with a different value than the transaction');
  const to = tx.to ?? receipt.contractAddress;
  if (root.to && to && !equalBytes(root.to, to))
    mismatch(at, 'begin with a different receiver than the transaction');
  if (receipt.success !== null && root.failed === receipt.success) {
    mismatch(at, 'end with a different status than the receipt');
  }
}

function mismatch(at: string, what: string): never {
  throw new EthereumError('traces_mismatch', at, `${at} ${what}.`);
}
