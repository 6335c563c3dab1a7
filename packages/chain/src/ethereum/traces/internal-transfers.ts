import { equalBytes, toHex } from '../../bytes.ts';
import type { EthereumHeader, InternalTransfer } from '../model.ts';
import type { BlockTraces, CallFrame, TransactionTrace } from './traces.ts';

/**
 * Returns ether moved by contracts within the transactions of a block: calls and creations with value, and the balance of
 * self-destructed contracts. Excludes failed calls with their subcalls, zero values, and the transactions themselves. A
 * contract that self-destructs to itself destroys its ether; since Cancun, only if it was created in the same transaction
 * (EIP-6780).
 */
export function internalTransfers(traces: BlockTraces, header: EthereumHeader): InternalTransfer[] {
  const cancun = header.parentBeaconRoot !== null;
  return traces.transactions.flatMap((trace) => transfersOf(trace, cancun));
}

function transfersOf({ transactionIndex, frames }: TransactionTrace, cancun: boolean): InternalTransfer[] {
  const transfers: InternalTransfer[] = [];
  const created = new Set<string>();
  let failedDepth = Number.POSITIVE_INFINITY;
  for (const frame of frames) {
    const depth = frame.path.length;
    if (depth > failedDepth) continue;
    failedDepth = frame.failed ? depth : Number.POSITIVE_INFINITY;
    if (frame.failed) continue;
    if (frame.kind === 'create' && frame.to) created.add(toHex(frame.to));
    if (depth === 0 || frame.value === 0n) continue;
    const transfer = transferOf(frame, transactionIndex);
    if (!transfer) continue;
    const toItself =
      transfer.kind === 'selfdestruct' && frame.to !== null && equalBytes(frame.to, frame.from);
    if (!toItself) transfers.push(transfer);
    else if (!cancun || created.has(toHex(frame.from))) transfers.push({ ...transfer, to: null });
  }
  return transfers;
}

function transferOf(frame: CallFrame, transactionIndex: number): InternalTransfer | undefined {
  const { kind, path, from, to, value } = frame;
  switch (kind) {
    case 'call':
    case 'create':
    case 'selfdestruct':
      return { kind, transactionIndex, path, from, to, value };
    case 'callcode':
    case 'delegatecall':
    case 'staticcall':
      // Code of another contract in the caller's place: its value stays where it is.
      return undefined;
  }
}
