import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/depth.ts';
import { AppError } from '../lib/app-error.ts';
import { type Caller, createFairUse } from './fair-use.ts';

const never = new AbortController().signal;
const ada: Caller = { caller: 'ada', organization: 'first' };
const grace: Caller = { caller: 'grace', organization: 'second' };

const settled = (): Promise<void> => new Promise(setImmediate);

/** Calls that run until they are ended, with the names of those that have begun. */
function createCalls({ slots, waitMs }: { slots: number; waitMs?: number }) {
  const fairUse = createFairUse({ slots, ...(waitMs !== undefined && { waitMs }) });
  const begun: string[] = [];
  const running = new Map<string, { caller: Caller; end: () => void }>();
  const ended: Promise<unknown>[] = [];
  return {
    begun,
    running,
    ended,
    start(name: string, caller: Caller, signal = never): Promise<void> {
      const call = fairUse.admit('trace', 100, caller);
      const done = call
        .inTurn(signal, async () => {
          const { promise, resolve } = Promise.withResolvers<void>();
          begun.push(name);
          running.set(name, { caller, end: resolve });
          await promise;
        })
        .finally(() => {
          running.delete(name);
          call.leave();
        });
      ended.push(done.catch(() => {}));
      return done;
    },
    /** Ends a call, if it runs, and waits until those that it made room for have begun. */
    async end(name: string): Promise<void> {
      running.get(name)?.end();
      await settled();
    },
  };
}

test('one organization takes at most half of the slots, so that the first call of another begins at once', async () => {
  const calls = createCalls({ slots: 4 });
  for (let i = 0; i < 10; i++) void calls.start(`ada ${i}`, ada);
  void calls.start('grace', grace);
  await settled();
  expect(calls.begun).toEqual(['ada 0', 'ada 1', 'grace']);
});

test('a free slot goes to whom runs the fewest calls, in an organization to the person with the fewest', async () => {
  const calls = createCalls({ slots: 2 });
  void calls.start('ada 0', ada);
  void calls.start('grace 0', grace);
  void calls.start('ada 1', ada);
  void calls.start('linus', { caller: 'linus', organization: 'third' });
  await settled();
  await calls.end('grace 0');
  expect(calls.begun).toEqual(['ada 0', 'grace 0', 'linus']);
  const wide = createCalls({ slots: 6 });
  void wide.start('ada 0', ada);
  void wide.start('ada 1', ada);
  void wide.start('bob 0', { caller: 'bob', organization: 'first' });
  void wide.start('ada 2', ada);
  void wide.start('bob 1', { caller: 'bob', organization: 'first' });
  await settled();
  await wide.end('ada 0');
  expect(wide.begun.at(-1)).toBe('ada 2');
  await wide.end('bob 0');
  expect(wide.begun.at(-1)).toBe('bob 1');
});

test('a call that is given up while it waits, or waits too long, never runs', async () => {
  const calls = createCalls({ slots: 2, waitMs: 20 });
  void calls.start('first', ada);
  await settled();
  const gone = new AbortController();
  const left = calls.start('left', ada, gone.signal);
  const reason = new Error('The client has left');
  gone.abort(reason);
  await expect(left).rejects.toBe(reason);
  const late = await calls.start('late', ada).catch((error: unknown) => error);
  expect(late).toBeInstanceOf(AppError);
  expect(late).toMatchObject({ code: 'too_many_requests', details: { retryAfterSeconds: 2 } });
  await calls.end('first');
  expect(calls.begun).toEqual(['first']);
});

test('a person has a few calls of a kind pending, and an organization three times as many', () => {
  const fairUse = createFairUse({ slots: 4 });
  const admit = (caller: string) => fairUse.admit('trace', 2, { caller, organization: 'first' });
  const [one] = [admit('ada'), admit('ada')];
  expect(() => admit('ada')).toThrow('You have 2 requests of this kind running');
  for (const caller of ['bob', 'bob', 'eve', 'eve']) admit(caller);
  expect(() => admit('fay')).toThrow('You have 6 requests of this kind running');
  expect(() => fairUse.admit('report', 2, ada)).not.toThrow();
  one?.leave();
  one?.leave();
  // The rejected call of Fay counts for nobody.
  admit('fay');
  expect(() => admit('fay')).toThrow('You have 6 requests of this kind running');
});

test('all calls run once, never more than there are slots, half of them for one organization', async () => {
  const step = fc.record({
    who: fc.integer({ min: 0, max: 5 }),
    endFirst: fc.boolean(),
    leaves: fc.boolean(),
  });
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 6 }),
    fc.array(step, { maxLength: 40 }),
    async (slots, steps) => {
      const calls = createCalls({ slots });
      const expected: string[] = [];
      const check = (): void => {
        const shares = [...calls.running.values()].map(({ caller }) => caller.organization);
        expect(shares.length).toBeLessThanOrEqual(slots);
        for (const share of shares) {
          expect(shares.filter((each) => each === share).length).toBeLessThanOrEqual(Math.ceil(slots / 2));
        }
      };
      for (const [i, { who, endFirst, leaves }] of steps.entries()) {
        const gone = new AbortController();
        const name = String(i);
        const caller = { caller: `person ${who}`, organization: `organization ${who % 2}` };
        calls.start(name, caller, gone.signal).catch(() => {});
        await settled();
        if (leaves && !calls.running.has(name)) gone.abort();
        else expected.push(name);
        check();
        const [first] = calls.running.keys();
        if (endFirst && first !== undefined) await calls.end(first);
        check();
      }
      for (let first = [...calls.running.keys()][0]; first !== undefined; [first] = calls.running.keys()) {
        await calls.end(first);
        check();
      }
      await Promise.all(calls.ended);
      expect(calls.begun.toSorted()).toEqual(expected.toSorted());
    },
  );
  await fc.assert(property, propertyRuns(100));
});
