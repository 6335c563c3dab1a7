import { countText } from '../../../lib/number-text.ts';

/** The lines that a page shows, as `21–40 of 2,359`. */
export function pageRangeText(
  page: { page: number; limit: number; totalTxs: number },
  shown: number,
): string {
  if (shown === 0) return `0 of ${countText(page.totalTxs)}`;
  const first = (page.page - 1) * page.limit + 1;
  return `${countText(first)}–${countText(first + shown - 1)} of ${countText(page.totalTxs)}`;
}
