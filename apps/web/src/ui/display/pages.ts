export type PageItem = number | 'gap';

/**
 * Returns the pages to link: all if there are at most 7, otherwise the first, the last, the current one with its
 * neighbors, and a gap for omitted pages. A gap never replaces a single page.
 */
export function pageItems(current: number, total: number): PageItem[] {
  if (total <= 7) return Array.from({ length: Math.max(total, 0) }, (_, index) => index + 1);
  const shown = [...new Set([1, current - 1, current, current + 1, total])]
    .filter((page) => page >= 1 && page <= total)
    .sort((a, b) => a - b);
  const items: PageItem[] = [];
  let previous = 0;
  for (const page of shown) {
    if (page - previous === 2) items.push(page - 1);
    else if (page - previous > 2) items.push('gap');
    items.push(page);
    previous = page;
  }
  return items;
}
