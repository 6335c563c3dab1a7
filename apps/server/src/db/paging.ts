import type { SelectQueryBuilder } from 'kysely';

export interface Page {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/** Reads a page of rows and counts all of them. `rowsOf` selects columns and the order. */
export async function readPage<Database, Tables extends keyof Database, Row>(
  filtered: SelectQueryBuilder<Database, Tables, object>,
  rowsOf: (
    filtered: SelectQueryBuilder<Database, Tables, object>,
  ) => SelectQueryBuilder<Database, Tables, Row>,
  { page, limit }: Page,
): Promise<{ rows: Row[]; total: number }> {
  const { total } = await filtered
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .$castTo<{ total: bigint }>()
    .executeTakeFirstOrThrow();
  const rows = await rowsOf(filtered)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows, total: Number(total) };
}
