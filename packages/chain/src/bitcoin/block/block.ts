import { ChainError } from '../../errors.ts';
import { type Hashing, nobleHashing, sha256d } from '../../hashing.ts';
import { cursorOver, readBytes, readCount, readInt32, readUint32 } from '../codec/cursor.ts';
import { readTransaction, type StrippedScratch } from '../codec/decode-transaction.ts';
import { serializedSize, writeTransaction } from '../codec/encode-transaction.ts';
import type { Transaction } from '../codec/transaction.ts';
import {
  compactSizeLength,
  type Writer,
  writeBytes,
  writeCompactSize,
  writeUint32,
} from '../codec/writer.ts';

/** The 80 bytes that are hashed. Hashes in internal byte order. */
export interface BlockHeader {
  /** Signed 32-bit. */
  readonly version: number;
  readonly prevHash: Uint8Array;
  readonly merkleRoot: Uint8Array;
  /** Seconds since 1970, as the miner claims. */
  readonly time: number;
  /** Compact target. */
  readonly bits: number;
  readonly nonce: number;
}

/** A block; byte fields are views into the bytes that it was read from. */
export interface Block {
  /** Hash of the header, internal byte order. */
  readonly hash: Uint8Array;
  readonly header: BlockHeader;
  readonly transactions: readonly Transaction[];
  /** Serialized bytes with witnesses. */
  readonly size: number;
  /** Serialized bytes without witnesses. */
  readonly strippedSize: number;
  /** 3 × strippedSize + size (BIP141). */
  readonly weight: number;
  /** Bytes left after the block; above 0 only with `allowTrailing`. */
  readonly trailing: number;
}

/** Length of a serialized header in bytes. */
export const HEADER_SIZE = 80;

/** Smallest transaction that can be read: one input with an empty script, no outputs. */
const MIN_TRANSACTION_SIZE = 51;

/**
 * Decodes a block. The result contains views of `bytes`: don't change them afterwards. Checks the format only; for the
 * consensus rules, see `verifyBlock`. Throws ChainError, with `trailing_bytes` if bytes follow the block and `allowTrailing`
 * isn't set.
 */
export function decodeBlock(
  bytes: Uint8Array,
  options: { hashing?: Hashing; allowTrailing?: boolean } = {},
): Block {
  const hashing = options.hashing ?? nobleHashing;
  const cursor = cursorOver(bytes);
  const { header, hash } = decodeHeader(readBytes(cursor, HEADER_SIZE), hashing);
  const count = readCount(cursor, MIN_TRANSACTION_SIZE);
  let strippedSize = cursor.at;
  const scratch: StrippedScratch = { bytes: new Uint8Array(4096) };
  const transactions: Transaction[] = [];
  for (let i = 0; i < count; i++) {
    const tx = readTransaction(cursor, hashing, scratch);
    strippedSize += tx.strippedSize;
    transactions.push(tx);
  }
  const size = cursor.at;
  const trailing = bytes.length - size;
  if (trailing > 0 && !options.allowTrailing) {
    throw new ChainError('trailing_bytes', `${trailing} bytes follow the block.`, { offset: size });
  }
  return { hash, header, transactions, size, strippedSize, weight: 3 * strippedSize + size, trailing };
}

/** Serializes a block; the inverse of `decodeBlock` (without trailing bytes). */
export function encodeBlock(block: Block): Uint8Array {
  let size = HEADER_SIZE + compactSizeLength(block.transactions.length);
  for (const tx of block.transactions) size += serializedSize(tx, tx.segwit);
  const writer: Writer = { bytes: new Uint8Array(size), at: 0 };
  writeBytes(writer, encodeHeader(block.header));
  writeCompactSize(writer, block.transactions.length);
  for (const tx of block.transactions) writeTransaction(writer, tx, tx.segwit);
  return writer.bytes;
}

/** Reads a header of exactly 80 bytes and hashes it. Throws `truncated` or `trailing_bytes`. */
export function decodeHeader(
  bytes: Uint8Array,
  hashing: Hashing = nobleHashing,
): { header: BlockHeader; hash: Uint8Array } {
  const cursor = cursorOver(bytes);
  const header = {
    version: readInt32(cursor),
    prevHash: readBytes(cursor, 32),
    merkleRoot: readBytes(cursor, 32),
    time: readUint32(cursor),
    bits: readUint32(cursor),
    nonce: readUint32(cursor),
  };
  if (bytes.length > HEADER_SIZE) {
    throw new ChainError('trailing_bytes', `A header has 80 bytes, not ${bytes.length}.`, {
      offset: HEADER_SIZE,
    });
  }
  return { header, hash: sha256d(hashing, bytes) };
}

/** Returns the time of a header of 80 bytes in seconds since 1970, without hashing it. */
export function headerTime(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, HEADER_SIZE).getUint32(68, true);
}

/** The 80 bytes of a header. */
export function encodeHeader(header: BlockHeader): Uint8Array {
  const writer: Writer = { bytes: new Uint8Array(HEADER_SIZE), at: 0 };
  writeUint32(writer, header.version);
  writeBytes(writer, header.prevHash);
  writeBytes(writer, header.merkleRoot);
  writeUint32(writer, header.time);
  writeUint32(writer, header.bits);
  writeUint32(writer, header.nonce);
  return writer.bytes;
}
