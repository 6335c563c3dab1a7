import { ChainError } from '../../errors.ts';
import {
  cursorOver,
  type Cursor,
  readByte,
  readBytes,
  readCount,
  readUint32,
  readVarBytes,
} from './cursor.ts';
import { HEADER_SIZE } from '../block/block.ts';

/** Facts about a block from one pass without hashing. */
export interface BlockSkim {
  /** Bytes of the block; more may follow. */
  readonly size: number;
  readonly transactionCount: number;
  /** Script of the first input (a view). */
  readonly coinbaseScript: Uint8Array;
}

const MIN_TRANSACTION_SIZE = 60;
const MIN_INPUT_SIZE = 41;
const MIN_OUTPUT_SIZE = 9;

/**
 * Finds the end of a serialized block; several times faster than `decodeBlock`, which checks more. Throws ChainError if the
 * bytes can't be a block.
 */
export function skimBlock(bytes: Uint8Array): BlockSkim {
  const cursor = cursorOver(bytes);
  skip(cursor, HEADER_SIZE);
  const transactionCount = readCount(cursor, MIN_TRANSACTION_SIZE);
  let coinbaseScript: Uint8Array | undefined;
  for (let i = 0; i < transactionCount; i++) {
    const first = skipTransaction(cursor, i === 0);
    coinbaseScript ??= first;
  }
  return { size: cursor.at, transactionCount, coinbaseScript: coinbaseScript ?? new Uint8Array() };
}

function skip(cursor: Cursor, length: number): void {
  if (cursor.at + length > cursor.bytes.length) readBytes(cursor, length);
  cursor.at += length;
}

function skipVarBytes(cursor: Cursor): void {
  skip(cursor, readCount(cursor, 1));
}

/** Moves behind a transaction; answers the first input's script if it is wanted. */
function skipTransaction(cursor: Cursor, wanted: boolean): Uint8Array | undefined {
  skip(cursor, 4);
  const segwit = cursor.bytes[cursor.at] === 0;
  if (segwit) {
    skip(cursor, 1);
    const flag = readByte(cursor);
    if (flag !== 1)
      throw new ChainError('segwit_flag_invalid', `Invalid witness flag ${flag}.`, { offset: cursor.at - 1 });
  }
  const inputs = readCount(cursor, MIN_INPUT_SIZE);
  let script: Uint8Array | undefined;
  for (let i = 0; i < inputs; i++) {
    skip(cursor, 36);
    if (wanted && i === 0) script = readVarBytes(cursor);
    else skipVarBytes(cursor);
    skip(cursor, 4);
  }
  const outputs = readCount(cursor, MIN_OUTPUT_SIZE);
  for (let i = 0; i < outputs; i++) {
    skip(cursor, 8);
    skipVarBytes(cursor);
  }
  if (segwit) {
    for (let i = 0; i < inputs; i++) {
      const items = readCount(cursor, 1);
      for (let k = 0; k < items; k++) skipVarBytes(cursor);
    }
  }
  readUint32(cursor);
  return script;
}
