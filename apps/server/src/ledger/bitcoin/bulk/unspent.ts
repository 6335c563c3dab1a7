import { larger } from '../../shared/bulk/larger.ts';
import type { LoadMemory } from './load-options.ts';
import { outpointHash, storedKeyCapacity as keyCapacity, StoredOutputs } from './stored-outputs.ts';

// The few keys that are longer than `keyCapacity` are stored in a map, and stay in memory.
const none = -1;

/**
 * Outputs that later transactions can spend, in an open-addressed table of typed arrays. A spent output is removed, and a
 * transaction is removed with its last output. Most outputs are spent soon; older ones move to a file, of which the memory
 * contains only the index.
 */
export class UnspentOutputs {
  /** Number of outputs in the table. */
  size = 0;

  private readonly most: number;
  private readonly stored: StoredOutputs;

  /** `path`: file for outputs that don't fit in `memory`; created when it is needed. */
  constructor(path: string, memory: Pick<LoadMemory, 'outputs' | 'storedOutputs'>) {
    this.most = memory.outputs;
    this.stored = new StoredOutputs(path, memory.storedOutputs);
  }

  // By record (output).
  transaction = new Int32Array(1024);
  vout = new Uint32Array(1024);
  high = new Uint32Array(1024);
  low = new Uint32Array(1024);
  /** Index into `scriptTypes`. */
  type = new Uint8Array(1024);
  keySize = new Uint8Array(1024);
  private keys = new Uint8Array(1024 * keyCapacity);
  private readonly longKeys = new Map<number, Uint8Array>();
  private hash = new Uint32Array(1024);
  private records = 0;
  private freeRecord = none;

  // By transaction.
  position = new Float64Array(256);
  private txids = new Uint8Array(256 * 32);
  private left = new Int32Array(256);
  private transactions = 0;
  private freeTransaction = none;

  /** Record + 1; 0 is free. */
  private slots = new Int32Array(4096);
  private found = 0;

  /** Memory in use, in bytes. */
  get bytes(): number {
    return (
      this.vout.length * (4 * 5 + 2 + keyCapacity) +
      this.position.length * 44 +
      4 * this.slots.length +
      this.stored.bytes
    );
  }

  /** Returns the record of an output by the bytes of its txid, or −1. Brings it back from the file if it is there. */
  find(bytes: Uint8Array, at: number, vout: number): number {
    const hash = outpointHash(bytes, at, vout);
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const record = (this.slots[slot] ?? 0) - 1;
      if (record < 0) return this.bringBack(hash, bytes, at, vout);
      if (this.hash[record] !== hash || this.vout[record] !== vout) continue;
      if (!this.hasTxid(this.transaction[record] ?? 0, bytes, at)) continue;
      this.found = slot;
      return record;
    }
  }

  /** Moves the older half of the outputs to the file if there are too many. Call it between blocks. */
  relieve(): void {
    if (this.size <= this.most) return;
    const threshold = this.medianPosition();
    const moved: number[] = [];
    for (const taken of this.slots) {
      const record = taken - 1;
      if (record < 0 || (this.keySize[record] ?? 0) > keyCapacity) continue;
      if ((this.position[this.transaction[record] ?? 0] ?? 0) <= threshold) moved.push(record);
    }
    for (const record of moved) this.moveToFile(record);
    this.stored.compact();
  }

  /** Removes the file. */
  close(): void {
    this.stored.close();
  }

  /** Starts a transaction whose outputs are added next. Returns its number. */
  addTransaction(bytes: Uint8Array, at: number, position: number): number {
    let n = this.freeTransaction;
    if (n === none) n = this.newTransaction();
    else this.freeTransaction = this.left[n] ?? none;
    this.position[n] = position;
    this.left[n] = 0;
    const start = 32 * n;
    for (let i = 0; i < 32; i++) this.txids[start + i] = bytes[at + i] ?? 0;
    return n;
  }

  /** Removes a transaction without outputs. */
  dropIfEmpty(transaction: number): void {
    if (this.left[transaction] !== 0) return;
    this.left[transaction] = this.freeTransaction;
    this.freeTransaction = transaction;
  }

  /** Adds an output that isn't in the table. Takes lanes of its value, its type, and its key as a range of an array. */
  add(
    transaction: number,
    vout: number,
    high: number,
    low: number,
    type: number,
    keys: Uint8Array,
    keyAt: number,
    keySize: number,
  ): void {
    if (4 * this.size >= 3 * this.slots.length - 4) this.growSlots();
    let record = this.freeRecord;
    if (record === none) record = this.newRecord();
    else this.freeRecord = this.transaction[record] ?? none;
    this.transaction[record] = transaction;
    this.vout[record] = vout;
    this.high[record] = high;
    this.low[record] = low;
    this.type[record] = type;
    this.keySize[record] = keySize;
    if (keySize > keyCapacity) this.longKeys.set(record, keys.slice(keyAt, keyAt + keySize));
    else {
      const start = keyCapacity * record;
      for (let i = 0; i < keySize; i++) this.keys[start + i] = keys[keyAt + i] ?? 0;
    }
    this.left[transaction] = (this.left[transaction] ?? 0) + 1;
    const hash = outpointHash(this.txids, 32 * transaction, vout);
    this.hash[record] = hash;
    this.putSlot(record, hash);
    this.size++;
  }

  /** Returns the array that contains a record's key; valid until the record is removed or another is added. */
  keyBytes(record: number): Uint8Array {
    return this.longKeys.get(record) ?? this.keys;
  }

  keyAt(record: number): number {
    return (this.keySize[record] ?? 0) > keyCapacity ? 0 : keyCapacity * record;
  }

  /** Removes the record that the last `find` returned. */
  removeFound(record: number): void {
    const mask = this.slots.length - 1;
    let hole = this.found;
    for (let next = (hole + 1) & mask; this.slots[next] !== 0; next = (next + 1) & mask) {
      const home = (this.hash[(this.slots[next] ?? 0) - 1] ?? 0) & mask;
      const stays = hole <= next ? hole < home && home <= next : hole < home || home <= next;
      if (stays) continue;
      this.slots[hole] = this.slots[next] ?? 0;
      hole = next;
    }
    this.slots[hole] = 0;
    this.size--;
    if ((this.keySize[record] ?? 0) > keyCapacity) this.longKeys.delete(record);
    const transaction = this.transaction[record] ?? 0;
    this.transaction[record] = this.freeRecord;
    this.freeRecord = record;
    const left = (this.left[transaction] ?? 0) - 1;
    this.left[transaction] = left;
    this.dropIfEmpty(transaction);
  }

  private bringBack(hash: number, bytes: Uint8Array, at: number, vout: number): number {
    const output = this.stored.take(hash, bytes, at, vout);
    if (!output) return none;
    const owner = this.addTransaction(bytes, at, output.position);
    const { high, low, type, keys, keyAt, keySize } = output;
    this.add(owner, vout, high, low, type, keys, keyAt, keySize);
    return this.find(bytes, at, vout);
  }

  private moveToFile(record: number): void {
    const transaction = this.transaction[record] ?? 0;
    const hash = this.hash[record] ?? 0;
    this.stored.add(
      hash,
      { txids: this.txids, txidAt: 32 * transaction, vout: this.vout[record] ?? 0 },
      {
        position: this.position[transaction] ?? 0,
        high: this.high[record] ?? 0,
        low: this.low[record] ?? 0,
        type: this.type[record] ?? 0,
        keySize: this.keySize[record] ?? 0,
        keys: this.keys,
        keyAt: keyCapacity * record,
      },
    );
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    while (this.slots[slot] !== record + 1) slot = (slot + 1) & mask;
    this.found = slot;
    this.removeFound(record);
  }

  /** Returns about the median of the positions of all outputs. */
  private medianPosition(): number {
    const step = Math.max(1, Math.floor(this.slots.length / 2048));
    const sample: number[] = [];
    for (let slot = 0; slot < this.slots.length; slot += step) {
      const record = (this.slots[slot] ?? 0) - 1;
      if (record >= 0) sample.push(this.position[this.transaction[record] ?? 0] ?? 0);
    }
    sample.sort((a, b) => a - b);
    return sample[Math.floor(sample.length / 2)] ?? 0;
  }

  private hasTxid(transaction: number, bytes: Uint8Array, at: number): boolean {
    const start = 32 * transaction;
    for (let i = 0; i < 32; i++) if (this.txids[start + i] !== bytes[at + i]) return false;
    return true;
  }

  private putSlot(record: number, hash: number): void {
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = record + 1;
  }

  private growSlots(): void {
    const before = this.slots;
    this.slots = new Int32Array(2 * before.length);
    for (const taken of before) if (taken !== 0) this.putSlot(taken - 1, this.hash[taken - 1] ?? 0);
  }

  private newRecord(): number {
    if (this.records === this.vout.length) {
      const capacity = Math.ceil(1.5 * this.vout.length);
      this.transaction = larger(this.transaction, new Int32Array(capacity));
      this.vout = larger(this.vout, new Uint32Array(capacity));
      this.high = larger(this.high, new Uint32Array(capacity));
      this.low = larger(this.low, new Uint32Array(capacity));
      this.type = larger(this.type, new Uint8Array(capacity));
      this.keySize = larger(this.keySize, new Uint8Array(capacity));
      this.keys = larger(this.keys, new Uint8Array(capacity * keyCapacity));
      this.hash = larger(this.hash, new Uint32Array(capacity));
    }
    return this.records++;
  }

  private newTransaction(): number {
    if (this.transactions === this.left.length) {
      const capacity = Math.ceil(1.5 * this.left.length);
      this.position = larger(this.position, new Float64Array(capacity));
      this.txids = larger(this.txids, new Uint8Array(32 * capacity));
      this.left = larger(this.left, new Int32Array(capacity));
    }
    return this.transactions++;
  }
}
