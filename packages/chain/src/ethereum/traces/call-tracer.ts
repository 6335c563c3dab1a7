import {
  bytesField,
  isPresent,
  type Node,
  objectField,
  objectsField,
  optionalBytes,
  optionalQuantity,
  refuseField,
  rootNodes,
  textField,
} from '../codec/json-reader.ts';
import { type BlockTraces, type CallFrame, type FrameKind, MAX_CALL_DEPTH } from './traces.ts';

const MAX_TRANSACTIONS = 100_000;
const MAX_CALLS = 2_000_000;

const kinds: ReadonlyMap<string, FrameKind> = new Map([
  ['CALL', 'call'],
  ['CALLCODE', 'callcode'],
  ['DELEGATECALL', 'delegatecall'],
  ['STATICCALL', 'staticcall'],
  ['CREATE', 'create'],
  ['CREATE2', 'create'],
  ['SELFDESTRUCT', 'selfdestruct'],
]);

/**
 * Reads the answer of `debug_traceBlockByNumber` with `callTracer` (Geth, Erigon, Nethermind, Reth). Throws
 * EthereumError, `traces_mismatch` where the node could not trace a transaction.
 */
export function decodeCallTraces(answer: unknown): BlockTraces {
  const transactions = rootNodes(answer, 'traces', MAX_TRANSACTIONS).map((node, transactionIndex) => {
    if (!isPresent(node, 'result')) {
      refuseField('traces_mismatch', node, 'result', 'is missing: the node could not trace the transaction');
    }
    const frames: CallFrame[] = [];
    readFrames(objectField(node, 'result'), [], frames);
    return { transactionIndex, transactionHash: optionalBytes(node, 'txHash', 32), frames };
  });
  return { transactions, rewards: null };
}

function readFrames(node: Node, path: readonly number[], frames: CallFrame[]): void {
  if (path.length > MAX_CALL_DEPTH)
    refuseField('too_long', node, 'calls', `nest deeper than ${MAX_CALL_DEPTH}`);
  frames.push(readFrame(node, path));
  if (!isPresent(node, 'calls')) return;
  const calls = objectsField(node, 'calls', MAX_CALLS);
  calls.forEach((call, i) => readFrames(call, [...path, i], frames));
}

function readFrame(node: Node, path: readonly number[]): CallFrame {
  const kind = kinds.get(textField(node, 'type'));
  if (!kind) refuseField('type_unknown', node, 'type', 'is not a known call type');
  const failed = isPresent(node, 'error');
  return {
    kind,
    path,
    from: bytesField(node, 'from', 20),
    to: kind === 'create' ? newContract(node, failed) : bytesField(node, 'to', 20),
    value: optionalQuantity(node, 'value') ?? 0n,
    failed,
  };
}

/** A failed creation has the address it would have had, or none. */
function newContract(node: Node, failed: boolean): Uint8Array | null {
  return failed ? null : bytesField(node, 'to', 20);
}
