import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/depth.ts';
import { documentText, emptyDocument, problemsOf } from '../document/document.ts';
import { walletOf } from '../document/records.fixture.ts';
import { canRedo, canUndo, emptyHistory, nextTitles, remember, undoStep } from './history.ts';
import { changesFor, operation } from './operations.fixture.ts';
import { createReplica, perform, propose, redo, type Replica, undo } from './replica.ts';

const stamp = (n: number): { id: string; time: number } => ({ id: `s${n}`, time: n });

describe('History of one author', () => {
  //
  test('random operations with undo and redo are what the plain model says after each step', () => {
    let [runs, operations, undone] = [0, 0, 0];
    fc.assert(
      fc.property(fc.array(operation, { minLength: 100, maxLength: 150, size: 'max' }), (list) => {
        runs++;
        let replica = createReplica(emptyDocument, 0, 'a');
        let ids = 0;
        const next = () => stamp(ids++);
        /** The model: every state as text, and where we are. */
        let states = [documentText(emptyDocument)];
        let position = 0;
        for (const does of list) {
          operations++;
          if (does.act === 'undo') {
            undone += position > 0 ? 1 : 0;
            position = Math.max(0, position - 1);
            replica = undo(replica, next);
          } else if (does.act === 'redo') {
            position = Math.min(states.length - 1, position + 1);
            replica = redo(replica, next);
          } else {
            const changes = changesFor(replica.view.document, does);
            // Larger actions become several steps.
            const limits = { changes: 2, characters: 2000 };
            replica = perform(replica, { title: does.act, changes }, { stamp: next, limits });
            const text = documentText(replica.view.document);
            if (text !== states[position]) {
              states = [...states.slice(0, position + 1), text];
              position++;
            }
          }
          const { document, history } = replica.view;
          expect(documentText(document)).toBe(states[position]);
          expect([history.position, history.length]).toEqual([position, states.length - 1]);
          expect([canUndo(history), canRedo(history)]).toEqual([position > 0, position < states.length - 1]);
        }
        expect(problemsOf(replica.view.document)).toEqual([]);
      }),
      propertyRuns(100),
    );
    expect(operations).toBeGreaterThanOrEqual(100 * runs);
    expect(undone).toBeGreaterThan(10 * runs);
  });

  test('all the way back and all the way on', () => {
    let replica: Replica = createReplica(emptyDocument, 0, 'a');
    const list = fc.sample(operation, { numRuns: 300, seed: 7 });
    for (const [n, does] of list.entries())
      replica = propose(replica, {
        ...stamp(n),
        author: 'a',
        title: does.act,
        changes: changesFor(replica.view.document, does),
      });
    const end = documentText(replica.view.document);
    const { length } = replica.view.history;
    for (let n = 0; n < length; n++) replica = undo(replica, () => stamp(1000 + n));
    expect(documentText(replica.view.document)).toBe('[]');
    expect(undo(replica, () => stamp(0))).toBe(replica);
    for (let n = 0; n < length; n++) replica = redo(replica, () => stamp(5000 + n));
    expect(documentText(replica.view.document)).toBe(end);
    expect(redo(replica, () => stamp(0))).toBe(replica);
  });

  //
  test('a new action discards what was undone; titles say what comes next', () => {
    const create = (n: number, address: string) => ({
      ...stamp(n),
      author: 'a',
      title: `Add ${address}`,
      changes: [{ change: 'create' as const, record: walletOf(address) }],
    });
    let replica = createReplica(emptyDocument, 0, 'a');
    replica = undo(propose(propose(replica, create(1, 'x')), create(2, 'y')), () => stamp(3));
    expect(nextTitles(replica.view.history)).toEqual({ undo: 'Add x', redo: 'Add y' });
    replica = propose(replica, create(4, 'z'));
    expect(nextTitles(replica.view.history)).toEqual({ undo: 'Add z', redo: null });
    expect(canRedo(replica.view.history)).toBe(false);
  });

  test('steps of others, and steps that changed nothing, are no part of it', () => {
    const history = emptyHistory('a');
    const change = { change: 'create' as const, record: walletOf('x') };
    expect(remember(history, { id: 's', author: 'b', title: '' }, [change])).toBe(history);
    expect(remember(history, { id: 's', author: 'a', title: '' }, [])).toBe(history);
    expect(undoStep(history, stamp(1))).toBeNull();
  });
});
