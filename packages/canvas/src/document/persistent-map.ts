interface Leaf<V> {
  readonly hash: number;
  readonly key: string;
  readonly value: V;
}

/** Keys whose hashes are the same, ascending. */
interface Clash<V> {
  readonly hash: number;
  readonly leaves: readonly Leaf<V>[];
}

/** Token of a run, which may change the branches that it created in place until it ends. */
export type MapOwner = object;

interface Branch<V> {
  /** Bit mask of the 32 used slots. */
  bits: number;
  slots: Slot<V>[];
  /** Undefined: the branch is immutable. */
  readonly owner: MapOwner | undefined;
}

type Slot<V> = Leaf<V> | Clash<V> | Branch<V>;

/**
 * Immutable map from text to values (hash array mapped trie, Bagwell 2001): `putKey` and `withoutKey` return a new map that
 * shares all but one path, so that every state of a document can be kept. The order depends only on the keys.
 */
export interface PersistentMap<V> {
  readonly size: number;
  readonly root: Slot<V> | null;
}

export const emptyMap: PersistentMap<never> = { size: 0, root: null };

/** FNV-1a over UTF-16 code units. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function countBits(bits: number): number {
  let v = bits - ((bits >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const bitAt = (hash: number, shift: number): number => 1 << ((hash >>> shift) & 31);
const placeOf = (bits: number, bit: number): number => countBits(bits & (bit - 1));

const byKey = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : 1);

function join<V>(shift: number, a: Leaf<V> | Clash<V>, b: Leaf<V>, owner: MapOwner | undefined): Slot<V> {
  if (a.hash === b.hash) {
    const leaves = 'leaves' in a ? a.leaves : [a];
    return { hash: a.hash, leaves: [...leaves, b].toSorted(byKey) };
  }
  const [first, second] = [bitAt(a.hash, shift), bitAt(b.hash, shift)];
  if (first === second) return { bits: first, slots: [join(shift + 5, a, b, owner)], owner };
  const ascending = ((a.hash >>> shift) & 31) < ((b.hash >>> shift) & 31);
  return { bits: first | second, slots: ascending ? [a, b] : [b, a], owner };
}

function replaced<T>(list: readonly T[], at: number, value: T): T[] {
  const copy = list.slice();
  copy[at] = value;
  return copy;
}

function putInto<V>(slot: Slot<V>, shift: number, leaf: Leaf<V>, owner: MapOwner | undefined): Slot<V> {
  if ('bits' in slot) {
    const bit = bitAt(leaf.hash, shift);
    const at = placeOf(slot.bits, bit);
    const child = slot.slots[at];
    const mine = owner !== undefined && slot.owner === owner;
    if ((slot.bits & bit) === 0 || child === undefined) {
      if (!mine) return { bits: slot.bits | bit, slots: slot.slots.toSpliced(at, 0, leaf), owner };
      slot.bits |= bit;
      slot.slots.splice(at, 0, leaf);
      return slot;
    }
    const next = putInto(child, shift + 5, leaf, owner);
    if (!mine) return { bits: slot.bits, slots: replaced(slot.slots, at, next), owner };
    slot.slots[at] = next;
    return slot;
  }
  if ('leaves' in slot) {
    const at = slot.leaves.findIndex(({ key }) => key === leaf.key);
    return at < 0 ? join(shift, slot, leaf, owner) : { ...slot, leaves: replaced(slot.leaves, at, leaf) };
  }
  return slot.key === leaf.key ? leaf : join(shift, slot, leaf, owner);
}

function takeFrom<V>(slot: Slot<V>, shift: number, hash: number, key: string): Slot<V> | null {
  if ('bits' in slot) {
    const bit = bitAt(hash, shift);
    const at = placeOf(slot.bits, bit);
    const child = slot.slots[at];
    if ((slot.bits & bit) === 0 || child === undefined) return slot;
    const rest = takeFrom(child, shift + 5, hash, key);
    if (rest === null) {
      if (slot.slots.length === 1) return null;
      const slots = slot.slots.toSpliced(at, 1);
      const only = slots.length === 1 ? slots[0] : undefined;
      return only && !('bits' in only) ? only : { bits: slot.bits ^ bit, slots, owner: undefined };
    }
    if (slot.slots.length === 1 && !('bits' in rest)) return rest;
    return { bits: slot.bits, slots: replaced(slot.slots, at, rest), owner: undefined };
  }
  if ('leaves' in slot) {
    const leaves = slot.leaves.filter((leaf) => leaf.key !== key);
    return leaves.length === 1 ? (leaves[0] ?? null) : { ...slot, leaves };
  }
  return slot.key === key ? null : slot;
}

function find<V>(map: PersistentMap<V>, hash: number, key: string): V | undefined {
  let slot: Slot<V> | null | undefined = map.root;
  for (let shift = 0; slot; shift += 5) {
    if ('bits' in slot) {
      const bit = bitAt(hash, shift);
      slot = (slot.bits & bit) === 0 ? undefined : slot.slots[placeOf(slot.bits, bit)];
    } else if ('leaves' in slot) return slot.leaves.find((leaf) => leaf.key === key)?.value;
    else return slot.key === key ? slot.value : undefined;
  }
  return undefined;
}

/** Returns the value of a key; undefined if missing. */
export function getKey<V>(map: PersistentMap<V>, key: string): V | undefined {
  return find(map, hashOf(key), key);
}

/**
 * The map with the key at that value, which must not be undefined. With an owner, branches that the same owner created are
 * changed in place, so earlier maps of this owner must not be used anymore.
 */
export function putKey<V>(map: PersistentMap<V>, key: string, value: V, owner?: MapOwner): PersistentMap<V> {
  const hash = hashOf(key);
  const leaf = { hash, key, value };
  if (!map.root) return { size: 1, root: leaf };
  const size = map.size + (find(map, hash, key) === undefined ? 1 : 0);
  return { size, root: putInto(map.root, 0, leaf, owner) };
}

/**
 * Returns the map of all entries, whose keys must differ: the same as if each was put, several times as fast. Places them by
 * five bits of their hash at a time, so each branch is made once.
 */
export function mapOf<V>(entries: readonly (readonly [key: string, value: V])[]): PersistentMap<V> {
  const leaves = entries.map(([key, value]): Leaf<V> => ({ hash: hashOf(key), key, value }));
  const spare = leaves.slice();
  const build = (from: number, to: number, shift: number, own: Leaf<V>[], other: Leaf<V>[]): Slot<V> => {
    const first = own[from] as Leaf<V>;
    if (to - from === 1) return first;
    let same = from + 1;
    while (same < to && own[same]?.hash === first.hash) same++;
    if (same === to) return { hash: first.hash, leaves: own.slice(from, to).sort(byKey) };
    const ends = new Int32Array(32);
    for (let i = from; i < to; i++) {
      const digit = ((own[i] as Leaf<V>).hash >>> shift) & 31;
      ends[digit] = (ends[digit] as number) + 1;
    }
    let bits = 0;
    for (let digit = 0, end = from; digit < 32; digit++) {
      if (ends[digit] !== 0) bits |= 1 << digit;
      end += ends[digit] as number;
      ends[digit] = end;
    }
    for (let i = to - 1; i >= from; i--) {
      const leaf = own[i] as Leaf<V>;
      const digit = (leaf.hash >>> shift) & 31;
      const at = (ends[digit] as number) - 1;
      ends[digit] = at;
      other[at] = leaf;
    }
    // Each entry of `ends` is now where its leaves begin.
    const slots: Slot<V>[] = [];
    for (let digit = 0; digit < 32; digit++) {
      const start = ends[digit] as number;
      const end = digit === 31 ? to : (ends[digit + 1] as number);
      if (start < end) slots.push(build(start, end, shift + 5, other, own));
    }
    return { bits, slots, owner: undefined };
  };
  return {
    size: leaves.length,
    root: leaves.length === 0 ? null : build(0, leaves.length, 0, leaves, spare),
  };
}

/** Returns the map without the key; the same map if it is missing. */
export function withoutKey<V>(map: PersistentMap<V>, key: string): PersistentMap<V> {
  if (!map.root || getKey(map, key) === undefined) return map;
  return { size: map.size - 1, root: takeFrom(map.root, 0, hashOf(key), key) };
}

function* leavesOf<V>(slot: Slot<V>): Generator<Leaf<V>> {
  if ('bits' in slot) for (const child of slot.slots) yield* leavesOf(child);
  else if ('leaves' in slot) yield* slot.leaves;
  else yield slot;
}

/** All keys with their values, in the order that follows from the keys. */
export function entriesOf<V>(map: PersistentMap<V>): [key: string, value: V][] {
  const found: [string, V][] = [];
  const visit = (slot: Slot<V>): void => {
    if ('bits' in slot) slot.slots.forEach(visit);
    else if ('leaves' in slot) slot.leaves.forEach(visit);
    else found.push([slot.key, slot.value]);
  };
  if (map.root) visit(map.root);
  return found;
}

/** Calls back for each key that differs; skips shared parts. */
export function compareMaps<V>(
  a: PersistentMap<V>,
  b: PersistentMap<V>,
  differs: (key: string, before: V | undefined, after: V | undefined) => void,
): void {
  const visit = (x: Slot<V> | undefined, y: Slot<V> | undefined): void => {
    if (x === y) return;
    if (x && y && 'bits' in x && 'bits' in y) {
      for (let all = x.bits | y.bits; all !== 0; all &= all - 1) {
        const bit = all & -all;
        visit(
          (x.bits & bit) === 0 ? undefined : x.slots[placeOf(x.bits, bit)],
          (y.bits & bit) === 0 ? undefined : y.slots[placeOf(y.bits, bit)],
        );
      }
      return;
    }
    const before = new Map<string, V>();
    if (x) for (const { key, value } of leavesOf(x)) before.set(key, value);
    if (y)
      for (const { key, value } of leavesOf(y)) {
        const old = before.get(key);
        before.delete(key);
        if (old !== value) differs(key, old, value);
      }
    for (const [key, value] of before) differs(key, value, undefined);
  };
  visit(a.root ?? undefined, b.root ?? undefined);
}
