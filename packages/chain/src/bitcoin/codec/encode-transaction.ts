import { ChainError } from '../../errors.ts';
import type { Transaction } from './transaction.ts';
import {
  compactSizeLength,
  type Writer,
  writeBytes,
  writeCompactSize,
  writeInt64,
  writeUint32,
  writeVarBytes,
} from './writer.ts';

/** Serializes a transaction, without witness if requested or if it has none. Inverse of `decodeTransaction`. */
export function encodeTransaction(tx: Transaction, options: { witness?: boolean } = {}): Uint8Array {
  if (tx.inputs.length === 0) {
    throw new ChainError('inputs_empty', 'A transaction without inputs cannot be serialized unambiguously.');
  }
  const segwit = tx.segwit && options.witness !== false;
  const writer: Writer = { bytes: new Uint8Array(serializedSize(tx, segwit)), at: 0 };
  writeTransaction(writer, tx, segwit);
  return writer.bytes;
}

/** Writes a transaction at the writer's place; the room must be there. */
export function writeTransaction(writer: Writer, tx: Transaction, segwit: boolean): void {
  writeUint32(writer, tx.version);
  if (segwit) {
    writer.bytes[writer.at++] = 0;
    writer.bytes[writer.at++] = 1;
  }
  writeCompactSize(writer, tx.inputs.length);
  for (const input of tx.inputs) {
    writeBytes(writer, input.prevTxid);
    writeUint32(writer, input.prevVout);
    writeVarBytes(writer, input.script);
    writeUint32(writer, input.sequence);
  }
  writeCompactSize(writer, tx.outputs.length);
  for (const output of tx.outputs) {
    writeInt64(writer, output.value);
    writeVarBytes(writer, output.script);
  }
  if (segwit) {
    for (const input of tx.inputs) {
      writeCompactSize(writer, input.witness.length);
      for (const item of input.witness) writeVarBytes(writer, item);
    }
  }
  writeUint32(writer, tx.locktime);
}

/** Bytes that `writeTransaction` will need, counted from the fields rather than trusted from `size`. */
export function serializedSize(tx: Transaction, segwit: boolean): number {
  let size = 8 + compactSizeLength(tx.inputs.length) + compactSizeLength(tx.outputs.length);
  for (const input of tx.inputs) size += 40 + varBytesLength(input.script);
  for (const output of tx.outputs) size += 8 + varBytesLength(output.script);
  if (!segwit) return size;
  size += 2;
  for (const input of tx.inputs) {
    size += compactSizeLength(input.witness.length);
    for (const item of input.witness) size += varBytesLength(item);
  }
  return size;
}

function varBytesLength(bytes: Uint8Array): number {
  return compactSizeLength(bytes.length) + bytes.length;
}
