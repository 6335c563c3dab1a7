import { RecordFile, type RecordMemory } from '../../shared/bulk/record-file.ts';

/** Layout of a record: txid, output number, position (6 bytes), lanes of the value, type, size of the key, key. */
const fields = { vout: 32, position: 36, high: 42, low: 46, type: 50, keySize: 51, key: 52 };
/** Maximum size in bytes of a key. */
export const storedKeyCapacity = 36;
const recordSize = fields.key + storedKeyCapacity;

/** An output as it is stored. */
export interface StoredUnspent {
  position: number;
  high: number;
  low: number;
  type: number;
  keySize: number;
  /** The key is in `keys` from `keyAt` on, until the next call. */
  keys: Uint8Array;
  keyAt: number;
}

function writeWord(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
}

function readWord(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24)) >>>
    0
  );
}

/**
 * Unspent outputs in a file, found by an open-addressed table in memory with 8 bytes per slot. The records of outputs that
 * were taken remain in the file until it is rewritten.
 */
export class StoredOutputs {
  /** Number of outputs. */
  size = 0;
  private readonly path: string;
  private readonly memory: RecordMemory;
  private file: RecordFile;
  private hashes = new Uint32Array(4096);
  /** Record + 1; 0 is free. */
  private slots = new Uint32Array(4096);
  private readonly taken: StoredUnspent = {
    position: 0,
    high: 0,
    low: 0,
    type: 0,
    keySize: 0,
    keys: new Uint8Array(0),
    keyAt: 0,
  };

  constructor(path: string, memory: RecordMemory) {
    this.path = path;
    this.memory = memory;
    this.file = new RecordFile(path, recordSize, memory);
  }

  /** Memory in use, in bytes. */
  get bytes(): number {
    return 8 * this.slots.length + this.file.bytes;
  }

  /** Adds an output that isn't stored; `hash` is that of its txid and number. */
  add(
    hash: number,
    { txids, txidAt, vout }: { txids: Uint8Array; txidAt: number; vout: number },
    output: StoredUnspent,
  ): void {
    if (4 * this.size >= 3 * this.slots.length - 4) this.growSlots();
    const record = this.file.count;
    const bytes = this.file.append();
    const { at } = this.file;
    bytes.set(txids.subarray(txidAt, txidAt + 32), at);
    writeWord(bytes, at + fields.vout, vout);
    writeWord(bytes, at + fields.position, output.position >>> 0);
    const upper = Math.floor(output.position / 2 ** 32);
    bytes[at + fields.position + 4] = upper;
    bytes[at + fields.position + 5] = upper >>> 8;
    writeWord(bytes, at + fields.high, output.high);
    writeWord(bytes, at + fields.low, output.low);
    bytes[at + fields.type] = output.type;
    bytes[at + fields.keySize] = output.keySize;
    bytes.set(output.keys.subarray(output.keyAt, output.keyAt + output.keySize), at + fields.key);
    this.putSlot(hash, record);
    this.size++;
  }

  /** Removes an output and returns it; undefined if it isn't stored. The result is valid until the next call. */
  take(hash: number, txids: Uint8Array, txidAt: number, vout: number): StoredUnspent | undefined {
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const record = (this.slots[slot] ?? 0) - 1;
      if (record < 0) return undefined;
      if (this.hashes[slot] !== hash) continue;
      const bytes = this.file.locate(record);
      const { at } = this.file;
      if (readWord(bytes, at + fields.vout) !== vout) continue;
      let same = 0;
      while (same < 32 && bytes[at + same] === txids[txidAt + same]) same++;
      if (same < 32) continue;
      this.freeSlot(slot);
      this.size--;
      const { taken } = this;
      const upper = (bytes[at + fields.position + 4] ?? 0) + 256 * (bytes[at + fields.position + 5] ?? 0);
      taken.position = upper * 2 ** 32 + readWord(bytes, at + fields.position);
      taken.high = readWord(bytes, at + fields.high);
      taken.low = readWord(bytes, at + fields.low);
      taken.type = bytes[at + fields.type] ?? 0;
      taken.keySize = bytes[at + fields.keySize] ?? 0;
      taken.keys = bytes;
      taken.keyAt = at + fields.key;
      return taken;
    }
  }

  /** Rewrites the file if most of its records were taken. */
  compact(): void {
    if (this.file.count <= 2 * this.size + this.memory.blockRecords * this.memory.blocks) return;
    const next = new RecordFile(this.path, recordSize, this.memory);
    this.file.scan((bytes, at, record) => {
      // Slots that were changed already contain smaller numbers.
      const slot = this.slotOf(outpointHash(bytes, at, readWord(bytes, at + fields.vout)), record);
      if (slot < 0) return;
      const moved = next.count;
      next.append().set(bytes.subarray(at, at + recordSize), next.at);
      this.slots[slot] = moved + 1;
    });
    this.file.close();
    this.file = next;
  }

  close(): void {
    this.file.close();
  }

  /** Returns the slot of a record, or −1 if it was taken. */
  private slotOf(hash: number, record: number): number {
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const taken = this.slots[slot] ?? 0;
      if (taken === 0) return -1;
      if (taken === record + 1 && this.hashes[slot] === hash) return slot;
    }
  }

  private putSlot(hash: number, record: number): void {
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = record + 1;
    this.hashes[slot] = hash;
  }

  private freeSlot(freed: number): void {
    const mask = this.slots.length - 1;
    let hole = freed;
    for (let next = (hole + 1) & mask; this.slots[next] !== 0; next = (next + 1) & mask) {
      const home = (this.hashes[next] ?? 0) & mask;
      const stays = hole <= next ? hole < home && home <= next : hole < home || home <= next;
      if (stays) continue;
      this.slots[hole] = this.slots[next] ?? 0;
      this.hashes[hole] = this.hashes[next] ?? 0;
      hole = next;
    }
    this.slots[hole] = 0;
  }

  private growSlots(): void {
    const { slots, hashes } = this;
    this.slots = new Uint32Array(2 * slots.length);
    this.hashes = new Uint32Array(2 * slots.length);
    for (let slot = 0; slot < slots.length; slot++) {
      const taken = slots[slot] ?? 0;
      if (taken !== 0) this.putSlot(hashes[slot] ?? 0, taken - 1);
    }
  }
}

/** Txids are evenly distributed; four of their bytes and the output number are a good first slot. */
export function outpointHash(txids: Uint8Array, at: number, vout: number): number {
  const word = readWord(txids, at + 4);
  const mixed = Math.imul(word ^ Math.imul(vout, 0x9e3779b1), 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
