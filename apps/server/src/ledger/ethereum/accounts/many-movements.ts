import type { SqlSession } from '../../../db/session.ts';
import { byteKey, int8Array } from '../../shared/byte-keys.ts';
import { type Account, findAccounts, slotOfAddress, unpackHolding } from './accounts.ts';
import { findAssets } from './assets.ts';
import { etherAsset } from './effects.ts';
import { entryCodec, numberCodec } from './entries.ts';
import { listOf } from '../history/lists.ts';
import type { MovementRow } from '../model.ts';
import { chunkOf, type Codec, type NumberedList, placeOfChunk } from '../history/numbered-list.ts';

/** An account and one of its assets: `ether` or a token by its contract; undefined: all assets. */
export interface MovementsWanted {
  readonly key: Uint8Array;
  readonly asset: 'ether' | Uint8Array | undefined;
}

/** The newest movements, oldest first, and the number of all. */
export interface FoundMovements {
  readonly account: Account;
  readonly total: number;
  readonly rows: readonly MovementRow[];
}

interface Wanted {
  readonly id: bigint;
  readonly list: number;
  readonly numbered: NumberedList;
  readonly numbers: readonly number[];
}

/** Reads entries with the given numbers, list by list in the given order, in one query for all. */
async function readEntries<T>(
  session: SqlSession,
  wanted: readonly Wanted[],
  codec: Codec<T>,
): Promise<T[][]> {
  const rows = wanted.flatMap(({ id, list, numbered, numbers }) =>
    [...new Set(numbers.map(chunkOf))]
      .filter((chunk) => placeOfChunk(numbered, chunk) === 'row')
      .map((chunk) => ({ id, list, chunk })),
  );
  const packed = new Map<string, T[]>();
  if (rows.length > 0) {
    const { rows: found } = await session.query<{
      id: bigint;
      list: number;
      chunk: number;
      entries: Uint8Array;
    }>(
      `select e.id, e.list, e.chunk, e.entries from unnest(${int8Array(rows.map(({ id }) => id))}, ${int8Array(
        rows.map(({ list }) => list),
      )}, ${int8Array(rows.map(({ chunk }) => chunk))}) as w(id, list, chunk)
       join eth_list e on e.id = w.id and e.list = w.list and e.chunk = w.chunk`,
    );
    for (const row of found) packed.set(`${row.id} ${row.list} ${row.chunk}`, codec.unpack(row.entries));
  }
  return wanted.map(({ id, list, numbered, numbers }) => {
    const ends = new Map<string, T[]>();
    const chunkAt = (chunk: number): T[] | undefined => {
      const place = placeOfChunk(numbered, chunk);
      if (place === 'row') return packed.get(`${id} ${list} ${chunk}`);
      const known = ends.get(place) ?? codec.unpack(place === 'tail' ? numbered.tail : numbered.head);
      ends.set(place, known);
      return known;
    };
    let last: { readonly chunk: number; readonly entries: T[] | undefined } | undefined;
    return numbers.map((number) => {
      const chunk = chunkOf(number);
      if (last?.chunk !== chunk) last = { chunk, entries: chunkAt(chunk) };
      const entry = last.entries?.[number - Math.max(numbered.lo, chunk * 64)];
      if (entry === undefined)
        throw new RangeError(`Entry ${number} of list ${list} of account ${id} is missing`);
      return entry;
    });
  });
}

async function holdingsOf(
  session: SqlSession,
  wanted: readonly { account: Account; asset: number }[],
): Promise<Map<string, NumberedList>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await session.query<{ id: bigint; asset: number; lists: Uint8Array }>(
    `select h.id, h.asset, h.lists from unnest(${int8Array(wanted.map(({ account }) => account.id))}, ${int8Array(
      wanted.map(({ asset }) => asset),
    )}) as w(id, asset) join eth_holding h on h.id = w.id and h.asset = w.asset`,
  );
  return new Map(rows.map(({ id, asset, lists }) => [`${id} ${asset}`, unpackHolding(lists).all]));
}

/** Returns accounts of addresses by byte key; omits those without movements. */
export async function readEthereumAccounts(
  session: SqlSession,
  keys: Iterable<Uint8Array>,
): Promise<Map<string, Account>> {
  return (await findAccounts(session, keys, slotOfAddress)).found;
}

/**
 * Returns the newest `most` movements of several accounts, including hidden ones, in a few queries for all. Undefined if an
 * account never moved the asset. `orNone`: none of an account that has more.
 */
export async function readNewestMovements(
  session: SqlSession,
  wanted: readonly MovementsWanted[],
  most: number,
  { orNone = false } = {},
): Promise<(FoundMovements | undefined)[]> {
  const accounts = await readEthereumAccounts(
    session,
    new Map(wanted.map(({ key }) => [byteKey(key), key])).values(),
  );
  const contracts = wanted.flatMap(({ asset }) => (asset instanceof Uint8Array ? [asset] : []));
  const assets = await findAssets(session, new Map(contracts.map((one) => [byteKey(one), one])).values());
  const plain = wanted.map(({ key, asset }) => {
    const account = accounts.get(byteKey(key));
    const number =
      asset instanceof Uint8Array
        ? assets.get(byteKey(asset))?.id
        : asset === 'ether'
          ? etherAsset
          : ('all' as const);
    return account && number !== undefined ? { account, number } : undefined;
  });
  const holdings = await holdingsOf(
    session,
    plain.flatMap((one) =>
      one && one.number !== 'all' && one.number !== etherAsset
        ? [{ account: one.account, asset: one.number }]
        : [],
    ),
  );
  const lists = plain.map((one) => {
    if (!one) return undefined;
    const { account, number } = one;
    if (number === 'all') return { account, number, numbered: account.movements.all };
    const numbered = number === etherAsset ? account.ether.all : holdings.get(`${account.id} ${number}`);
    return numbered && { account, number, numbered };
  });
  const newest = (list: NumberedList): number[] => {
    if (orNone && list.hi - list.lo > most) return [];
    const from = Math.max(list.lo, list.hi - most);
    return Array.from({ length: list.hi - from }, (_, i) => from + i);
  };
  const open = lists.flatMap((one) => (one ? [one] : []));
  const named = open.filter(({ number }) => number !== 'all');
  const sequences = await readEntries(
    session,
    named.map(({ account, number, numbered }) => ({
      id: account.id,
      list: listOf(number === 'all' ? undefined : number, false),
      numbered,
      numbers: newest(numbered),
    })),
    numberCodec,
  );
  const places = new Map(named.map((one, i) => [one, sequences[i] ?? []]));
  const asked = open.map((one) => ({
    id: one.account.id,
    list: listOf(undefined, false),
    numbered: one.account.movements.all,
    numbers: places.get(one) ?? newest(one.numbered),
  }));
  const entries = await readEntries(session, asked, entryCodec);
  const found = new Map(
    open.map((one, i): [typeof one, FoundMovements] => [
      one,
      {
        account: one.account,
        total: one.numbered.hi - one.numbered.lo,
        rows: (entries[i] ?? []).map((entry, j) => ({ sequence: asked[i]?.numbers[j] ?? 0, ...entry })),
      },
    ]),
  );
  return lists.map((one) => one && found.get(one));
}
