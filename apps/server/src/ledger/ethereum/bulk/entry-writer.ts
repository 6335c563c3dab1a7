import { RecordBuffer } from '../../shared/bulk/runs.ts';
import { byteKey } from '../../shared/byte-keys.ts';
import { slotOfAddress } from '../accounts/accounts.ts';
import { directions, type Entry, spams } from '../accounts/entries.ts';
import { at, bits } from './entry-records.ts';

const sign = 0x80000000;

/** An address of a batch, with what its entries have in common. */
interface Owner {
  readonly homeHigh: number;
  readonly homeLow: number;
  readonly key: Uint32Array;
  /** Position and offset of its newest entry. */
  position: number;
  entry: number;
}

/** Writes entries of blocks as words (`entry-records.ts`), in chain order. */
export class EntryWriter {
  private readonly records = new RecordBuffer();
  private readonly owners = new Map<string, Owner>();

  /** Adds an entry; `asset`: its number in the batch, 0 is ether. */
  add(key: Uint8Array, asset: number, { position, movement, direction, spam, amount }: Entry): void {
    const owner = this.ownerOf(key);
    const size = wordsOf(amount);
    const entry = this.records.extend(at.amount + size);
    const { words } = this.records;
    words[entry] = owner.homeHigh;
    words[entry + 1] = owner.homeLow;
    words[entry + at.height] = Math.floor(position / 2 ** bits.direction);
    words[entry + at.flags] =
      (position % 2 ** bits.direction) |
      (directions.indexOf(direction) << bits.direction) |
      (spams.indexOf(spam) << bits.spam) |
      (size << bits.amountWords);
    words[entry + at.movement] = movement;
    words[entry + at.asset] = asset;
    for (let i = 0; i < 5; i++) words[entry + at.key + i] = owner.key[i] ?? 0;
    if (size <= 2) {
      const small = Number(amount & 0xffffffffn);
      if (size > 0) words[entry + at.amount] = small;
      if (size > 1) words[entry + at.amount + 1] = Number(amount >> 32n);
    } else {
      let rest = amount;
      for (let i = 0; i < size; i++) {
        words[entry + at.amount + i] = Number(rest & 0xffffffffn);
        rest >>= 32n;
      }
    }
    owner.position = position;
    owner.entry = entry;
  }

  /** Marks that a transaction shows that an address is a contract, if the address has an entry of it. */
  mark(key: Uint8Array, position: number, bit: number): void {
    const owner = this.owners.get(byteKey(key));
    if (owner?.position !== position) return;
    const flags = owner.entry + at.flags;
    this.records.words[flags] = (this.records.words[flags] ?? 0) | (1 << bit);
  }

  /** Returns all entries, and starts over in other memory. */
  take(): Uint32Array<ArrayBuffer> {
    this.owners.clear();
    return this.records.take();
  }

  /** Reuses the memory of entries that are no longer needed. */
  reuse(entries: Uint32Array<ArrayBuffer>): void {
    this.records.reuse(entries);
  }

  private ownerOf(key: Uint8Array): Owner {
    const name = byteKey(key);
    const known = this.owners.get(name);
    if (known) return known;
    const home = BigInt.asUintN(64, slotOfAddress(key));
    const own = new Uint32Array(5);
    new Uint8Array(own.buffer).set(key);
    const owner: Owner = {
      homeHigh: (Number(home >> 32n) ^ sign) >>> 0,
      homeLow: Number(home & 0xffffffffn),
      key: own,
      position: -1,
      entry: 0,
    };
    this.owners.set(name, owner);
    return owner;
  }
}

/** Returns the number of 32-bit words of an amount below 2^256. */
function wordsOf(amount: bigint): number {
  let size = 0;
  for (let rest = amount; rest > 0n; rest >>= 32n) size++;
  if (size > 8) throw new RangeError('An amount has more than 256 bits');
  return size;
}
