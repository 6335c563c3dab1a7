import {
  bytesField,
  isPresent,
  listField,
  type Node,
  objectField,
  optionalBytes,
  quantityField,
  refuseField,
  rootNodes,
  textField,
} from '../codec/json-reader.ts';
import type { BlockReward } from '../model.ts';
import { type BlockTraces, type CallFrame, type FrameKind, MAX_CALL_DEPTH } from './traces.ts';

/** More than the gas of any block pays for. */
const MAX_TRACES = 2_000_000;

/** A transaction whose traces are being read; `open` has the calls from the first down to the last one read. */
interface Reading {
  readonly transactionIndex: number;
  readonly transactionHash: Uint8Array;
  readonly frames: CallFrame[];
  readonly open: { node: Node; children: number }[];
}

/**
 * Reads a `trace_block` response (OpenEthereum, Erigon, Nethermind, Reth). Traces must be complete and in order of execution.
 * Throws EthereumError.
 */
export function decodeParityTraces(answer: unknown): BlockTraces {
  const rewards: BlockReward[] = [];
  const readings: Reading[] = [];
  for (const node of rootNodes(answer, 'traces', MAX_TRACES)) {
    if (textField(node, 'type') === 'reward') rewards.push(readReward(node));
    else readInto(readings, node);
  }
  for (const { open } of readings) closeDownTo(open, 0);
  const transactions = readings.map(({ transactionIndex, transactionHash, frames }) => ({
    transactionIndex,
    transactionHash,
    frames,
  }));
  return { transactions, rewards };
}

function readInto(readings: Reading[], node: Node): void {
  const transactionHash = bytesField(node, 'transactionHash', 32);
  const transactionIndex = plainNumber(node, 'transactionPosition', node.fields['transactionPosition']);
  let reading = readings.at(-1);
  if (reading?.transactionIndex !== transactionIndex) {
    if (transactionIndex !== readings.length) {
      refuseField('index_wrong', node, 'transactionPosition', `is not ${readings.length}, the next position`);
    }
    reading = { transactionIndex, transactionHash, frames: [], open: [] };
    readings.push(reading);
  }
  const path = readPath(node);
  placeAt(reading, path, node);
  reading.frames.push(readFrame(node, path));
}

/** Finds the parent of a trace: it follows the last one read, in the order of running. */
function placeAt({ open }: Reading, path: readonly number[], node: Node): void {
  if (path.length > open.length || (path.length === 0 && open.length > 0)) {
    refuseField('index_wrong', node, 'traceAddress', 'does not follow the previous one');
  }
  closeDownTo(open, path.length);
  const parent = open.at(-1);
  if (parent && path.at(-1) !== parent.children) {
    refuseField('index_wrong', node, 'traceAddress', 'does not follow the previous one');
  }
  if (parent) parent.children += 1;
  open.push({ node, children: 0 });
}

function closeDownTo(open: { node: Node; children: number }[], depth: number): void {
  while (open.length > depth) {
    const closed = open.pop();
    if (!closed) return;
    const { node, children } = closed;
    if (plainNumber(node, 'subtraces', node.fields['subtraces']) !== children) {
      refuseField('count_wrong', node, 'subtraces', `is not ${children}, the number of subcalls`);
    }
  }
}

function readPath(node: Node): number[] {
  return listField(node, 'traceAddress', MAX_CALL_DEPTH).map((place, i) =>
    plainNumber(node, `traceAddress[${i}]`, place),
  );
}

/** Places and counts are numbers of JSON in this answer, not hex. */
function plainNumber(node: Node, key: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    refuseField('json_type', node, key, 'is not a whole number');
  }
  return value;
}

function readFrame(node: Node, path: readonly number[]): CallFrame {
  const action = objectField(node, 'action');
  const failed = isPresent(node, 'error');
  const type = textField(node, 'type');
  switch (type) {
    case 'call':
      return {
        kind: readCallType(action),
        path,
        from: bytesField(action, 'from', 20),
        to: bytesField(action, 'to', 20),
        value: quantityField(action, 'value'),
        failed,
      };
    case 'create':
      return {
        kind: 'create',
        path,
        from: bytesField(action, 'from', 20),
        to:
          failed || !isPresent(node, 'result')
            ? null
            : optionalBytes(objectField(node, 'result'), 'address', 20),
        value: quantityField(action, 'value'),
        failed,
      };
    case 'suicide':
      return {
        kind: 'selfdestruct',
        path,
        from: bytesField(action, 'address', 20),
        to: bytesField(action, 'refundAddress', 20),
        value: quantityField(action, 'balance'),
        failed,
      };
    default:
      return refuseField('type_unknown', node, 'type', 'is not call, create, suicide, or reward');
  }
}

function readCallType(action: Node): FrameKind {
  const type = textField(action, 'callType');
  switch (type) {
    case 'call':
    case 'callcode':
    case 'delegatecall':
    case 'staticcall':
      return type;
    default:
      return refuseField('type_unknown', action, 'callType', 'is not a known call type');
  }
}

function readReward(node: Node): BlockReward {
  const action = objectField(node, 'action');
  const kind = textField(action, 'rewardType');
  if (kind !== 'block' && kind !== 'uncle') {
    refuseField('type_unknown', action, 'rewardType', 'is not block or uncle');
  }
  return { kind, miner: bytesField(action, 'author', 20), value: quantityField(action, 'value') };
}
