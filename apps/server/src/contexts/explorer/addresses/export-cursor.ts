import { createHash } from 'node:crypto';
import { fromHex, toHex } from '@hopscope/chain';
import { badRequest } from '../../../lib/app-error.ts';
import { createPackReader, createPackWriter } from '../../../ledger/shared/varint.ts';
import { readSigned, writeSigned } from '../../../ledger/shared/wide.ts';

/** A position in an export: after the row with a number. */
export interface ExportPosition {
  readonly number: number;
  /** Lowest number of the list when the cursor was written. */
  readonly lo: number;
  readonly place: number;
  /** Identifies the chain up to this row. */
  readonly mark: string;
}

const digestLength = 6;
const markLength = 8;

function digestOf(about: string): Uint8Array {
  return createHash('sha256').update(about).digest().subarray(0, digestLength);
}

/** Returns a cursor for a URL; `about` identifies its address and filter. */
export function writeCursor(about: string, { number, lo, place, mark }: ExportPosition): string {
  const out = createPackWriter();
  out.raw(digestOf(about));
  writeSigned(out, number);
  writeSigned(out, lo);
  out.uint(place);
  out.raw(fromHex(mark));
  return Buffer.from(out.take()).toString('base64url');
}

/** Throws 400 for an invalid cursor, or one of another address or filter. */
export function readCursor(about: string, cursor: string): ExportPosition {
  const bytes = Buffer.from(cursor, 'base64url');
  try {
    const reader = createPackReader(bytes);
    const digest = reader.raw(digestLength);
    if (Buffer.compare(digest, digestOf(about)) === 0) {
      const place = { number: readSigned(reader), lo: readSigned(reader), place: reader.uint() };
      const mark = toHex(reader.raw(markLength));
      if (reader.done && Object.values(place).every(Number.isSafeInteger)) return { ...place, mark };
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw badRequest('bad_request', 'This cursor belongs to another address or filter');
}
