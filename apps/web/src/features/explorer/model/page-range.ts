import type { Formats } from '@hopscope/domain';

/** Returns the row range of a page, such as `21–40 of 2,359`. */
export function pageRangeText(
  page: { page: number; limit: number; totalTxs: number },
  shown: number,
  { count }: Formats,
): string {
  if (shown === 0) return `0 of ${count(page.totalTxs)}`;
  const first = (page.page - 1) * page.limit + 1;
  return `${count(first)}–${count(first + shown - 1)} of ${count(page.totalTxs)}`;
}
