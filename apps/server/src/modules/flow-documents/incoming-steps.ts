import type { Change, Step } from '@hopscope/canvas';
import type { FlowRight } from '@hopscope/contract';
import { AppError, badRequest } from '../../app-error.ts';

/** Who sends steps, and when the server got them. */
export interface Sender {
  readonly userId: string;
  readonly name: string;
  readonly right: FlowRight;
  /** Seconds since 1970. */
  readonly time: number;
}

const onNote = (one: Change): boolean => (one.change === 'set' ? one.kind : one.record.kind) === 'note';

/** What notes say of who wrote them, and when, is the server's to say. */
function signed(one: Change, { name, time }: Sender): Change {
  if (one.change === 'create' && one.record.kind === 'note')
    return { change: 'create', record: { ...one.record, author: name, time } };
  if (one.change !== 'set' || one.kind !== 'note') return one;
  const { author: _author, time: _time, ...after } = one.after;
  const { author: _was, time: _then, ...before } = one.before;
  return { ...one, before, after };
}

/**
 * The step as it is kept: its author and time are those of who sent it. Throws 403 for what the sender may not do.
 * @param authorOf the author of a step that is in the document, or of an earlier one of the same call
 */
export function acceptStep(
  step: Step,
  sender: Sender,
  authorOf: (stepId: string) => string | undefined,
): Step {
  if (sender.right === 'view') throw new AppError('forbidden', 403, 'You may only look at this document');
  if (sender.right === 'comment' && !step.changes.every(onNote))
    throw new AppError('forbidden', 403, 'You may only write notes on this document');
  const target = step.undoes ?? step.redoes;
  if (step.undoes !== undefined && step.redoes !== undefined)
    throw badRequest('bad_request', `Step ${step.id} cannot undo and do again at once`);
  if (target !== undefined) {
    const author = authorOf(target);
    if (author === undefined)
      throw badRequest('bad_request', `Step ${step.id} takes back step ${target}, which is not there`);
    if (author !== sender.userId)
      throw new AppError('forbidden', 403, 'Only who made a step can take it back');
  }
  // Undoing a removal brings a note back as it was, with its author.
  const changes = target === undefined ? step.changes.map((one) => signed(one, sender)) : step.changes;
  return { ...step, author: sender.userId, time: sender.time, changes };
}
