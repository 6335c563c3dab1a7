import type { Coin, Shares } from './wallet.ts';

/** A coin without its wallet. */
export type QueuedCoin = Omit<Coin, 'wallet'>;

/** Bytes per coin: txid, value (8), output, and address index (4 each). */
const size = 48;

/**
 * The coins of a wallet, oldest first, in one array of bytes: pools and payment processors collect coins for as long as the
 * demo runs, and an object with its txid takes ten times as much memory.
 */
export class CoinQueue {
  #bytes = new DataView(new ArrayBuffer(0));
  /** Flows of coins that have some, by number of the coin. */
  readonly #shares = new Map<number, Shares>();
  /** Numbers of the oldest coin, of the one after the newest, and of the one at the start of the array. */
  #first = 0;
  #next = 0;
  #base = 0;

  get length(): number {
    return this.#next - this.#first;
  }

  /** Adds a coin as the newest one. */
  push({ txid, vout, value, index, shares }: QueuedCoin): void {
    if ((this.#next - this.#base + 1) * size > this.#bytes.byteLength) this.#makeRoom();
    const at = (this.#next - this.#base) * size;
    new Uint8Array(this.#bytes.buffer).set(txid, at);
    this.#bytes.setBigUint64(at + 32, value);
    this.#bytes.setUint32(at + 40, vout);
    this.#bytes.setUint32(at + 44, index);
    if (shares) this.#shares.set(this.#next, shares);
    this.#next++;
  }

  /** Returns the newest coin; undefined if there is none. */
  newest(): QueuedCoin | undefined {
    return this.length === 0 ? undefined : this.#read(this.#next - 1);
  }

  /** Removes and returns the newest coin; undefined if there is none. */
  takeNewest(): QueuedCoin | undefined {
    const coin = this.newest();
    if (coin) this.#shares.delete(--this.#next);
    return coin;
  }

  /** Removes and returns the oldest coin; undefined if there is none. */
  takeOldest(): QueuedCoin | undefined {
    if (this.length === 0) return undefined;
    const coin = this.#read(this.#first);
    this.#shares.delete(this.#first++);
    return coin;
  }

  #read(number: number): QueuedCoin {
    const at = (number - this.#base) * size;
    return {
      txid: new Uint8Array(this.#bytes.buffer).slice(at, at + 32),
      value: this.#bytes.getBigUint64(at + 32),
      vout: this.#bytes.getUint32(at + 40),
      index: this.#bytes.getUint32(at + 44),
      shares: this.#shares.get(number),
    };
  }

  /** Moves the coins to the start of an array that has room for half as many again. */
  #makeRoom(): void {
    const moved = new Uint8Array(size * Math.max(2, Math.ceil(this.length * 1.5)));
    const at = (this.#first - this.#base) * size;
    moved.set(new Uint8Array(this.#bytes.buffer).subarray(at, at + this.length * size));
    this.#bytes = new DataView(moved.buffer);
    this.#base = this.#first;
  }
}
