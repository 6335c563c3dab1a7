import { useState } from 'react';
import { rowsFor, type ScreenerSearch } from './screener-search.ts';

/** Returns the rows of a page: the chosen number, otherwise by the height that the window had at first. */
export function useRows(chosen: ScreenerSearch['limit']): NonNullable<ScreenerSearch['limit']> {
  const [usual] = useState(() => rowsFor(window.innerHeight));
  return chosen ?? usual;
}
