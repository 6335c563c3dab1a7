import type { Note } from '@hopscope/contract';

/** What notes are about. */
export type NoteSubject =
  | { type: 'general' }
  | { type: 'transaction'; transactionId: string }
  | { type: 'address'; address: string };

/** Name of the subject for drafts and query keys. */
export function subjectKey(subject: NoteSubject): string {
  if (subject.type === 'transaction') return `transaction:${subject.transactionId}`;
  return subject.type === 'address' ? `address:${subject.address}` : 'general';
}

/** The page of what a note is about; undefined for general notes. */
export function noteLink(
  note: Note,
): { kind: 'transaction'; txid: string } | { kind: 'address'; address: string } | undefined {
  if (note.transactionId !== null) return { kind: 'transaction', txid: note.transactionId };
  return note.address === null ? undefined : { kind: 'address', address: note.address };
}
