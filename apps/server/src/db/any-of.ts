import { type RawBuilder, sql } from 'kysely';

/** Returns SQL for a comparison with any of these texts: one parameter, regardless of their number. */
export function anyOf(values: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${[...values]}::text[])`;
}
