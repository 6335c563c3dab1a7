import { utcDayNumber } from '@hopscope/domain';
import { setImmediate } from 'node:timers/promises';
import { createKeyedMutex } from '../../../lib/keyed-mutex.ts';
import { createLru } from '../../../lib/lru.ts';
import { type AddressFilter, filterKey, readsPacked, meets } from './address-filter.ts';
import type { Counterparties } from './counterparties.ts';
import type { Anchor, Histories, HistoryAnswer, HistoryRow, OpenHistory, FullRow } from './history.ts';
import { paginate, type Page } from '../blocks/pagination.ts';

/** Rows per transaction, for filters on packed rows and for those that need whole transactions. */
const rowsAtATime = 4096;
export const rowsPerRead = 256;
/** Most filters with cached matches, and most cached matches in all. */
const mostStored = 64;
const mostMatches = 2_000_000;

/** Progress of a search through a history. */
interface Search {
  readonly anchor: Anchor;
  /** Rows from `from` to below `next` have been checked. */
  readonly from: number;
  readonly next: number;
  /** Numbers of matching rows, ascending; hidden ones only if requested. */
  readonly matches: number[];
  /** Matching rows marked as spam. */
  readonly hidden: number;
  /** Rows on the days of the requested time. */
  readonly onDays: number;
  /** True if no row was skipped because of its time. */
  readonly isFull: boolean;
}

type Step =
  | { readonly answer: HistoryAnswer }
  | { readonly search: Search; readonly rows: readonly FullRow[] };

/** The inputs of one search step. */
interface Look {
  readonly text: string;
  readonly filter: AddressFilter;
  readonly page: Page;
}

function begin(history: OpenHistory, from: number, isFull: boolean): Search {
  return { anchor: history.anchor, from, next: from, matches: [], hidden: 0, onDays: 0, isFull };
}

/** Returns the cached search if its rows are still current, or else a new one. */
async function resume(
  history: OpenHistory,
  { filter }: Look,
  before: Search | undefined,
): Promise<{ search: Search; end: number; rowsOfDays: number | null }> {
  const all = { from: history.lo, to: history.hi, rowsOfDays: null };
  const stored = before && (await history.isCurrent(before.anchor)) ? before : undefined;
  const window = filter.times && !stored?.isFull ? await history.windowOf(filter.times) : all;
  const fits = stored && stored.from === window.from && stored.next <= window.to;
  const search = fits ? stored : begin(history, window.from, !filter.times);
  return { search, end: window.to, rowsOfDays: window.rowsOfDays };
}

function onDaysOf(rows: readonly HistoryRow[], { times }: AddressFilter): number {
  if (!times) return 0;
  const [first, last] = [utcDayNumber(times.from), utcDayNumber(times.to)];
  return rows.filter(
    ({ time }) => time !== undefined && utcDayNumber(time) >= first && utcDayNumber(time) <= last,
  ).length;
}

/** Returns the search extended by `rows`, of which `found` match the filter. */
function grown(
  search: Search,
  {
    rows,
    found,
    next,
    filter,
    anchor,
  }: {
    rows: readonly HistoryRow[];
    found: readonly HistoryRow[];
    next: number;
    filter: AddressFilter;
    anchor: Anchor;
  },
): Search {
  const shown = filter.hidden ? found : found.filter(({ spam }) => !spam);
  return {
    ...search,
    anchor,
    next,
    matches: search.matches.concat(shown.map(({ number }) => number)),
    hidden: search.hidden + found.filter(({ spam }) => spam).length,
    onDays: search.onDays + onDaysOf(rows, filter),
  };
}

function answerOf(history: OpenHistory, { page }: Look, { matches, hidden }: Search): Promise<HistoryAnswer> {
  const end = matches.length - (page.page - 1) * page.limit;
  const numbers = matches.slice(Math.max(0, end - page.limit), Math.max(0, end)).reverse();
  return history.page(numbers, paginate(page, matches.length), hidden);
}

/** Checks the next rows, or returns the result if all are checked; reads one snapshot. */
async function step(
  history: OpenHistory,
  look: Look,
  before: Search | undefined,
): Promise<Step & { search: Search }> {
  const { filter } = look;
  const { search, end, rowsOfDays } = await resume(history, look, before);
  if (search.next >= end) {
    if (rowsOfDays === null || search.onDays === rowsOfDays) {
      return { search, answer: await answerOf(history, look, search) };
    }
    // Some rows are outside of the window: check all of them.
    return step(history, look, begin(history, history.lo, true));
  }
  const { anchor } = history;
  const { rows, found, next } = await nextRows(history, filter, { from: search.next, to: end });
  if (filter.counterparty === undefined) {
    return { search: grown(search, { rows, found, next, filter, anchor }), rows: [] };
  }
  // The directory is queried outside of the snapshot: matches are added afterward.
  const looked = grown(search, { rows, found: [], next, filter, anchor });
  return { search: looked, rows: await history.fullRows(found.map(({ number }) => number)) };
}

/**
 * Returns the next rows, and those that match the filter except for the counterparty: at most the number of rows that are
 * read as a whole at once.
 */
export async function nextRows(
  history: OpenHistory,
  filter: AddressFilter,
  { from, to, limit = Number.MAX_SAFE_INTEGER }: { from: number; to: number; limit?: number },
): Promise<{ rows: HistoryRow[]; found: HistoryRow[]; next: number }> {
  const most = filter.counterparty === undefined ? limit : Math.min(limit, rowsPerRead);
  // Where packed rows decide nothing, all are read as a whole, so no more than that many are needed.
  const end = Math.min(to, from + (readsPacked(filter) ? rowsAtATime : Math.min(most, rowsAtATime)));
  const rows = await history.rows(from, end, { times: filter.times !== undefined });
  const found = rows.filter((row) => meets(row, filter));
  const beyond = found[most];
  if (!beyond) return { rows, found, next: end };
  return {
    rows: rows.filter(({ number }) => number < beyond.number),
    found: found.slice(0, most),
    next: beyond.number,
  };
}

/** Returns the rows with a counterparty address that belongs to the entity. */
export async function withCounterparty<T extends FullRow>(
  rows: readonly T[],
  entity: string,
  counterparties: Counterparties,
): Promise<T[]> {
  const owners = await counterparties.ownersOf(rows.flatMap(({ others }) => others));
  return rows.filter(({ others }) => others.some((address) => owners.get(address)?.id === entity));
}

/**
 * Pages of histories by filters, with exact totals. Matches are cached, so that the next page, and the same page after new
 * blocks, checks only new rows; a reorganization, or blocks added below others, restarts the search.
 */
export function createFilteredHistory({ matchesStored = mostMatches } = {}) {
  const stored = createLru<string, Search>({
    most: mostStored,
    weightOf: ({ matches }) => matches.length,
    mostWeight: matchesStored,
  });
  const runExclusive = createKeyedMutex();

  return {
    /** Returns a page of the matching rows, newest first. Throws the signal's reason if the client disconnects. */
    async page(
      histories: Histories,
      look: Look,
      { counterparties, signal }: { counterparties: Counterparties; signal: AbortSignal },
    ): Promise<HistoryAnswer> {
      const { text, filter } = look;
      const version = filter.counterparty === undefined ? 0 : await counterparties.version();
      const key = `${text.trim()} ${version} ${filterKey(filter)}`;
      // Concurrent requests for the same filter continue from the matches found, also if this one is aborted.
      return runExclusive(key, async () => {
        let latest = stored.get(key);
        for (;;) {
          signal.throwIfAborted();
          const before = latest;
          const done = await histories.open(text, filter.asset, (history) => step(history, look, before));
          let { search } = done;
          if ('answer' in done) {
            stored.set(key, search);
            return done.answer;
          }
          if (filter.counterparty !== undefined) {
            const found = await withCounterparty(done.rows, filter.counterparty, counterparties);
            const { next, anchor } = search;
            search = grown(search, { rows: [], found, next, filter, anchor });
          }
          // Continues from here even if there are more matches than can be cached.
          latest = search;
          stored.set(key, search);
          await setImmediate();
        }
      });
    },
  };
}
