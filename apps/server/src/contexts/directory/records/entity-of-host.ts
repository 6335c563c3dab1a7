import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Schema } from '../../../db/schema.ts';

/** The host and the domains above it: `trp.eu.example.com`, `eu.example.com`, `example.com`. */
function domainsOf(host: string): string[] {
  const parts = host.toLowerCase().split('.');
  return parts.slice(0, -1).map((_, i) => parts.slice(i).join('.'));
}

const named = (db: Kysely<Schema>) =>
  db
    .selectFrom('directory_entity')
    .select(['entity_id as id', sql<string>`coalesce(record -> 'proper_name' ->> 0, entity_id)`.as('name')])
    .where('csam', '=', false);

/** The entity whose website is on a host or a domain above it; undefined if there is none, or several. */
export async function findEntityOfHost(
  db: Kysely<Schema>,
  host: string,
): Promise<{ id: string; name: string } | undefined> {
  const rows = await named(db)
    .where('domain', '=', anyOf(domainsOf(host)))
    .limit(2)
    .execute();
  return rows.length === 1 ? rows[0] : undefined;
}

/** The name of an entity; undefined if the directory has none, or hides it. */
export function findEntityName(
  db: Kysely<Schema>,
  id: string,
): Promise<{ id: string; name: string } | undefined> {
  return named(db).where('entity_id', '=', id).executeTakeFirst();
}
