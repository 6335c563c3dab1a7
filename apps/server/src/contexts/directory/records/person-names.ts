import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { People, Person } from '../../identity/people/people.service.ts';

/** How a person is called beside what they did. */
export function fullName(person: Pick<Person, 'name' | 'surname'> | undefined): string {
  return person ? `${person.name} ${person.surname}`.trim() : 'Deleted';
}

/** The same by id; null for nobody. */
export async function nameOfPerson(
  people: Pick<People, 'findByIds'>,
  db: Kysely<Schema>,
  id: string | null,
): Promise<string | null> {
  return id === null ? null : fullName((await people.findByIds(db, [id])).get(id));
}
