import type { Change, Step } from '@hopscope/canvas';
import type { FlowRight } from '@hopscope/contract';
import { badRequest, forbidden } from '../../../lib/app-error.ts';
import { noteIdOf, type WrittenNote } from './flow-notes.store.ts';

/** Sender of steps, and the time when the server received them. */
export interface Sender {
  readonly userId: string;
  readonly name: string;
  readonly right: FlowRight;
  /** Seconds since 1970. */
  readonly time: number;
}

/** State of the document before a step; includes earlier steps of the same call. */
export interface Earlier {
  /** Returns the user ID of a step's author. */
  readonly authorOf: (stepId: string) => string | undefined;
  readonly noteOf: (noteId: string) => WrittenNote | undefined;
}

/**
 * Checks and signs the change of a note: the server sets author and time, and only the author can change the text, even when
 * the note is restored. Editors can remove any note, commenters only their own. `again`: the step undoes or redoes an earlier
 * step of the sender.
 */
function signed(
  one: Change,
  { userId, name, right, time }: Sender,
  { noteOf }: Earlier,
  again: boolean,
): Change {
  const id = noteIdOf(one);
  if (id === undefined) return one;
  const known = noteOf(id);
  const others = known !== undefined && known.author !== userId;
  if (others && right === 'comment') throw forbidden('You can only change your own notes');
  if (one.change === 'remove') return one;
  if (one.change === 'set') {
    const { author: _author, time: _time, ...after } = one.after;
    const { author: _was, time: _then, ...before } = one.before;
    if (others && 'text' in after && after['text'] !== known.text)
      throw forbidden('Only the author can change the text of a note');
    return { ...one, before, after };
  }
  if (one.record.kind !== 'note') return one;
  if (!others)
    return {
      change: 'create',
      record: { ...one.record, author: name, time: again && known ? known.time : time },
    };
  if (!again && one.record.text !== known.text)
    throw forbidden('Only the author can change the text of a note');
  const { name: author, time: then, text } = known;
  return { change: 'create', record: { ...one.record, author, time: then, text } };
}

/**
 * Returns the step as stored: author and time of the sender, with signed notes. Throws 403 for a forbidden change, and 400 if
 * it undoes an unknown step, or continues one that is not its author's.
 */
export function acceptStep(step: Step, sender: Sender, earlier: Earlier): Step {
  if (sender.right === 'view') throw forbidden('You can only view this document');
  if (sender.right === 'comment' && step.changes.some((one) => noteIdOf(one) === undefined))
    throw forbidden('You can only add notes to this document');
  const target = step.undoes ?? step.redoes;
  if (step.undoes !== undefined && step.redoes !== undefined)
    throw badRequest('bad_request', `Step ${step.id} cannot undo and redo at the same time`);
  if (target !== undefined) {
    const author = earlier.authorOf(target);
    if (author === undefined)
      throw badRequest('bad_request', `Step ${step.id} undoes step ${target}, which does not exist`);
    if (author !== sender.userId) throw forbidden('Only the author of a step can undo it');
  }
  if (step.continues !== undefined && earlier.authorOf(step.continues) !== sender.userId)
    throw badRequest(
      'bad_request',
      `Step ${step.id} continues step ${step.continues}, which is not a step of its author`,
    );
  const changes = step.changes.map((one) => signed(one, sender, earlier, target !== undefined));
  return { ...step, author: sender.userId, time: sender.time, changes };
}

/** Returns the notes that a step by `author` wrote or changed, as stored from now on. */
export function notesAfter(
  effective: readonly Change[],
  author: string,
  noteOf: Earlier['noteOf'],
): [string, WrittenNote][] {
  return effective.flatMap((one): [string, WrittenNote][] => {
    const id = noteIdOf(one);
    if (id === undefined || one.change === 'remove') return [];
    const known = noteOf(id);
    if (one.change === 'create') {
      if (one.record.kind !== 'note') return [];
      const { author: name, time, text } = one.record;
      return [[id, { author: known?.author ?? author, name, time, text }]];
    }
    const { text, author: name, time } = one.after;
    if (!known) return [];
    return [
      [
        id,
        {
          author: known.author,
          name: typeof name === 'string' ? name : known.name,
          time: typeof time === 'number' ? time : known.time,
          text: typeof text === 'string' ? text : known.text,
        },
      ],
    ];
  });
}
