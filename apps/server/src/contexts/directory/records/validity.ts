/** A state of the directory: the release that it includes last, and the day on which statements are to hold. */
export interface Moment {
  readonly version: number;
  /** Such as 2026-01-31. */
  readonly date: string;
}

/** SQL: the row of this alias lives at the release in a parameter (`$2`), or now. */
export function livesAt(alias: string, parameter: string | undefined): string {
  if (parameter === undefined) return `${alias}.until is null`;
  return `${alias}.since <= ${parameter}::int8 and (${alias}.until is null or ${alias}.until > ${parameter}::int8)`;
}

/** SQL: the row of this alias holds on the day in a parameter (from and to included). */
export function isHeldAt(alias: string, parameter: string): string {
  return `(${alias}.valid_from is null or ${alias}.valid_from <= ${parameter}::text) and (${alias}.valid_to is null or ${alias}.valid_to >= ${parameter}::text)`;
}
