/** Why bytes between records were passed over. */
export type SkipReason =
  /** Bytes that aren't a record: zero padding or noise. */
  | 'garbage'
  /** A record that the end of the file cuts off. */
  | 'torn'
  /** Framed like a record, but not accepted as a block. */
  | 'rejected'
  /** A record header whose length no block has. */
  | 'oversized';

/** Options and callbacks of the search. */
export interface BlockFramerOptions {
  /** The four bytes of the network in front of each record. */
  readonly magic: Uint8Array;
  /** Content of `xor.dat` (8 bytes, Bitcoin Core 28 and later), applied by offset in the file. */
  readonly xorKey?: Uint8Array;
  /** Longest record that is believed, in bytes. Default 8,000,000: twice what consensus allows. */
  readonly maxBlockSize?: number;
  /**
   * Called for each candidate with its bytes (a view that stays valid) and the offset of its magic. Returns false if it isn't
   * a block: the search resumes after the magic, which finds blocks inside a damaged record.
   */
  accept(record: Uint8Array, offset: number): boolean;
  /** Told of each stretch [from, to) of the file that is in no accepted record, in order. */
  skipped?(from: number, to: number, why: SkipReason): void;
}

/** Takes a `blk*.dat` file in pieces of any size. */
export interface BlockFramer {
  /** Next piece; it is copied and may be used again by the caller. */
  push(chunk: Uint8Array): void;
  /** Ends the input and processes the rest. */
  end(): { bytes: number; records: number; skippedBytes: number };
}

const DEFAULT_MAX_BLOCK_SIZE = 8_000_000;
/** Header and a count. */
const MIN_BLOCK_SIZE = 81;
const RECORD_HEADER_SIZE = 8;

/**
 * Finds the records of a `blk*.dat` file: magic, length, block. Skips noise, padding, damaged lengths, and a truncated end.
 * Memory is bounded by one record of `maxBlockSize` and the last pieces, regardless of the file size.
 */
export function createBlockFramer(options: BlockFramerOptions): BlockFramer {
  const { magic } = options;
  const maxBlockSize = options.maxBlockSize ?? DEFAULT_MAX_BLOCK_SIZE;
  const xorKey = options.xorKey?.some((byte) => byte !== 0) ? options.xorKey : undefined;

  // buffer[from..to) are the bytes of the file from `offset` on that are not settled. Bytes in front of `from` may be
  // seen by views handed out and are never written again.
  let buffer = new Uint8Array(0);
  let from = 0;
  let to = 0;
  let offset = 0;
  let records = 0;
  let skippedBytes = 0;
  let skip: { start: number; why: SkipReason } | undefined;

  function append(chunk: Uint8Array): void {
    if (to + chunk.length > buffer.length) {
      const rest = to - from;
      const larger = new Uint8Array(2 * rest + Math.max(chunk.length, 1 << 20));
      larger.set(buffer.subarray(from, to));
      buffer = larger;
      from = 0;
      to = rest;
    }
    if (xorKey) {
      const start = offset + (to - from);
      for (let i = 0; i < chunk.length; i++) {
        buffer[to + i] = (chunk[i] ?? 0) ^ (xorKey[(start + i) % xorKey.length] ?? 0);
      }
    } else {
      buffer.set(chunk, to);
    }
    to += chunk.length;
  }

  function advance(count: number): void {
    from += count;
    offset += count;
  }

  function endSkip(): void {
    if (skip && skip.start < offset) {
      skippedBytes += offset - skip.start;
      options.skipped?.(skip.start, offset, skip.why);
    }
    skip = undefined;
  }

  /** Passes over `count` bytes; a reason other than garbage begins a new stretch. */
  function pass(count: number, why: SkipReason): void {
    if (count === 0) return;
    if (!skip || why !== 'garbage') {
      endSkip();
      skip = { start: offset, why };
    }
    advance(count);
  }

  /** Moves to the next magic. Returns false if there is none in the bytes received so far. */
  function seekMagic(final: boolean): boolean {
    const first = magic[0] ?? 0;
    const arrived = buffer.subarray(0, to);
    let at = arrived.indexOf(first, from);
    while (at >= 0 && at + 4 <= to) {
      if (buffer[at + 1] === magic[1] && buffer[at + 2] === magic[2] && buffer[at + 3] === magic[3]) {
        pass(at - from, 'garbage');
        return true;
      }
      at = arrived.indexOf(first, at + 1);
    }
    const next = at >= 0 && !final ? at : to;
    pass(next - from, 'garbage');
    return false;
  }

  function settle(final: boolean): void {
    while (seekMagic(final)) {
      const arrived = to - from;
      if (arrived < RECORD_HEADER_SIZE) {
        if (!final) return;
        pass(magic.length, 'torn');
        continue;
      }
      const length = lengthAt(buffer, from + 4);
      if (length < MIN_BLOCK_SIZE || length > maxBlockSize) {
        pass(magic.length, length > maxBlockSize ? 'oversized' : 'rejected');
        continue;
      }
      const end = RECORD_HEADER_SIZE + length;
      if (arrived < end) {
        if (!final) return;
        pass(magic.length, 'torn');
        continue;
      }
      if (options.accept(buffer.subarray(from + RECORD_HEADER_SIZE, from + end), offset)) {
        endSkip();
        advance(end);
        records += 1;
      } else {
        pass(magic.length, 'rejected');
      }
    }
  }

  return {
    push(chunk) {
      append(chunk);
      settle(false);
    },
    end() {
      settle(true);
      endSkip();
      return { bytes: offset, records, skippedBytes };
    },
  };
}

function lengthAt(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) +
    (bytes[at + 1] ?? 0) * 0x100 +
    (bytes[at + 2] ?? 0) * 0x1_0000 +
    (bytes[at + 3] ?? 0) * 0x100_0000
  );
}
