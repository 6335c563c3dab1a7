import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { People, Person } from '../../identity/people/people.service.ts';

/** Returns the full name of a person, as shown next to their actions. */
export function fullName(person: Pick<Person, 'name' | 'surname'> | undefined): string {
  return person ? `${person.name} ${person.surname}`.trim() : 'Deleted';
}

/** Returns the full name by user ID; null for an unknown one. */
export async function nameOfPerson(
  people: Pick<People, 'findByIds'>,
  db: Kysely<Schema>,
  id: string | null,
): Promise<string | null> {
  return id === null ? null : fullName((await people.findByIds(db, [id])).get(id));
}
