import { type RawBuilder, sql } from 'kysely';

/** For a comparison with any of these texts: one parameter, however many there are. */
export function anyOf(values: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${[...values]}::text[])`;
}
