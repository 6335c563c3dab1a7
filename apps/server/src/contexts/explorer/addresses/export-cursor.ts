import { createHash } from 'node:crypto';
import { fromHex, toHex } from '@hopscope/chain';
import { badRequest } from '../../../lib/app-error.ts';
import { createPackReader, createPackWriter } from '../../../ledger/shared/varint.ts';
import { readSigned, writeSigned } from '../../../ledger/shared/wide.ts';

/** A place in an export: behind the row of a number. */
export interface ExportPosition {
  readonly number: number;
  /** Lowest number of the list at that time. */
  readonly lo: number;
  readonly place: number;
  /** What tells the chain below from another. */
  readonly mark: string;
}

const digestLength = 6;
const markLength = 8;

function digestOf(about: string): Uint8Array {
  return createHash('sha256').update(about).digest().subarray(0, digestLength);
}

/** Text for a URL; `about` is the address and the filter that it belongs to. */
export function writeCursor(about: string, { number, lo, place, mark }: ExportPosition): string {
  const out = createPackWriter();
  out.raw(digestOf(about));
  writeSigned(out, number);
  writeSigned(out, lo);
  out.uint(place);
  out.raw(fromHex(mark));
  return Buffer.from(out.take()).toString('base64url');
}

/** 400 for a cursor of another address or filter, and for what is none. */
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
