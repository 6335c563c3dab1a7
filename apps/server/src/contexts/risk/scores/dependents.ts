import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

/** A table with scores or screenings: `directory_version`, `dependencies`, `dependencies_complete`. */
interface Dependents {
  readonly table: RawBuilder<unknown>;
  readonly key: RawBuilder<unknown>;
}

/**
 * Returns SQL that selects the keys of the rows of earlier releases that depend on one of the names, each once; null: of those with
 * more dependencies than are stored. Each name is looked up in the index of the names. To test all of them at once (`&&`),
 * PostgreSQL reads the whole table and compares every pair as soon as they are many.
 */
export function selectDependents(
  { table, key }: Dependents,
  release: number,
  names: readonly bigint[] | null,
): RawBuilder<unknown> {
  const earlier = sql`d.directory_version < ${release}::int8`;
  if (names === null)
    return sql`select d.${key} from ${table} d where not d.dependencies_complete and ${earlier}`;
  return sql`
    select distinct found.${key} from unnest(${`{${names.join(',')}}`}::text::int8[]) as asked (name)
    cross join lateral (
      select d.${key} from ${table} d where d.dependencies @> array[asked.name] and ${earlier} offset 0
    ) found`;
}

/**
 * Moves new entries of an index of names to their places. Until then PostgreSQL reads all of them for each name that is looked up
 * ("GIN Fast Update Technique").
 */
export async function sortNewNames(
  db: Kysely<Schema>,
  index: 'compliance_dependency_names' | 'risk_watch_dependencies',
): Promise<void> {
  await sql`select gin_clean_pending_list(${index}::regclass)`.execute(db);
}
