import { filterNames, noFilter, readScreenerSearch, type ScreenerSearch } from './screener-search.ts';

/** What of the address bar a saved filter keeps: tab, filters, order, rows; not the page, nor what is open. */
const stored = [
  'tab',
  'queue',
  'sort',
  'limit',
  ...filterNames,
] as const satisfies readonly (keyof ScreenerSearch)[];

/** The present filter, to be saved. */
export function savedOf(view: ScreenerSearch): Record<string, string | number> {
  const some = stored.flatMap((name) => {
    const value = view[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(some);
}

/** The address bar with a saved filter in it and nothing else; what it does not know any more is left out. */
export function appliedOf(search: Readonly<Record<string, unknown>>): ScreenerSearch {
  const none = Object.fromEntries(stored.map((name) => [name, undefined]));
  const nothingOpen = { page: undefined, transaction: undefined, dialog: undefined, entry: undefined };
  const known = readScreenerSearch(search);
  return {
    ...none,
    ...noFilter,
    ...nothingOpen,
    ...Object.fromEntries(stored.map((name) => [name, known[name]])),
  };
}
