/** Locations and headers of blocks; numbers are indexes of the columns. */
export interface BlockIndex {
  readonly size: number;
  /** Adds a record and returns its number, or -1 if its hash exists: the record is then stored as a copy. */
  add(record: IndexedBlock): number;
  /** Returns the number of the record with this hash (internal byte order), or -1. */
  find(hash: Uint8Array): number;
  hash(i: number): Uint8Array;
  prevHash(i: number): Uint8Array;
  file(i: number): number;
  offset(i: number): number;
  length(i: number): number;
  /**
   * Returns the locations of further copies of the block. The body of the first may be damaged while a later one is intact.
   */
  copies(i: number): readonly BlockFilePosition[];
  bits(i: number): number;
  /** Returns the height in the coinbase (BIP34), or -1. */
  namedHeight(i: number): number;
}

export interface BlockFilePosition {
  file: number;
  offset: number;
  length: number;
}

export interface IndexedBlock extends BlockFilePosition {
  hash: Uint8Array;
  prevHash: Uint8Array;
  bits: number;
  namedHeight: number;
}

const hashBytes = 32;

/**
 * Creates an index of fixed-width columns with an open hash table: about 120 bytes per block, so a whole chain fits in about
 * 100 MB.
 */
export function createBlockIndex(): BlockIndex {
  let room = 1024;
  let size = 0;
  let hashes = new Uint8Array(room * hashBytes);
  let prevs = new Uint8Array(room * hashBytes);
  let offsets = new Float64Array(room);
  /** file, length, bits, height in the coinbase */
  let numbers = new Int32Array(room * 4);
  let slots = new Int32Array(room * 4).fill(-1);
  const copies = new Map<number, BlockFilePosition[]>();

  const hashAt = (i: number): Uint8Array => hashes.subarray(i * hashBytes, (i + 1) * hashBytes);
  const startOf = (hash: Uint8Array): number =>
    // The first bytes of a block hash in internal order are the random ones.
    (((hash[0] ?? 0) | ((hash[1] ?? 0) << 8) | ((hash[2] ?? 0) << 16) | ((hash[3] ?? 0) << 24)) >>> 0) %
    slots.length;
  const same = (i: number, hash: Uint8Array): boolean => {
    const at = i * hashBytes;
    for (let b = 0; b < hashBytes; b++) if (hashes[at + b] !== hash[b]) return false;
    return true;
  };
  const slotOf = (hash: Uint8Array): number => {
    let slot = startOf(hash);
    for (;;) {
      const i = slots[slot] ?? -1;
      if (i === -1 || same(i, hash)) return slot;
      slot = (slot + 1) % slots.length;
    }
  };
  function grow(): void {
    room *= 2;
    const wider = <T extends Uint8Array | Float64Array | Int32Array>(old: T, made: T): T => {
      made.set(old);
      return made;
    };
    hashes = wider(hashes, new Uint8Array(room * hashBytes));
    prevs = wider(prevs, new Uint8Array(room * hashBytes));
    offsets = wider(offsets, new Float64Array(room));
    numbers = wider(numbers, new Int32Array(room * 4));
    slots = new Int32Array(room * 4).fill(-1);
    for (let i = 0; i < size; i++) slots[slotOf(hashAt(i))] = i;
  }
  const numberAt = (i: number, column: number): number => numbers[i * 4 + column] ?? 0;

  return {
    get size() {
      return size;
    },
    add(record) {
      if (size === room) grow();
      const slot = slotOf(record.hash);
      const known = slots[slot] ?? -1;
      if (known !== -1) {
        const { file, offset, length } = record;
        copies.set(known, [...(copies.get(known) ?? []), { file, offset, length }]);
        return -1;
      }
      const i = size++;
      slots[slot] = i;
      hashes.set(record.hash, i * hashBytes);
      prevs.set(record.prevHash, i * hashBytes);
      offsets[i] = record.offset;
      numbers.set([record.file, record.length, record.bits | 0, record.namedHeight], i * 4);
      return i;
    },
    find: (hash) => slots[slotOf(hash)] ?? -1,
    hash: hashAt,
    prevHash: (i) => prevs.subarray(i * hashBytes, (i + 1) * hashBytes),
    file: (i) => numberAt(i, 0),
    offset: (i) => offsets[i] ?? 0,
    length: (i) => numberAt(i, 1),
    copies: (i) => copies.get(i) ?? [],
    bits: (i) => numberAt(i, 2) >>> 0,
    namedHeight: (i) => numberAt(i, 3),
  };
}
