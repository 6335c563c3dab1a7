import type { BlockColumns } from './block-columns.ts';

/** How much of each lane a block uses; with the memory of a copy, all that is needed to read it. */
export interface ColumnSizes {
  readonly size: number;
  readonly strippedSize: number;
  readonly transactions: number;
  readonly inputs: number;
  readonly outputs: number;
  readonly keysSize: number;
}

const transactionWords = 4;
const markedWords = 2;
const inputWords = 6;
const outputWords = 5;

/** Bytes of a copy of a block's columns; a multiple of 4. */
export function copiedBytes({ transactions, inputs, outputs, keysSize }: ColumnSizes): number {
  const words =
    transactionWords * transactions +
    markedWords * (transactions + 1) +
    inputWords * inputs +
    outputWords * outputs;
  const bytes = 32 + 33 * transactions + 2 * outputs + keysSize;
  return 4 * words + 4 * Math.ceil(bytes / 4);
}

/** Hands out lanes one after the other: words first. */
function createLanes(buffer: ArrayBuffer, start: number) {
  let at = start;
  return {
    words(length: number): Uint32Array {
      at += 4 * length;
      return new Uint32Array(buffer, at - 4 * length, length);
    },
    bytes(length: number): Uint8Array {
      at += length;
      return new Uint8Array(buffer, at - length, length);
    },
  };
}

/** Columns in `copiedBytes` bytes from `start` (a multiple of 4) on, with whatever is there; `bytes` are those of the block. */
export function columnsAt(
  buffer: ArrayBuffer,
  start: number,
  sizes: ColumnSizes,
  bytes: Uint8Array,
): BlockColumns {
  const { transactions, inputs, outputs, keysSize } = sizes;
  const lanes = createLanes(buffer, start);
  return {
    bytes,
    size: sizes.size,
    strippedSize: sizes.strippedSize,
    transactions,
    inputs,
    outputs,
    keysSize,
    txVersion: lanes.words(transactions),
    txLocktime: lanes.words(transactions),
    txSize: lanes.words(transactions),
    txStrippedSize: lanes.words(transactions),
    txFirstInput: lanes.words(transactions + 1),
    txFirstOutput: lanes.words(transactions + 1),
    inputOutpoint: lanes.words(inputs),
    inputScript: lanes.words(inputs),
    inputScriptSize: lanes.words(inputs),
    inputSequence: lanes.words(inputs),
    inputWitness: lanes.words(inputs),
    inputWitnessSize: lanes.words(inputs),
    outputHigh: lanes.words(outputs),
    outputLow: lanes.words(outputs),
    outputScript: lanes.words(outputs),
    outputScriptSize: lanes.words(outputs),
    outputKey: lanes.words(outputs),
    hash: lanes.bytes(32),
    txids: lanes.bytes(32 * transactions),
    txSegwit: lanes.bytes(transactions),
    outputType: lanes.bytes(outputs),
    outputKeySize: lanes.bytes(outputs),
    keys: lanes.bytes(keysSize),
  };
}

/** Copies a block's columns into `copiedBytes` bytes from `start` on: memory that can go to another thread. */
export function copyColumns(from: BlockColumns, buffer: ArrayBuffer, start: number): void {
  const to = columnsAt(buffer, start, from, from.bytes);
  const put = <T extends Uint8Array | Uint32Array>(lane: T, source: T): void =>
    lane.set(source.subarray(0, lane.length));
  put(to.txVersion, from.txVersion);
  put(to.txLocktime, from.txLocktime);
  put(to.txSize, from.txSize);
  put(to.txStrippedSize, from.txStrippedSize);
  put(to.txFirstInput, from.txFirstInput);
  put(to.txFirstOutput, from.txFirstOutput);
  put(to.inputOutpoint, from.inputOutpoint);
  put(to.inputScript, from.inputScript);
  put(to.inputScriptSize, from.inputScriptSize);
  put(to.inputSequence, from.inputSequence);
  put(to.inputWitness, from.inputWitness);
  put(to.inputWitnessSize, from.inputWitnessSize);
  put(to.outputHigh, from.outputHigh);
  put(to.outputLow, from.outputLow);
  put(to.outputScript, from.outputScript);
  put(to.outputScriptSize, from.outputScriptSize);
  put(to.outputKey, from.outputKey);
  put(to.hash, from.hash);
  put(to.txids, from.txids);
  put(to.txSegwit, from.txSegwit);
  put(to.outputType, from.outputType);
  put(to.outputKeySize, from.outputKeySize);
  put(to.keys, from.keys);
}
