import { type RawBuilder, sql, type SqlBool } from 'kysely';

/** A state of the directory: the release that it includes last, and the day on which statements are to hold. */
export interface Moment {
  readonly version: number;
  /** Such as 2026-01-31. */
  readonly date: string;
}

/** A condition: the row of this alias lives at a release; undefined: now. */
export function livesAt(alias: string, version: number | undefined): RawBuilder<SqlBool> {
  const [since, until] = [sql.ref(`${alias}.since`), sql.ref(`${alias}.until`)];
  if (version === undefined) return sql`${until} is null`;
  return sql`(${since} <= ${version}::int8 and (${until} is null or ${until} > ${version}::int8))`;
}

/** A condition: the row of this alias holds on a day, from and to included. */
export function isHeldAt(alias: string, date: string): RawBuilder<SqlBool> {
  const [from, to] = [sql.ref(`${alias}.valid_from`), sql.ref(`${alias}.valid_to`)];
  return sql`((${from} is null or ${from} <= ${date}::text) and (${to} is null or ${to} >= ${date}::text))`;
}
