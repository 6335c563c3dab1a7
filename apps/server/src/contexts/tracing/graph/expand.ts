import { type CallOutput, type expandFlow, flowTraceLimits } from '@hopscope/contract';
import { byText, chains, descending } from '@hopscope/domain';
import type { z } from 'zod';
import { badRequest } from '../../../lib/app-error.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { assetName, coinAssets, type Move, presentMove } from './moves.ts';
import { type HistoryEntry, type MoveHistory, openMoveHistory } from './move-history.ts';
import type { AddressRef, TracingSnapshot } from './open-tracing.ts';
import { readParties } from './parties.ts';
import { categoryOf, isCategory } from './services.ts';
import { daysOf, type Within } from './within.ts';

type Question = z.output<typeof expandFlow.body & z.ZodType>;
type Answer = Omit<CallOutput<typeof expandFlow>, 'success'>;
type Expansion = Pick<
  Question,
  | 'count'
  | 'direction'
  | 'from'
  | 'to'
  | 'minAmount'
  | 'maxAmount'
  | 'categories'
  | 'top'
  | 'order'
  | 'change'
  | 'after'
  | 'limit'
>;

/** Most entries of a history to read as a whole, which makes its totals exact. */
const mostReadAtOnce = 2000;
/** Entries per read. */
const portion = 500;

const other = (move: Move, own: string): string => (move.from === own ? move.to : move.from);

/** Sorts the newest first; within a transaction in its order. */
function byTime(a: Move, b: Move): number {
  return b.by.position - a.by.position || a.number - b.number || byText(a.from, b.from) || byText(a.to, b.to);
}

/** The requested part of a history: entries between two positions, and a filter. */
interface Asked {
  readonly low: number;
  readonly high: number;
  readonly within: Within;
  fits(move: Move): boolean;
}

async function placesOf(history: MoveHistory, within: Within): Promise<{ low: number; high: number }> {
  const { first, last, slack } = within;
  return {
    low: first === undefined ? 0 : await history.upToTime(first - slack),
    high: last === undefined ? history.total : await history.upToTime(last + slack),
  };
}

function fitting(own: string, question: Expansion): (move: Move) => boolean {
  const { direction } = question;
  const least = question.minAmount === undefined ? undefined : BigInt(question.minAmount);
  const most = question.maxAmount === undefined ? undefined : BigInt(question.maxAmount);
  if (least !== undefined && most !== undefined && least > most) {
    throw badRequest('bad_request', '`minAmount` must not be above `maxAmount`');
  }
  return ({ from, to, amount }) =>
    (direction === 'both' || (direction === 'in' ? to === own : from === own)) &&
    (least === undefined || amount >= least) &&
    (most === undefined || amount <= most);
}

async function inCategories(
  tracing: TracingSnapshot,
  own: string,
  { moves, categories }: { moves: readonly Move[]; categories: readonly string[] },
): Promise<Move[]> {
  const wrong = categories.find((id) => !isCategory(id));
  if (wrong !== undefined) throw badRequest('bad_request', `Unknown category ${wrong}`);
  const wanted = new Set(categories);
  const places = new Map(moves.map((move) => [other(move, own), tracing.addressRef(other(move, own)).key]));
  const owners = await tracing.owners.read(places.values());
  return moves.filter((move) => {
    const key = places.get(other(move, own));
    const label = key && owners.get(byteKey(key))?.label;
    return wanted.has(categoryOf(label) ?? 'none');
  });
}

function totalsOf(moves: readonly Move[], own: string): NonNullable<Answer['totals']> {
  const groups = [...Map.groupBy(moves, ({ asset }) => assetName(asset)).values()];
  const sum = (group: readonly Move[]): string => String(group.reduce((all, { amount }) => all + amount, 0n));
  return groups
    .flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      return [
        {
          asset: first.asset,
          transfers: group.length,
          in: sum(group.filter(({ to }) => to === own)),
          out: sum(group.filter(({ from }) => from === own)),
        },
      ];
    })
    .toSorted(
      (a, b) =>
        Number(a.asset.contract !== null) - Number(b.asset.contract !== null) ||
        byText(a.asset.contract ?? '', b.asset.contract ?? ''),
    );
}

const sideOf = ({ from, to }: Move, own: string): 'in' | 'out' | 'self' =>
  from === to ? 'self' : to === own ? 'in' : 'out';

/** Returns transactions that are only partly on a page, with their totals over all of `known`. */
function partlyOf(page: readonly Move[], known: readonly Move[], own: string): Answer['partly'] {
  const groupOf = (move: Move): string =>
    `${move.by.transaction}|${sideOf(move, own)}|${assetName(move.asset)}`;
  const there = Map.groupBy(page, groupOf);
  const all = Map.groupBy(known, groupOf);
  return [...there].flatMap(([key, part]) => {
    const total = all.get(key) ?? part;
    const [first] = total;
    if (!first || total.length <= part.length) return [];
    return [
      {
        transaction: first.by.transaction,
        asset: first.asset,
        side: sideOf(first, own),
        transfers: total.length,
        amount: String(total.reduce((sum, { amount }) => sum + amount, 0n)),
      },
    ];
  });
}

/**
 * Returns moves of the transaction at an edge of a page that are beyond it: on Ethereum each movement is an entry of its
 * own.
 */
async function beyond(
  history: MoveHistory,
  { from, step, low, high }: { from: number; step: 1 | -1; low: number; high: number },
  { transaction, fits, signal }: { transaction: string; fits: Asked['fits']; signal: AbortSignal },
): Promise<Move[]> {
  const found: Move[] = [];
  let at = from;
  for (let size = 4; step < 0 ? at > low : at < high; size = Math.min(portion, size * 4)) {
    signal.throwIfAborted();
    const next = step < 0 ? Math.max(low, at - size) : Math.min(high, at + size);
    const read = await history.read(Math.min(at, next), Math.max(at, next));
    const same = read.flatMap(({ moves }) => moves).filter(({ by }) => by.transaction === transaction);
    found.push(...same.filter(fits));
    const edge = step < 0 ? read.at(0) : read.at(-1);
    if (edge?.moves[0]?.by.transaction !== transaction) break;
    at = next;
  }
  return found;
}

function apartOf(entries: readonly HistoryEntry[]): Answer['apart'] {
  const sum = (name: 'mined' | 'withoutAddress' | 'unknown'): string =>
    String(entries.reduce((all, entry) => all + entry[name], 0n));
  return {
    mined: sum('mined'),
    withoutAddress: sum('withoutAddress'),
    unknown: sum('unknown'),
    tooLarge: entries.filter(({ tooLarge }) => tooLarge).length,
  };
}

interface Page {
  readonly moves: readonly Move[];
  readonly partly: Answer['partly'];
  readonly totals: Answer['totals'];
  readonly total: number | null;
  readonly next: string | null;
  readonly apart: Answer['apart'];
  readonly scanned: Answer['scanned'];
}

/**
 * Returns a cursor: `a` + number of returned transfers, or `e` + entries below it and returned transfers of the next one.
 */
function cursorOf(
  text: string | undefined,
): { all: number } | { entries: number; offset: number } | undefined {
  if (text === undefined) return undefined;
  const [, all, entries, offset] = /^(?:a(\d{1,9})|e(\d{1,9})-(\d{1,9}))$/.exec(text) ?? [];
  if (all !== undefined) return { all: Number(all) };
  if (entries !== undefined) return { entries: Number(entries), offset: Number(offset) };
  throw badRequest('bad_request', '`after` is not a valid cursor');
}

/** Room of a page: tells whether a move is still on it. */
interface Room {
  admits: (move: Move) => boolean;
  /** No further move can be admitted. */
  isFull: () => boolean;
}

function roomOf({ limit, count }: Pick<Expansion, 'limit' | 'count'>, oneEntryEach: boolean): Room {
  let moves = 0;
  const transactions = new Set<string>();
  if (count === 'transfers') return { admits: () => moves++ < limit, isFull: () => moves >= limit };
  return {
    admits({ by }) {
      if (!transactions.has(by.transaction) && transactions.size >= limit) return false;
      transactions.add(by.transaction);
      return true;
    },
    // The next entry can belong to the same transaction where each movement is an entry of its own.
    isFull: () => oneEntryEach && transactions.size >= limit,
  };
}

/** Reads everything requested up to the limit, sorts it, and returns a page. */
async function readAll(
  history: MoveHistory,
  asked: Asked,
  about: { tracing: TracingSnapshot; own: string; question: Expansion; signal: AbortSignal },
): Promise<Page> {
  const { tracing, own, question, signal } = about;
  const { low, high, within, fits } = asked;
  const bottom = Math.max(low, high - flowTraceLimits.scanned);
  const entries: HistoryEntry[] = [];
  for (let to = high; to > bottom; to -= portion) {
    signal.throwIfAborted();
    const read = await history.read(Math.max(bottom, to - portion), to);
    entries.push(...read.filter(({ time }) => within.has(time)));
  }
  let moves = entries.flatMap((entry) => entry.moves).filter(fits);
  if (question.categories) {
    moves = await inCategories(tracing, own, { moves, categories: question.categories });
  }
  const places = new Map(totalsOf(moves, own).map(({ asset }, place) => [assetName(asset), place]));
  const placeOf = ({ asset }: Move): number => places.get(assetName(asset)) ?? 0;
  const byAmount = (a: Move, b: Move): number =>
    placeOf(a) - placeOf(b) || descending(a.amount, b.amount) || byTime(a, b);
  if (question.top !== undefined) {
    const groups = Map.groupBy(moves, placeOf).values();
    moves = [...groups].flatMap((group) => group.toSorted(byAmount).slice(0, question.top));
  }
  const totals = totalsOf(moves, own);
  const sorted = moves.toSorted(question.order === 'amount' ? byAmount : byTime);
  const cursor = cursorOf(question.after);
  if (cursor && !('all' in cursor)) throw badRequest('bad_request', '`after` belongs to another query');
  const from = cursor?.all ?? 0;
  const room = roomOf(question, false);
  let to = from;
  for (let move = sorted[to]; move && room.admits(move); move = sorted[to]) to++;
  const page = sorted.slice(from, to);
  return {
    moves: page,
    partly: partlyOf(page, sorted, own),
    totals,
    total: sorted.length,
    next: to < sorted.length ? `a${to}` : null,
    apart: apartOf(entries),
    scanned: { transactions: high - bottom, of: high - low, complete: bottom === low },
  };
}

/** Reads the next page in index order, without the entries below. */
async function readPage(
  history: MoveHistory,
  asked: Asked,
  {
    own: address,
    question,
    chain,
    signal,
  }: { own: string; question: Expansion; chain: TracingSnapshot['chain']; signal: AbortSignal },
): Promise<Page> {
  const { low, high, within, fits } = asked;
  const { limit } = question;
  const room = roomOf(question, chains[chain].model === 'utxo');
  const cursor = cursorOf(question.after);
  if (cursor && 'all' in cursor) throw badRequest('bad_request', '`after` belongs to another query');
  const top = cursor ? Math.min(high, cursor.entries) : high;
  const bottom = Math.max(low, top - flowTraceLimits.scanned);
  let skip = cursor?.offset ?? 0;
  const moves: Move[] = [];
  const entries: HistoryEntry[] = [];
  /** Of all entries read, returned or not. */
  const known: Move[] = [];
  let at = top;
  let next: string | null = null;
  for (let size = limit; at > bottom && next === null; size = portion) {
    signal.throwIfAborted();
    const read = await history.read(Math.max(bottom, at - size), at);
    for (const entry of read.toReversed()) {
      const own = within.has(entry.time) ? entry.moves.filter(fits).toSorted(byTime) : [];
      known.push(...own);
      let offset = skip;
      for (let move = own[offset]; move && room.admits(move); move = own[offset]) {
        moves.push(move);
        offset++;
      }
      entries.push(entry);
      if (offset < own.length) {
        next = `e${at}-${offset}`;
        break;
      }
      skip = 0;
      at -= 1;
      if (room.isFull()) {
        next = at > low ? `e${at}-0` : null;
        break;
      }
    }
    if (room.isFull()) break;
  }
  if (next === null && !room.isFull() && at > low) next = `e${at}-0`;
  const [first, last] = [moves[0], moves.at(-1)];
  if (first && last && chains[first.asset.chain].model === 'account') {
    const edge = { fits, signal };
    const below = at - (next?.endsWith('-0') === false ? 1 : 0);
    const up = { from: top, step: 1, low, high } as const;
    const down = { from: below, step: -1, low, high } as const;
    known.push(...(await beyond(history, up, { ...edge, transaction: first.by.transaction })));
    known.push(...(await beyond(history, down, { ...edge, transaction: last.by.transaction })));
  }
  return {
    moves,
    partly: partlyOf(moves, known, address),
    totals: null,
    total: null,
    next,
    apart: apartOf(entries),
    scanned: { transactions: top - at, of: high - low, complete: false },
  };
}

/** Returns transfers of an address. Throws 400 for contradictory filters. */
export async function expand(
  tracing: TracingSnapshot,
  place: AddressRef,
  about: {
    question: Expansion;
    asset: 'ether' | Uint8Array | undefined;
    canSeeRestricted: boolean;
    centsOf: (balance: bigint) => bigint | null;
    signal: AbortSignal;
  },
): Promise<Answer> {
  const { question, asset, canSeeRestricted, centsOf, signal } = about;
  const own = place.address;
  const within = daysOf(question.from, question.to);
  const fits = fitting(own, question);
  const history = await openMoveHistory(tracing, place, { asset, change: question.change });
  const { low, high } = await placesOf(history, within);
  const asked: Asked = { low, high: Math.max(low, high), within, fits };
  const { minAmount, maxAmount, categories, top, order } = question;
  const filtered = minAmount ?? maxAmount ?? categories ?? top;
  const readsAll = filtered !== undefined || order === 'amount' || asked.high - low <= mostReadAtOnce;
  const page = readsAll
    ? await readAll(history, asked, { tracing, own, question, signal })
    : await readPage(history, asked, { own, question, chain: tracing.chain, signal });
  const joined = page.moves.filter(({ by }) => by.coinJoin);
  const coinJoins = new Set(joined.flatMap(({ from, to }) => [from, to]));
  const others = [...new Set(page.moves.map((move) => other(move, own)))].filter((each) => each !== own);
  const parties = await readParties(tracing, [place, ...others.map((each) => tracing.addressRef(each))], {
    canSeeRestricted,
    coinJoins,
    centsOf,
  });
  const party = parties.get(own);
  if (!party) throw new Error('The address that was asked for is missing');
  const none =
    page.totals?.length === 0
      ? [{ asset: coinAssets[tracing.chain], transfers: 0, in: '0', out: '0' }]
      : page.totals;
  return {
    basis: tracing.basis,
    party,
    transfers: page.moves.map(presentMove),
    partly: page.partly,
    parties: others.flatMap((each) => parties.get(each) ?? []),
    totals: none,
    coinJoins: [...new Set(joined.map(({ by }) => by.transaction))],
    apart: page.apart,
    scanned: page.scanned,
    pagination: { limit: question.limit, total: page.total, next: page.next },
    coverage: tracing.coverage,
  };
}
