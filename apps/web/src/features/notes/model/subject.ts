import type { Note } from '@hopscope/contract';

/** Subject of notes. */
export type NoteSubject =
  | { type: 'general' }
  | { type: 'transaction'; transactionId: string }
  | { type: 'address'; address: string };

/** Returns the key of the subject for drafts and queries. */
export function subjectKey(subject: NoteSubject): string {
  if (subject.type === 'transaction') return `transaction:${subject.transactionId}`;
  return subject.type === 'address' ? `address:${subject.address}` : 'general';
}

/** Returns the page of a note's subject; undefined for general notes. */
export function noteLink(
  note: Note,
): { kind: 'transaction'; txid: string } | { kind: 'address'; address: string } | undefined {
  if (note.transactionId !== null) return { kind: 'transaction', txid: note.transactionId };
  return note.address === null ? undefined : { kind: 'address', address: note.address };
}
