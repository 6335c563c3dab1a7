import { filterNames, noFilter, readScreenerSearch, type ScreenerSearch } from './screener-search.ts';

/** Search parameters that a saved filter keeps: tab, filters, order, rows, and grouping; not the page or open dialogs. */
const stored = [
  'tab',
  'queue',
  'sort',
  'limit',
  'group',
  ...filterNames,
] as const satisfies readonly (keyof ScreenerSearch)[];

/** Returns the current filter for saving. */
export function savedOf(view: ScreenerSearch): Record<string, string | number> {
  const some = stored.flatMap((name) => {
    const value = view[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(some);
}

/** Returns the search parameters of a saved filter and nothing else; omits parameters that no longer exist. */
export function appliedOf(search: Readonly<Record<string, unknown>>): ScreenerSearch {
  const none = Object.fromEntries(stored.map((name) => [name, undefined]));
  const nothingOpen = {
    page: undefined,
    triage: undefined,
    transaction: undefined,
    dialog: undefined,
    entry: undefined,
  };
  const known = readScreenerSearch(search);
  return {
    ...none,
    ...noFilter,
    ...nothingOpen,
    ...Object.fromEntries(stored.map((name) => [name, known[name]])),
  };
}
