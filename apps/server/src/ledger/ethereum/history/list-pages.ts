import type { SqlSession } from '../../../db/session.ts';
import { int8Array } from '../../shared/byte-keys.ts';
import type { ListPair } from '../accounts/accounts.ts';
import { listOf } from './lists.ts';
import { chunkEntries, chunkOf, type Codec, type NumberedList, placeOfChunk } from './numbered-list.ts';
import { numberCodec } from '../accounts/entries.ts';

/** Reads entries of a list by their numbers, chunk by chunk, and caches what was read. */
export interface ListReader<T> {
  /** Returns entries with the given numbers, in the given order. */
  at(numbers: readonly number[]): Promise<T[]>;
}

export function createListReader<T>(
  session: SqlSession,
  about: { account: bigint; list: number; numbered: NumberedList; codec: Codec<T> },
): ListReader<T> {
  const { account, list, numbered, codec } = about;
  const known = new Map<number, T[]>();

  async function load(chunks: readonly number[]): Promise<void> {
    const rows: number[] = [];
    for (const chunk of chunks) {
      const place = placeOfChunk(numbered, chunk);
      if (place === 'row') rows.push(chunk);
      else known.set(chunk, codec.unpack(place === 'tail' ? numbered.tail : numbered.head));
    }
    if (rows.length === 0) return;
    const { rows: found } = await session.query<{ chunk: number; entries: Uint8Array }>(
      `select chunk, entries from eth_list where id = $1 and list = $2 and chunk = any(${int8Array(rows)})`,
      [String(account), list],
    );
    for (const { chunk, entries } of found) known.set(chunk, codec.unpack(entries));
  }

  return {
    async at(numbers) {
      const missing = new Set(numbers.map(chunkOf).filter((chunk) => !known.has(chunk)));
      if (missing.size > 0) await load([...missing]);
      return numbers.map((number) => {
        const chunk = chunkOf(number);
        const entry = known.get(chunk)?.[number - Math.max(numbered.lo, chunk * chunkEntries)];
        if (entry === undefined) {
          throw new RangeError(`Entry ${number} of list ${list} of account ${account} is missing`);
        }
        return entry;
      });
    },
  };
}

/**
 * Returns the numbers of a page of a list, newest first, and the number of all entries. Without hidden ones, finds the page
 * by binary search in the list of hidden entries: its entry `j` has `number − lo − j` visible ones below it.
 */
export async function pageOfList(
  session: SqlSession,
  about: {
    account: bigint;
    asset: number | undefined;
    pair: ListPair;
    hidden: boolean;
    page: number;
    limit: number;
  },
): Promise<{ total: number; numbers: number[] }> {
  const { all, hidden } = about.pair;
  const count = all.hi - all.lo;
  const hiddenCount = hidden.hi - hidden.lo;
  const total = about.hidden ? count : count - hiddenCount;
  const newest = total - 1 - (about.page - 1) * about.limit;
  const ranks: number[] = [];
  for (let rank = newest; rank >= 0 && ranks.length < about.limit; rank--) ranks.push(rank);
  if (about.hidden || hiddenCount === 0) return { total, numbers: ranks.map((rank) => all.lo + rank) };
  const reader = createListReader(session, {
    account: about.account,
    list: listOf(about.asset, true),
    numbered: hidden,
    codec: numberCodec,
  });
  const shownBelow = async (j: number): Promise<number> => {
    const [number] = await reader.at([hidden.lo + j]);
    return (number ?? 0) - all.lo - j;
  };
  const numbers: number[] = [];
  let below = hiddenCount;
  for (const rank of ranks) {
    below = await countBelow(rank, below, shownBelow);
    numbers.push(all.lo + rank + below);
  }
  return { total, numbers };
}

/**
 * Returns the number of hidden entries below the visible one of a rank; at most `bound`, which is close for the next entry
 * of a page.
 */
async function countBelow(
  rank: number,
  bound: number,
  shownBelow: (j: number) => Promise<number>,
): Promise<number> {
  let high = bound;
  let step = 1;
  let low = Math.max(0, high - step);
  while (low < high && (await shownBelow(low)) > rank) {
    high = low;
    step *= 2;
    low = Math.max(0, high - step);
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await shownBelow(middle)) > rank) high = middle;
    else low = middle + 1;
  }
  return low;
}
