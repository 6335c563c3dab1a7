import type { SelectQueryBuilder } from 'kysely';
import type { Schema } from './schema.ts';

export interface Page {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

type Filtered<Tables extends keyof Schema> = SelectQueryBuilder<Schema, Tables, object>;

/** Reads a page of rows and counts all of them. `rowsOf` selects columns and the order. */
export async function readPage<Tables extends keyof Schema, Row>(
  filtered: Filtered<Tables>,
  rowsOf: (filtered: Filtered<Tables>) => SelectQueryBuilder<Schema, Tables, Row>,
  { page, limit }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const { total } = await filtered
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await rowsOf(filtered)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows, total: Number(total) };
}
