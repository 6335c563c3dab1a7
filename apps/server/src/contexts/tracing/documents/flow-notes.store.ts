import type { Change } from '@hopscope/canvas';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { inParts } from '../../../ledger/shared/byte-keys.ts';

/** Rows per statement: a file may add many. */
const notesAtOnce = 1000;

/** Latest state of a note, even if removed from the canvas. */
export interface WrittenNote {
  /** Id of the user who wrote it. */
  readonly author: string;
  /** Signature with the author. */
  readonly name: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly text: string;
}

/** Returns the ID of the note that a change is about; undefined: none. */
export function noteIdOf(one: Change): string | undefined {
  if (one.change === 'set') return one.kind === 'note' ? one.id : undefined;
  return one.record.kind === 'note' ? one.record.id : undefined;
}

/** Reads those of the notes that were ever written on the document. */
export async function readNotes(
  db: Kysely<Schema>,
  documentId: string,
  noteIds: readonly string[],
): Promise<Map<string, WrittenNote>> {
  if (noteIds.length === 0) return new Map();
  const { rows } = await sql<WrittenNote & { id: string; time: bigint }>`
    select note_id as id, author, name, time, text from flow_note
    where document_id = ${documentId} and note_id = any(${[...new Set(noteIds)]}::text[])`.execute(db);
  return new Map(rows.map(({ id, time, ...note }) => [id, { ...note, time: Number(time) }]));
}

/** Stores the current state of notes; authors don't change. */
export async function keepNotes(
  trx: Kysely<Schema>,
  documentId: string,
  notes: ReadonlyMap<string, WrittenNote>,
): Promise<void> {
  const rows = [...notes].map(([note_id, { author, name, time, text }]) => ({
    document_id: documentId,
    note_id,
    author,
    name,
    time: BigInt(time),
    text,
  }));
  for (const values of inParts(rows, notesAtOnce))
    await trx
      .insertInto('flow_note')
      .values([...values])
      .onConflict((on) =>
        on.columns(['document_id', 'note_id']).doUpdateSet(({ ref }) => ({
          name: ref('excluded.name'),
          time: ref('excluded.time'),
          text: ref('excluded.text'),
        })),
      )
      .execute();
}
