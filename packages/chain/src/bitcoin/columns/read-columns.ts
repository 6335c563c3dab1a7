import { ChainError } from '../../errors.ts';
import { type Hashing, sha256d } from '../../hashing.ts';
import { HEADER_SIZE } from '../block/block.ts';
import {
  type BlockColumns,
  emptyColumns,
  reserveInputs,
  reserveOutputs,
  reserveTransactions,
} from './block-columns.ts';
import { type ScriptType, scriptTypes } from '@hopscope/domain';
import { addressKeyOfScript, classifyScript } from '../script/script.ts';

const numberOf = new Map<ScriptType, number>(scriptTypes.map((type, index) => [type, index]));
const numbered = (type: ScriptType): number => numberOf.get(type) ?? 0;

const p2pkh = numbered('p2pkh');
const p2sh = numbered('p2sh');
const p2wpkh = numbered('p2wpkh');
const p2wsh = numbered('p2wsh');
const p2tr = numbered('p2tr');

function putKey(columns: BlockColumns, output: number, tag: number, from: number, length: number): void {
  const { bytes, keys } = columns;
  const at = columns.keysSize;
  columns.outputKey[output] = at;
  columns.outputKeySize[output] = 1 + length;
  keys[at] = tag;
  for (let i = 0; i < length; i++) keys[at + 1 + i] = bytes[from + i] ?? 0;
  columns.keysSize = at + 1 + length;
}

/**
 * Enters script type and address key of an output whose script is known. The five usual templates are read in place; all
 * others by `classifyScript` and `addressKeyOfScript`, which define what a type and a key are.
 */
function readOutputScript(columns: BlockColumns, output: number, hashing: Hashing): void {
  const { bytes } = columns;
  const at = columns.outputScript[output] ?? 0;
  const length = columns.outputScriptSize[output] ?? 0;
  const first = bytes[at];
  const second = bytes[at + 1];
  if (length === 25 && first === 0x76 && second === 0xa9 && bytes[at + 2] === 20) {
    if (bytes[at + 23] === 0x88 && bytes[at + 24] === 0xac) {
      columns.outputType[output] = p2pkh;
      return putKey(columns, output, 0x00, at + 3, 20);
    }
  } else if (length === 23 && first === 0xa9 && second === 20 && bytes[at + 22] === 0x87) {
    columns.outputType[output] = p2sh;
    return putKey(columns, output, 0x01, at + 2, 20);
  } else if (length === 22 && first === 0 && second === 20) {
    columns.outputType[output] = p2wpkh;
    return putKey(columns, output, 0x10, at + 2, 20);
  } else if (length === 34 && second === 32 && (first === 0 || first === 0x51)) {
    columns.outputType[output] = first === 0 ? p2wsh : p2tr;
    return putKey(columns, output, first === 0 ? 0x10 : 0x11, at + 2, 32);
  }
  const script = bytes.subarray(at, at + length);
  columns.outputType[output] = numbered(classifyScript(script));
  const key = addressKeyOfScript(script, hashing);
  columns.outputKey[output] = columns.keysSize;
  columns.outputKeySize[output] = key?.length ?? 0;
  if (!key) return;
  columns.keys.set(key, columns.keysSize);
  columns.keysSize += key.length;
}

const MIN_TRANSACTION_SIZE = 51;
const MIN_INPUT_SIZE = 41;
const MIN_OUTPUT_SIZE = 9;

/** Where reading is. */
interface ReadPosition {
  at: number;
}

function torn(at: number): ChainError {
  return new ChainError('truncated', 'Unexpected end of data.', { offset: at });
}

/** Compact size in its shortest form, at most 32 bits; NaN where it is neither, which no comparison accepts. */
function compactSize(bytes: Uint8Array, place: ReadPosition): number {
  const at = place.at;
  const first = bytes[at] ?? Number.NaN;
  if (first < 0xfd) {
    place.at = at + 1;
    return first;
  }
  const two = (bytes[at + 1] ?? 0) | ((bytes[at + 2] ?? 0) << 8);
  if (first === 0xfd) {
    place.at = at + 3;
    return two >= 0xfd ? two : Number.NaN;
  }
  const four = (two | ((bytes[at + 3] ?? 0) << 16) | ((bytes[at + 4] ?? 0) << 24)) >>> 0;
  place.at = at + 5;
  return first === 0xfe && four > 0xffff ? four : Number.NaN;
}

function uint32(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24)) >>>
    0
  );
}

/** Reads blocks into columns that it uses again: an answer is valid until the next one. */
export interface ColumnReader {
  /**
   * Reads the block at the start of `bytes`. Form only, as `decodeBlock` with `allowTrailing`; throws ChainError for whatever
   * that refuses, with fewer words. The answer holds on to `bytes`.
   */
  read(bytes: Uint8Array): BlockColumns;
}

export function createColumnReader(hashing: Hashing): ColumnReader {
  const columns = emptyColumns();
  let stripped = new Uint8Array(4096);
  const place: ReadPosition = { at: 0 };

  function inputsOf(bytes: Uint8Array): void {
    const count = compactSize(bytes, place);
    if (!(count > 0 && count * MIN_INPUT_SIZE <= bytes.length - place.at)) throw torn(place.at);
    let n = columns.inputs;
    reserveInputs(columns, n + count);
    for (const end = n + count; n < end; n++) {
      columns.inputOutpoint[n] = place.at;
      place.at += 36;
      const length = compactSize(bytes, place);
      if (!(length <= bytes.length - place.at - 4)) throw torn(place.at);
      columns.inputScript[n] = place.at;
      columns.inputScriptSize[n] = length;
      place.at += length;
      columns.inputSequence[n] = uint32(bytes, place.at);
      columns.inputWitnessSize[n] = 0;
      place.at += 4;
    }
    columns.inputs = n;
  }

  function outputsOf(bytes: Uint8Array): void {
    const count = compactSize(bytes, place);
    if (!(count * MIN_OUTPUT_SIZE <= bytes.length - place.at)) throw torn(place.at);
    let n = columns.outputs;
    reserveOutputs(columns, n + count);
    for (const end = n + count; n < end; n++) {
      columns.outputLow[n] = uint32(bytes, place.at);
      columns.outputHigh[n] = uint32(bytes, place.at + 4);
      place.at += 8;
      const length = compactSize(bytes, place);
      if (!(length <= bytes.length - place.at)) throw torn(place.at);
      columns.outputScript[n] = place.at;
      columns.outputScriptSize[n] = length;
      readOutputScript(columns, n, hashing);
      place.at += length;
    }
    columns.outputs = n;
  }

  function witnessesOf(bytes: Uint8Array, firstInput: number): void {
    let items = 0;
    for (let n = firstInput; n < columns.inputs; n++) {
      const start = place.at;
      const count = compactSize(bytes, place);
      if (!(count <= bytes.length - place.at)) throw torn(place.at);
      items += count;
      for (let i = 0; i < count; i++) {
        const length = compactSize(bytes, place);
        if (!(length <= bytes.length - place.at)) throw torn(place.at);
        place.at += length;
      }
      columns.inputWitness[n] = start;
      columns.inputWitnessSize[n] = place.at - start;
    }
    if (items === 0) {
      throw new ChainError('witness_superfluous', 'The witness flag is set, but all witnesses are empty.', {
        offset: place.at,
      });
    }
  }

  /** Version, inputs, outputs, and lock time without what BIP144 puts between them. */
  function strippedForm(
    bytes: Uint8Array,
    span: { start: number; from: number; to: number; end: number },
  ): Uint8Array {
    const body = span.to - span.from;
    if (stripped.length < body + 8) stripped = new Uint8Array(2 * (body + 8));
    stripped.set(bytes.subarray(span.start, span.start + 4));
    stripped.set(bytes.subarray(span.from, span.to), 4);
    stripped.set(bytes.subarray(span.end - 4, span.end), 4 + body);
    return stripped.subarray(0, body + 8);
  }

  function transactionAt(bytes: Uint8Array, n: number): void {
    const start = place.at;
    columns.txVersion[n] = uint32(bytes, start);
    place.at = start + 4;
    const segwit = bytes[start + 4] === 0;
    if (segwit) {
      if (bytes[start + 5] !== 1) {
        throw new ChainError('segwit_flag_invalid', 'Invalid witness flag.', { offset: start + 5 });
      }
      place.at = start + 6;
    }
    const from = place.at;
    const firstInput = columns.inputs;
    columns.txFirstInput[n] = firstInput;
    columns.txFirstOutput[n] = columns.outputs;
    inputsOf(bytes);
    outputsOf(bytes);
    const to = place.at;
    if (segwit) witnessesOf(bytes, firstInput);
    columns.txLocktime[n] = uint32(bytes, place.at);
    place.at += 4;
    const end = place.at;
    if (end > bytes.length) throw torn(end);
    columns.txSegwit[n] = segwit ? 1 : 0;
    columns.txSize[n] = end - start;
    columns.txStrippedSize[n] = to - from + 8;
    const hashed = segwit ? strippedForm(bytes, { start, from, to, end }) : bytes.subarray(start, end);
    columns.txids.set(sha256d(hashing, hashed), 32 * n);
  }

  return {
    read(given) {
      const bytes = new Uint8Array(given.buffer, given.byteOffset, given.length);
      if (bytes.length < HEADER_SIZE + 1) throw torn(bytes.length);
      columns.bytes = bytes;
      columns.hash = sha256d(hashing, bytes.subarray(0, HEADER_SIZE));
      columns.inputs = 0;
      columns.outputs = 0;
      columns.keysSize = 0;
      place.at = HEADER_SIZE;
      const count = compactSize(bytes, place);
      if (!(count * MIN_TRANSACTION_SIZE <= bytes.length - place.at)) throw torn(place.at);
      reserveTransactions(columns, count);
      columns.transactions = count;
      columns.strippedSize = place.at;
      for (let n = 0; n < count; n++) {
        transactionAt(bytes, n);
        columns.strippedSize += columns.txStrippedSize[n] ?? 0;
      }
      columns.txFirstInput[count] = columns.inputs;
      columns.txFirstOutput[count] = columns.outputs;
      columns.size = place.at;
      return columns;
    },
  };
}
