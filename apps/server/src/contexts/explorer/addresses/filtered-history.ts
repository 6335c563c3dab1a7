import { utcDayNumber } from '@hopscope/domain';
import { setImmediate } from 'node:timers/promises';
import { createKeyedMutex } from '../../../lib/keyed-mutex.ts';
import { createLru } from '../../../lib/lru.ts';
import { type AddressFilter, filterKey, readsPacked, meets } from './address-filter.ts';
import type { Counterparties } from './counterparties.ts';
import type { Anchor, Histories, HistoryAnswer, HistoryRow, OpenHistory, WholeRow } from './history.ts';
import { paginate, type Page } from '../blocks/pagination.ts';

/** Rows that are looked at in one transaction: by what is packed, and where whole transactions are needed. */
const rowsAtATime = 4096;
export const wholeRowsAtATime = 256;
/** Filters whose matches are kept, and how many matches in all. */
const mostStored = 64;
const mostMatches = 2_000_000;

/** How far a history has been looked through. */
interface Search {
  readonly anchor: Anchor;
  /** Rows from `from` to below `next` have been looked at. */
  readonly from: number;
  readonly next: number;
  /** Numbers of those that meet the filter, ascending; hidden ones only where they are asked for. */
  readonly matches: number[];
  /** Rows marked as spam that meet it. */
  readonly hidden: number;
  /** Rows on the days of the time that is asked for. */
  readonly onDays: number;
  /** Nothing was left out because of its time. */
  readonly whole: boolean;
}

type Step =
  | { readonly answer: HistoryAnswer }
  | { readonly search: Search; readonly whole: readonly WholeRow[] };

/** What one look is about. */
interface Look {
  readonly text: string;
  readonly filter: AddressFilter;
  readonly page: Page;
}

function begin(history: OpenHistory, from: number, whole: boolean): Search {
  return { anchor: history.anchor, from, next: from, matches: [], hidden: 0, onDays: 0, whole };
}

/** Where a search goes on: the one before, if its rows are still what they were, or from the beginning. */
async function resume(
  history: OpenHistory,
  { filter }: Look,
  before: Search | undefined,
): Promise<{ search: Search; end: number; rowsOfDays: number | null }> {
  const all = { from: history.lo, to: history.hi, rowsOfDays: null };
  const stored = before && (await history.isCurrent(before.anchor)) ? before : undefined;
  const window = filter.times && !stored?.whole ? await history.windowOf(filter.times) : all;
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

/** A search that has looked at `rows` too, of which `found` meet the filter. */
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

/** Looks at the next rows, or answers where all have been looked at; one snapshot. */
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
    // Some stand outside of the window: everything is looked at.
    return step(history, look, begin(history, history.lo, true));
  }
  const { anchor } = history;
  const { rows, found, next } = await nextRows(history, filter, { from: search.next, to: end });
  if (filter.counterparty === undefined) {
    return { search: grown(search, { rows, found, next, filter, anchor }), whole: [] };
  }
  // Whose the addresses are is asked outside of the snapshot: what was found here is added then.
  const looked = grown(search, { rows, found: [], next, filter, anchor });
  return { search: looked, whole: await history.wholeRows(found.map(({ number }) => number)) };
}

/** Next rows, and those that meet the filter but for the counterparty: at most as many as are read as a whole at a time. */
export async function nextRows(
  history: OpenHistory,
  filter: AddressFilter,
  { from, to, limit = Number.MAX_SAFE_INTEGER }: { from: number; to: number; limit?: number },
): Promise<{ rows: HistoryRow[]; found: HistoryRow[]; next: number }> {
  const most = filter.counterparty === undefined ? limit : Math.min(limit, wholeRowsAtATime);
  // Where packed rows decide nothing, all of them are read as a whole: no more than that need be looked at.
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

/** Rows of which an address on the other side belongs to the entity. */
export async function withCounterparty<T extends WholeRow>(
  rows: readonly T[],
  entity: string,
  counterparties: Counterparties,
): Promise<T[]> {
  const owners = await counterparties.ownersOf(rows.flatMap(({ others }) => others));
  return rows.filter(({ others }) => others.some((address) => owners.get(address)?.id === entity));
}

/**
 * Pages of histories by filters, with exact numbers. What met a filter is kept, so that the next page, and the same one after
 * new blocks, looks only at what is new; a reorganization, or blocks that come in below, begin it again.
 */
export function createFilteredHistory({ matchesStored = mostMatches } = {}) {
  const stored = createLru<string, Search>({
    most: mostStored,
    weightOf: ({ matches }) => matches.length,
    mostWeight: matchesStored,
  });
  const runExclusive = createKeyedMutex();

  return {
    /** A page of the rows that meet a filter, newest first. Throws the signal's reason when the client goes. */
    async page(
      histories: Histories,
      look: Look,
      { counterparties, signal }: { counterparties: Counterparties; signal: AbortSignal },
    ): Promise<HistoryAnswer> {
      const { text, filter } = look;
      const version = filter.counterparty === undefined ? 0 : await counterparties.version();
      const key = `${text.trim()} ${version} ${filterKey(filter)}`;
      // Who asks for the same meanwhile goes on from what is found, and so does the next one when this one leaves.
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
            const found = await withCounterparty(done.whole, filter.counterparty, counterparties);
            const { next, anchor } = search;
            search = grown(search, { rows: [], found, next, filter, anchor });
          }
          // It goes on from here even where more meets the filter than may be kept.
          latest = search;
          stored.set(key, search);
          await setImmediate();
        }
      });
    },
  };
}
