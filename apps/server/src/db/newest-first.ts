import { type SelectQueryBuilder, sql } from 'kysely';
import { badRequest } from '../lib/app-error.ts';
import { isUuid } from '../lib/uuid.ts';
import type { Schema } from './schema.ts';

interface Listed {
  readonly id: string;
  readonly created_at: Date;
}

/** A page of a list, and the cursor of the next one; null: it was the last. */
export interface NewestPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/** Reads a cursor. Throws 400 if it isn't `next` of a page. */
function readCursor(cursor: string): { at: Date; id: string } {
  const [time = '', id = ''] = cursor.split('_');
  const at = new Date(Number(time));
  if (!/^\d{1,15}$/.test(time) || Number.isNaN(at.getTime()) || !isUuid(id)) {
    throw badRequest('bad_request', 'This page does not exist');
  }
  return { at, id };
}

/** Reads a page of rows with `created_at` and `id`, newest first. `before` is `next` of the previous page. */
export async function readNewest<Tables extends keyof Schema, Row extends Listed>(
  query: SelectQueryBuilder<Schema, Tables, Row>,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<NewestPage<Row>> {
  const place = before === undefined ? undefined : readCursor(before);
  const older = place
    ? query.where(sql<boolean>`(created_at, id) < (${place.at}, ${place.id}::uuid)`)
    : query;
  const found = await older
    .orderBy(sql`created_at`, 'desc')
    .orderBy(sql`id`, 'desc')
    .limit(limit + 1)
    .execute();
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last ? `${last.created_at.getTime()}_${last.id}` : null };
}
