import { allRecords, type CanvasRecord } from '@hopscope/canvas';
import type { FlowDocumentInfo, FlowRight } from '@hopscope/contract';
import type { Person } from '../../identity/people/people.service.ts';
import type { DocumentState } from './document-states.ts';
import type { DocumentRow, LinkRow, ShareRow, SnapshotRow } from './flow-documents.store.ts';

export type People = ReadonlyMap<string, Person>;

export function presentPerson(userId: string, people: People): { userId: string; name: string } {
  const person = people.get(userId);
  return { userId, name: person ? `${person.name} ${person.surname}`.trim() : 'Deleted' };
}

export function presentDocument(row: DocumentRow, right: FlowRight, people: People): FlowDocumentInfo {
  return {
    _id: row.id,
    title: row.title,
    createdBy: presentPerson(row.created_by, people),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    sequence: row.sequence,
    records: row.records,
    everybody: row.everybody,
    right,
  };
}

export function presentSnapshot(row: SnapshotRow, people: People) {
  return {
    _id: row.id,
    name: row.name,
    sequence: row.sequence,
    by: presentPerson(row.made_by, people),
    at: row.made_at.toISOString(),
  };
}

export function presentLink(row: LinkRow, people: People) {
  return {
    _id: row.id,
    by: presentPerson(row.made_by, people),
    createdAt: row.made_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

export function presentShare({ user_id: userId, role }: ShareRow, people: People) {
  return { ...presentPerson(userId, people), role };
}

/** Returns the records of a state and the digest of their canonical text. */
export function presentState(
  { sequence, document }: DocumentState,
  digest: string,
): {
  sequence: number;
  content: CanvasRecord[];
  digest: string;
} {
  return { sequence, content: allRecords(document), digest };
}
