import { type RawBuilder, sql, type SqlBool } from 'kysely';

/** A state of the directory: the last release to include, and the day on which statements have to be valid. */
export interface Moment {
  readonly version: number;
  /** Such as 2026-01-31. */
  readonly date: string;
}

/** Returns an SQL condition: the row with this alias exists at a release; undefined: now. */
export function isCurrentAt(alias: string, version: number | undefined): RawBuilder<SqlBool> {
  const [since, until] = [sql.ref(`${alias}.since`), sql.ref(`${alias}.until`)];
  if (version === undefined) return sql`${until} is null`;
  return sql`(${since} <= ${version}::int8 and (${until} is null or ${until} > ${version}::int8))`;
}

/** Returns an SQL condition: the row with this alias is valid on a day, both ends inclusive. */
export function isValidAt(alias: string, date: string): RawBuilder<SqlBool> {
  const [from, to] = [sql.ref(`${alias}.valid_from`), sql.ref(`${alias}.valid_to`)];
  return sql`((${from} is null or ${from} <= ${date}::text) and (${to} is null or ${to} >= ${date}::text))`;
}
