/**
 * A block as columns: one typed array for each field instead of one object for each transaction, input, and output. Reading a
 * block this way allocates nothing per element, which is what bulk loading needs. Offsets count from the first byte of the block.
 */
export interface BlockColumns {
  /** The bytes that the block was read from; more may follow the block. */
  bytes: Uint8Array;
  /** Bytes of the block, with and without witnesses. */
  size: number;
  strippedSize: number;
  /** Hash of the header, internal byte order. */
  hash: Uint8Array;

  transactions: number;
  /** Hashes without witness, 32 bytes each, internal byte order. */
  txids: Uint8Array;
  txVersion: Uint32Array;
  txLocktime: Uint32Array;
  txSize: Uint32Array;
  txStrippedSize: Uint32Array;
  /** 1 when serialized with marker and flag (BIP144). */
  txSegwit: Uint8Array;
  /** Number of the first input and output of each transaction; one entry more marks the end of the last. */
  txFirstInput: Uint32Array;
  txFirstOutput: Uint32Array;

  inputs: number;
  /** Offset of the spent outpoint: 32 bytes txid and 4 bytes output number. */
  inputOutpoint: Uint32Array;
  inputScript: Uint32Array;
  inputScriptSize: Uint32Array;
  inputSequence: Uint32Array;
  /** Offset and length of the serialized witness; length 0 where the transaction has none. */
  inputWitness: Uint32Array;
  inputWitnessSize: Uint32Array;

  outputs: number;
  /** Satoshis as two 32-bit lanes. */
  outputHigh: Uint32Array;
  outputLow: Uint32Array;
  outputScript: Uint32Array;
  outputScriptSize: Uint32Array;
  /** Index into `scriptTypes`. */
  outputType: Uint8Array;
  /** Offset of the address key in `keys`, and its length; length 0 where the script has no address. */
  outputKey: Uint32Array;
  outputKeySize: Uint8Array;
  keys: Uint8Array;
  /** Bytes of `keys` in use. */
  keysSize: number;
}

type Lane = Uint8Array | Uint32Array;

/** The same lane, or a larger one with its content where it has no room for `length` elements. */
function grown<T extends Lane>(lane: T, length: number): T {
  if (lane.length >= length) return lane;
  const Made = lane.constructor as new (size: number) => T;
  const larger = new Made(Math.max(length, 2 * lane.length));
  larger.set(lane);
  return larger;
}

/** Columns without a block. */
export function emptyColumns(): BlockColumns {
  const words = (): Uint32Array => new Uint32Array(256);
  return {
    bytes: new Uint8Array(0),
    size: 0,
    strippedSize: 0,
    hash: new Uint8Array(32),
    transactions: 0,
    txids: new Uint8Array(32 * 256),
    txVersion: words(),
    txLocktime: words(),
    txSize: words(),
    txStrippedSize: words(),
    txSegwit: new Uint8Array(256),
    txFirstInput: words(),
    txFirstOutput: words(),
    inputs: 0,
    inputOutpoint: words(),
    inputScript: words(),
    inputScriptSize: words(),
    inputSequence: words(),
    inputWitness: words(),
    inputWitnessSize: words(),
    outputs: 0,
    outputHigh: words(),
    outputLow: words(),
    outputScript: words(),
    outputScriptSize: words(),
    outputType: new Uint8Array(256),
    outputKey: words(),
    outputKeySize: new Uint8Array(256),
    keys: new Uint8Array(41 * 256),
    keysSize: 0,
  };
}

/** Makes room for this many transactions in all. */
export function reserveTransactions(columns: BlockColumns, count: number): void {
  if (columns.txVersion.length > count) return;
  columns.txids = grown(columns.txids, 32 * (count + 1));
  columns.txVersion = grown(columns.txVersion, count + 1);
  columns.txLocktime = grown(columns.txLocktime, count + 1);
  columns.txSize = grown(columns.txSize, count + 1);
  columns.txStrippedSize = grown(columns.txStrippedSize, count + 1);
  columns.txSegwit = grown(columns.txSegwit, count + 1);
  columns.txFirstInput = grown(columns.txFirstInput, count + 1);
  columns.txFirstOutput = grown(columns.txFirstOutput, count + 1);
}

/** Makes room for this many inputs in all. */
export function reserveInputs(columns: BlockColumns, count: number): void {
  if (columns.inputOutpoint.length >= count) return;
  columns.inputOutpoint = grown(columns.inputOutpoint, count);
  columns.inputScript = grown(columns.inputScript, count);
  columns.inputScriptSize = grown(columns.inputScriptSize, count);
  columns.inputSequence = grown(columns.inputSequence, count);
  columns.inputWitness = grown(columns.inputWitness, count);
  columns.inputWitnessSize = grown(columns.inputWitnessSize, count);
}

/** Makes room for this many outputs in all. */
export function reserveOutputs(columns: BlockColumns, count: number): void {
  if (columns.outputHigh.length >= count) return;
  columns.outputHigh = grown(columns.outputHigh, count);
  columns.outputLow = grown(columns.outputLow, count);
  columns.outputScript = grown(columns.outputScript, count);
  columns.outputScriptSize = grown(columns.outputScriptSize, count);
  columns.outputType = grown(columns.outputType, count);
  columns.outputKey = grown(columns.outputKey, count);
  columns.outputKeySize = grown(columns.outputKeySize, count);
  columns.keys = grown(columns.keys, 41 * count);
}
