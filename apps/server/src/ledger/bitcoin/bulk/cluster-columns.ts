import { larger } from '../../shared/bulk/larger.ts';
import { RecordFile, type RecordMemory } from '../../shared/bulk/record-file.ts';

const keyCapacity = 36;
const none = -1;
/** Layout of a node in the file: its input (position and number), and its key. */
const fields = { position: 0, input: 8, keySize: 12, key: 13 };
const nodeSize = fields.key + keyCapacity;

/** The first input by which an address was co-spent, and its key, in `keys` from `at` on until the next call. */
export interface ClusterNode {
  position: number;
  input: number;
  keys: Uint8Array;
  at: number;
  size: number;
}

/**
 * The forest of co-spent addresses (`clusters/cluster-forest.ts`) as columns: the same nodes, links, and sizes, for a
 * history that is processed from its first block. Keys are in a file, whose newest part is in memory.
 */
export class ClusterColumns {
  /** Number of nodes, numbered in order of creation, which is the order of their IDs. */
  size = 0;
  parent = new Int32Array(1024);
  /** Number of addresses in the subtree, including itself. */
  members = new Uint32Array(1024);
  /** If there is a parent: the parent's earlier size, and the position of the transaction that joined them. */
  place = new Uint32Array(1024);
  linked = new Float64Array(1024);
  private readonly nodes: RecordFile;
  private readonly longKeys = new Map<number, Uint8Array>();
  private readonly current: ClusterNode = {
    position: 0,
    input: 0,
    keys: new Uint8Array(0),
    at: 0,
    size: 0,
  };
  private hash = new Uint32Array(1024);
  private slots = new Int32Array(4096);
  private readonly roots: number[] = [];

  /** `path`: file for nodes that don't fit in `memory`; created when it is needed. */
  constructor(path: string, memory: RecordMemory) {
    this.nodes = new RecordFile(path, nodeSize, memory);
  }

  /** Memory in use, in bytes. */
  get bytes(): number {
    return this.parent.length * (8 + 4 * 4) + 4 * this.slots.length + this.nodes.bytes;
  }

  /** Returns a node; valid until the next call. */
  read(node: number): ClusterNode {
    const bytes = this.nodes.locate(node);
    const { at } = this.nodes;
    const { current } = this;
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, nodeSize);
    current.position = view.getFloat64(fields.position);
    current.input = view.getUint32(fields.input);
    current.size = bytes[at + fields.keySize] ?? 0;
    const long = this.longKeys.get(node);
    current.keys = long ?? bytes;
    current.at = long ? 0 : at + fields.key;
    return current;
  }

  /** Removes the file. */
  close(): void {
    this.nodes.close();
  }

  /** Returns the number of the node of an address, or −1. */
  find(keys: Uint8Array, at: number, size: number): number {
    return this.lookUp(keys, at, size, hashOf(keys, at, size));
  }

  /**
   * Adds an input's address to a joining: call it for each input in order, then `join`. The largest subtree (of equals, the
   * oldest) remains root; the others become its children in the order of the inputs.
   */
  spent(keys: Uint8Array, at: number, size: number, position: number, input: number): void {
    const hash = hashOf(keys, at, size);
    let node = this.lookUp(keys, at, size, hash);
    if (node === none) node = this.add(keys, at, size, hash, position, input);
    while (this.parent[node] !== none) node = this.parent[node] ?? none;
    if (!this.roots.includes(node)) this.roots.push(node);
  }

  join(position: number): void {
    const { roots } = this;
    let winner = roots[0] ?? none;
    for (const root of roots) {
      const [size, best] = [this.members[root] ?? 0, this.members[winner] ?? 0];
      if (size > best || (size === best && root < winner)) winner = root;
    }
    for (const root of roots) {
      if (root === winner) continue;
      this.parent[root] = winner;
      this.place[root] = this.members[winner] ?? 0;
      this.linked[root] = position;
      this.members[winner] = (this.members[winner] ?? 0) + (this.members[root] ?? 0);
    }
    roots.length = 0;
  }

  private lookUp(keys: Uint8Array, at: number, size: number, hash: number): number {
    const mask = this.slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const node = (this.slots[slot] ?? 0) - 1;
      if (node < 0) return none;
      if (this.hash[node] === hash && this.hasKey(node, keys, at, size)) return node;
    }
  }

  private hasKey(node: number, keys: Uint8Array, at: number, size: number): boolean {
    const bytes = this.nodes.locate(node);
    const start = this.nodes.at;
    if (bytes[start + fields.keySize] !== size) return false;
    const long = size > keyCapacity ? this.longKeys.get(node) : undefined;
    const own = long ?? bytes;
    const ownAt = long ? 0 : start + fields.key;
    for (let i = 0; i < size; i++) if (own[ownAt + i] !== keys[at + i]) return false;
    return true;
  }

  private add(
    keys: Uint8Array,
    at: number,
    size: number,
    hash: number,
    position: number,
    input: number,
  ): number {
    if (this.size === this.parent.length) this.grow();
    if (4 * this.size >= 3 * this.slots.length - 4) this.growSlots();
    const node = this.size++;
    this.parent[node] = none;
    this.members[node] = 1;
    this.hash[node] = hash;
    const bytes = this.nodes.append();
    const start = this.nodes.at;
    const view = new DataView(bytes.buffer, bytes.byteOffset + start, nodeSize);
    view.setFloat64(fields.position, position);
    view.setUint32(fields.input, input);
    bytes[start + fields.keySize] = size;
    if (size > keyCapacity) this.longKeys.set(node, keys.slice(at, at + size));
    else for (let i = 0; i < size; i++) bytes[start + fields.key + i] = keys[at + i] ?? 0;
    this.putSlot(node);
    return node;
  }

  private putSlot(node: number): void {
    const mask = this.slots.length - 1;
    let slot = (this.hash[node] ?? 0) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = node + 1;
  }

  private growSlots(): void {
    this.slots = new Int32Array(2 * this.slots.length);
    for (let node = 0; node < this.size; node++) this.putSlot(node);
  }

  private grow(): void {
    const capacity = Math.ceil(1.5 * this.parent.length);
    this.parent = larger(this.parent, new Int32Array(capacity));
    this.members = larger(this.members, new Uint32Array(capacity));
    this.place = larger(this.place, new Uint32Array(capacity));
    this.linked = larger(this.linked, new Float64Array(capacity));
    this.hash = larger(this.hash, new Uint32Array(capacity));
  }
}

/** FNV-1a over the key, with an additional mixing step: others may choose keys, so all of their bytes count. */
function hashOf(keys: Uint8Array, at: number, size: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < size; i++) hash = Math.imul(hash ^ (keys[at + i] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
