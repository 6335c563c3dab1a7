import { type RawBuilder, sql } from 'kysely';

/** Returns SQL for a comparison with any of these values: one parameter, regardless of their number. */
export function anyOf(values: readonly string[], type: 'text' | 'uuid' = 'text'): RawBuilder<string> {
  return sql<string>`any(${[...values]}::${sql.raw(type)}[])`;
}
