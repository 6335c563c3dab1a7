import type { TaintMethod } from './types.ts';

/** Index of a pool entry, or a special end. */
export const notKnown = -1;
export const stillUnspent = -2;

/**
 * An amount that entered by one entry and left by another. FIFO and LIFO also specify the units: `fromStart` and `toStart`
 * count from the first unit; `mirrored` units left in reverse order. With poison, amounts are meaningless.
 */
export interface Link {
  readonly from: number;
  readonly to: number;
  readonly amount: bigint;
  readonly fromStart: bigint;
  readonly toStart: bigint;
  readonly mirrored: boolean;
}
type Emit = (link: Link) => void;

/** State of a pool while its entries are processed. */
export interface LotAllocator {
  /** `amount` undefined: unknown. */
  put(entry: number, amount: bigint | undefined): void;
  take(entry: number, amount: bigint): void;
  /** Called after the last entry; emits what is still unspent. */
  end(): void;
}

function plain(from: number, to: number, amount: bigint): Link {
  return { from, to, amount, fromStart: 0n, toStart: 0n, mirrored: false };
}

/**
 * Pro rata: each outgoing amount is divided over the balance, in proportion ("haircut", Möser, Böhme, Breuker 2014). Each
 * lot gets its cumulative share, rounded down, minus that of the lots before it. After an unknown incoming amount, no
 * proportion is known: everything outgoing is unknown.
 */
function haircutAllocator(emit: Emit): LotAllocator {
  let lots: { entry: number; left: bigint }[] = [];
  let balance = 0n;
  let removals = 0;
  let open = false;
  return {
    put(entry, amount) {
      if (amount === undefined) {
        for (const lot of lots) if (lot.left > 0n) emit(plain(lot.entry, notKnown, lot.left));
        lots = [];
        open = true;
      } else if (open) emit(plain(entry, notKnown, amount));
      else {
        lots.push({ entry, left: amount });
        balance += amount;
      }
    },
    take(entry, amount) {
      const known = open ? 0n : amount < balance ? amount : balance;
      if (known < amount) emit(plain(notKnown, entry, amount - known));
      if (known === 0n) return;
      let seen = 0n;
      let given = 0n;
      for (const lot of lots) {
        seen += lot.left;
        const upTo = (known * seen) / balance;
        const part = upTo - given;
        given = upTo;
        if (part === 0n) continue;
        emit(plain(lot.entry, entry, part));
        lot.left -= part;
      }
      balance -= known;
      if (balance === 0n || lots.length < 8 || ++removals % 16 === 0)
        lots = lots.filter(({ left }) => left > 0n);
    },
    end() {
      for (const { entry, left } of lots) if (left > 0n) emit(plain(entry, stillUnspent, left));
    },
  };
}

/**
 * FIFO: first in, first out (Clayton's case, 1816; for Bitcoin R. Anderson, I. Shumailov, M. Ahmed: Making Bitcoin Legal,
 * 2018): inputs and outputs in order, the fee last. LIFO: last in, first out, with the last unit first. An unknown amount
 * never runs out: amounts behind it are not reached.
 */
function orderedAllocator(emit: Emit, lastFirst: boolean): LotAllocator {
  const lots: { entry: number; start: bigint; left: bigint | undefined }[] = [];
  let head = 0;
  const next = () => (lastFirst ? lots.at(-1) : lots[head]);
  return {
    put(entry, amount) {
      lots.push({ entry, start: 0n, left: amount });
    },
    take(entry, amount) {
      let toStart = 0n;
      while (toStart < amount) {
        const lot = next();
        const missing = amount - toStart;
        if (lot?.left === undefined) {
          emit({ ...plain(notKnown, entry, missing), toStart });
          return;
        }
        const part = lot.left < missing ? lot.left : missing;
        const fromStart = lastFirst ? lot.left - part : lot.start;
        emit({ from: lot.entry, to: entry, amount: part, fromStart, toStart, mirrored: lastFirst });
        lot.left -= part;
        lot.start += part;
        toStart += part;
        if (lot.left > 0n) return;
        if (lastFirst) lots.pop();
        else head += 1;
      }
    },
    end() {
      const rest = lastFirst ? lots.toReversed() : lots.slice(head);
      let open = false;
      for (const { entry, start, left } of rest) {
        if (left === undefined) open = true;
        else if (left > 0n) {
          const fromStart = lastFirst ? 0n : start;
          emit({ ...plain(entry, open ? notKnown : stillUnspent, left), fromStart });
        }
      }
    },
  };
}

/** Poison: every outgoing amount is linked to all incoming amounts since the pool was last empty. */
function poisonAllocator(emit: Emit): LotAllocator {
  let entries: number[] = [];
  let balance: bigint | undefined = 0n;
  return {
    put(entry, amount) {
      entries.push(amount === undefined ? notKnown : entry);
      if (balance !== undefined) balance = amount === undefined ? undefined : balance + amount;
    },
    take(entry, amount) {
      for (const from of entries) emit(plain(from, entry, 0n));
      if (balance === undefined) return;
      if (balance < amount) emit(plain(notKnown, entry, 0n));
      balance = balance < amount ? 0n : balance - amount;
      if (balance === 0n) entries = [];
    },
    end() {
      for (const from of entries) emit(plain(from, balance === undefined ? notKnown : stillUnspent, 0n));
    },
  };
}

/** Creates an empty pool of a method; `emit` receives each link. */
export function allocatorOf(method: TaintMethod, emit: Emit): LotAllocator {
  switch (method) {
    case 'haircut':
      return haircutAllocator(emit);
    case 'fifo':
      return orderedAllocator(emit, false);
    case 'lifo':
      return orderedAllocator(emit, true);
    case 'poison':
      return poisonAllocator(emit);
  }
}
