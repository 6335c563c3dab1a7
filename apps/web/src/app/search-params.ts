import { z } from 'zod';

const page = z.coerce.number().int().min(2).max(1_000_000_000);

/** `?page=` of lists; left out for the first page and for anything that is no page number. */
export function readPage(search: Record<string, unknown>): { page?: number | undefined } {
  const parsed = page.safeParse(search.page);
  return parsed.success ? { page: parsed.data } : {};
}

/** `?from=`: where to go after login. Judged where it is used. */
export function readFrom(search: Record<string, unknown>): { from?: string | undefined } {
  return typeof search.from === 'string' ? { from: search.from } : {};
}
