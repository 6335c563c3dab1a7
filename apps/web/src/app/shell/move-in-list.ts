/** Returns the rows of the lists on the page, without expanded details. */
function rowsOf(page: HTMLElement): HTMLElement[] {
  const rows = page.querySelectorAll<HTMLElement>('[data-row]');
  return [...rows].filter((row) => linkOf(row) !== null && row.getClientRects().length > 0);
}

/** Returns the link of a row, or the button that shows and hides the rows of a group. */
function linkOf(row: HTMLElement): HTMLElement | null {
  return row.querySelector<HTMLElement>('[data-row-button], a[href]');
}

function currentRow(rows: readonly HTMLElement[]): number {
  return rows.findIndex((row) => row.contains(document.activeElement));
}

/** Moves the focus to the link of the next (1) or previous (-1) row; at first to the first visible row. */
export function moveInList(page: HTMLElement, step: 1 | -1): void {
  const rows = rowsOf(page);
  const at = currentRow(rows);
  const inView = rows.findIndex((row) => row.getBoundingClientRect().top >= 0);
  const row = rows[at >= 0 ? at + step : Math.max(inView, 0)];
  if (!row) return;
  linkOf(row)?.focus();
  row.scrollIntoView({ block: 'nearest' });
}

/** Opens or closes the details of the focused row. */
export function toggleRow(page: HTMLElement): void {
  const rows = rowsOf(page);
  rows[currentRow(rows)]?.querySelector<HTMLElement>('button[aria-expanded]')?.click();
}

/** Follows the link to the next or previous list page or block, whichever comes first on the page. */
export function turnPage(page: HTMLElement, to: 'next' | 'prev'): void {
  page.querySelector<HTMLElement>(`nav a[rel="${to}"]`)?.click();
}

/** Follows the link to the next or previous block. */
export function turnBlock(page: HTMLElement, to: 'next' | 'prev'): void {
  page.querySelector<HTMLElement>(`header a[rel="${to}"]`)?.click();
}
