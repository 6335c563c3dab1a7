import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** How much of a record file stays in memory. */
export interface RecordMemory {
  /** Records per block, which is the unit of writing. */
  readonly blockRecords: number;
  /** Number of blocks in memory, at least 2. */
  readonly blocks: number;
}

/**
 * Records of one size, numbered from 0 in the order in which they are added: the newest blocks in memory, older ones in a
 * file. The file is created when it is needed, and has no name from then on, so it disappears with the process.
 */
export class RecordFile {
  /** Number of records. */
  count = 0;
  /** Offset of the record that `locate` or `append` found last. */
  at = 0;
  private readonly path: string;
  private readonly size: number;
  private readonly memory: RecordMemory;
  private file: number | undefined;
  /** Blocks in memory, oldest first; the last one is being filled. */
  private blocks: Uint8Array[] = [];
  /** Number of the first block in memory. */
  private firstBlock = 0;
  private readonly scratch: Uint8Array;

  constructor(path: string, size: number, memory: RecordMemory) {
    this.path = path;
    this.size = size;
    this.memory = memory;
    this.scratch = new Uint8Array(size);
  }

  /** Bytes in memory. */
  get bytes(): number {
    return this.blocks.length * this.memory.blockRecords * this.size;
  }

  /** Adds a record. Returns the memory to write it to, from `at` on, before anything else is added. */
  append(): Uint8Array {
    const place = this.count % this.memory.blockRecords;
    if (place === 0) this.blocks.push(this.nextBlock());
    this.at = place * this.size;
    this.count++;
    return this.blocks.at(-1) ?? this.scratch;
  }

  /** Returns the memory that contains a record, from `at` on; valid until the next call. */
  locate(record: number): Uint8Array {
    const { blockRecords } = this.memory;
    const block = Math.floor(record / blockRecords);
    const resident = this.blocks[block - this.firstBlock];
    if (resident) {
      this.at = (record % blockRecords) * this.size;
      return resident;
    }
    this.readAt(this.scratch, record * this.size);
    this.at = 0;
    return this.scratch;
  }

  /** Calls `visit` with each record, in order. */
  scan(visit: (bytes: Uint8Array, at: number, record: number) => void): void {
    const { blockRecords } = this.memory;
    const read = new Uint8Array(blockRecords * this.size);
    for (let first = 0; first < this.count; first += blockRecords) {
      const resident = this.blocks[first / blockRecords - this.firstBlock];
      if (!resident) this.readAt(read, first * this.size);
      const end = Math.min(this.count, first + blockRecords);
      for (let record = first; record < end; record++)
        visit(resident ?? read, (record - first) * this.size, record);
    }
  }

  /** Removes all records. */
  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
    this.blocks = [];
    this.firstBlock = 0;
    this.count = 0;
  }

  /** Returns memory for a block: new memory, or that of the oldest block, which is written to the file. */
  private nextBlock(): Uint8Array {
    if (this.blocks.length < this.memory.blocks) return new Uint8Array(this.memory.blockRecords * this.size);
    const oldest = this.blocks.shift() ?? this.scratch;
    this.writeAt(oldest, this.firstBlock * oldest.length);
    this.firstBlock++;
    return oldest;
  }

  private open(): number {
    if (this.file === undefined) {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
      this.file = openSync(this.path, 'w+', 0o600);
      rmSync(this.path);
    }
    return this.file;
  }

  private writeAt(bytes: Uint8Array, offset: number): void {
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.open(), bytes, done, bytes.length - done, offset + done);
  }

  private readAt(bytes: Uint8Array, offset: number): void {
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(this.open(), bytes, done, bytes.length - done, offset + done);
      if (read === 0) throw new RangeError('A file of records is too short');
      done += read;
    }
  }
}
