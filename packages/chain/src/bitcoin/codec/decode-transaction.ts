import { ChainError } from '../../errors.ts';
import { type Hashing, nobleHashing, sha256d } from '../../hashing.ts';
import {
  type Cursor,
  cursorOver,
  readByte,
  readBytes,
  readCount,
  readInt32,
  readInt64,
  readUint32,
  readVarBytes,
} from './cursor.ts';
import type { Transaction, TxInput, TxOutput } from './transaction.ts';

const NO_WITNESS: readonly Uint8Array[] = [];
const MIN_INPUT_SIZE = 41;
const MIN_OUTPUT_SIZE = 9;

/** Room in which the stripped form of a transaction is put together for hashing; used again for the next one. */
export interface StrippedScratch {
  bytes: Uint8Array;
}

/**
 * Decodes one transaction that fills `bytes` exactly (legacy or BIP144). The result contains views of `bytes`: don't change
 * them afterwards. Throws ChainError; rejects transactions without inputs, which can't be distinguished from the witness
 * marker.
 */
export function decodeTransaction(bytes: Uint8Array, options: { hashing?: Hashing } = {}): Transaction {
  const cursor = cursorOver(bytes);
  const tx = readTransaction(cursor, options.hashing ?? nobleHashing, {
    bytes: new Uint8Array(bytes.length),
  });
  if (cursor.at !== bytes.length) {
    throw new ChainError('trailing_bytes', `${bytes.length - cursor.at} bytes follow the transaction.`, {
      offset: cursor.at,
    });
  }
  return tx;
}

/** Reads the transaction at the cursor and leaves the cursor behind it. */
export function readTransaction(cursor: Cursor, hashing: Hashing, scratch: StrippedScratch): Transaction {
  const start = cursor.at;
  const version = readInt32(cursor);
  const segwit = cursor.bytes[cursor.at] === 0;
  if (segwit) readWitnessMarker(cursor);
  const bodyStart = cursor.at;
  const inputs = readInputs(cursor);
  const outputs = readOutputs(cursor);
  const bodyEnd = cursor.at;
  if (segwit) readWitnesses(cursor, inputs);
  const locktime = readUint32(cursor);
  const size = cursor.at - start;
  const strippedSize = bodyEnd - bodyStart + 8;
  const raw = viewOf(cursor.bytes, start, size);
  const txid = sha256d(hashing, segwit ? strippedForm(cursor, { start, bodyStart, bodyEnd }, scratch) : raw);
  const weight = 3 * strippedSize + size;
  return {
    txid,
    wtxid: segwit ? sha256d(hashing, raw) : txid,
    version,
    segwit,
    inputs,
    outputs,
    locktime,
    size,
    strippedSize,
    weight,
    vsize: Math.ceil(weight / 4),
  };
}

function readWitnessMarker(cursor: Cursor): void {
  const marker = cursor.at;
  cursor.at += 1;
  const flag = readByte(cursor);
  if (flag !== 1) {
    throw new ChainError(
      'segwit_flag_invalid',
      `No inputs, or invalid witness flag ${flag}: only 1 is defined (BIP144).`,
      { offset: marker, details: { flag } },
    );
  }
}

interface MutableInput extends TxInput {
  witness: readonly Uint8Array[];
}

function readInputs(cursor: Cursor): MutableInput[] {
  const start = cursor.at;
  const count = readCount(cursor, MIN_INPUT_SIZE);
  if (count === 0) throw new ChainError('inputs_empty', 'The transaction has no inputs.', { offset: start });
  const inputs: MutableInput[] = [];
  for (let i = 0; i < count; i++) {
    inputs.push({
      prevTxid: readBytes(cursor, 32),
      prevVout: readUint32(cursor),
      script: readVarBytes(cursor),
      sequence: readUint32(cursor),
      witness: NO_WITNESS,
    });
  }
  return inputs;
}

function readOutputs(cursor: Cursor): TxOutput[] {
  const count = readCount(cursor, MIN_OUTPUT_SIZE);
  const outputs: TxOutput[] = [];
  for (let i = 0; i < count; i++) {
    outputs.push({ value: readInt64(cursor), script: readVarBytes(cursor) });
  }
  return outputs;
}

function readWitnesses(cursor: Cursor, inputs: readonly MutableInput[]): void {
  const start = cursor.at;
  let items = 0;
  for (const input of inputs) {
    const count = readCount(cursor, 1);
    items += count;
    if (count === 0) continue;
    const witness: Uint8Array[] = [];
    for (let i = 0; i < count; i++) witness.push(readVarBytes(cursor));
    input.witness = witness;
  }
  if (items === 0) {
    throw new ChainError('witness_superfluous', 'The witness flag is set, but all witnesses are empty.', {
      offset: start,
    });
  }
}

interface Span {
  readonly start: number;
  readonly bodyStart: number;
  readonly bodyEnd: number;
}

/** Version, inputs, outputs and locktime without what BIP144 puts between them. */
function strippedForm(cursor: Cursor, span: Span, scratch: StrippedScratch): Uint8Array {
  const { bytes } = cursor;
  const bodyLength = span.bodyEnd - span.bodyStart;
  if (scratch.bytes.length < bodyLength + 8) scratch.bytes = new Uint8Array(2 * (bodyLength + 8));
  const room = scratch.bytes;
  for (let i = 0; i < 4; i++) room[i] = bytes[span.start + i] ?? 0;
  room.set(viewOf(bytes, span.bodyStart, bodyLength), 4);
  for (let i = 0; i < 4; i++) room[4 + bodyLength + i] = bytes[cursor.at - 4 + i] ?? 0;
  return viewOf(room, 0, bodyLength + 8);
}

function viewOf(bytes: Uint8Array, from: number, length: number): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + from, length);
}
