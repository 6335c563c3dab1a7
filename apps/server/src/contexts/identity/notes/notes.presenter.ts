import type { Note } from '@hopscope/contract';
import type { Person } from '../people/people.service.ts';
import type { NoteRow } from './notes.store.ts';

/** A note as members see it, with the name of its creator. */
export function presentNote(row: NoteRow, people: ReadonlyMap<string, Person>): Note {
  const creator = people.get(row.created_by);
  return {
    _id: row.id,
    organizationId: row.organization_id,
    content: row.content,
    type: row.type,
    transactionId: row.transaction_id,
    address: row.address,
    createdBy: row.created_by,
    creatorName: creator ? `${creator.name} ${creator.surname}`.trim() : 'Deleted',
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}
