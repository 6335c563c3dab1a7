import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

test('no more work runs than there are places; who gives up leaves the queue, and a failure frees its place', async () => {
  const withPermit = createSemaphore(2);
  const never = new AbortController().signal;
  const begun: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const work = (name: string, signal = never) => {
    const gate = Promise.withResolvers<void>();
    gates.set(name, gate);
    return withPermit(signal, async () => {
      begun.push(name);
      await gate.promise;
      return name;
    });
  };
  const impatient = new AbortController();
  const first = work('a').catch((error: unknown) => error);
  const others = [work('b'), work('d')];
  const gone = work('c', impatient.signal).catch(() => 'gone');
  const last = work('e');
  await Promise.resolve();
  expect(begun).toEqual(['a', 'b']);
  impatient.abort();
  expect(await gone).toBe('gone');
  gates.get('a')?.reject(new Error('no'));
  expect(await first).toBeInstanceOf(Error);
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(['a', 'b', 'd']);
  for (const gate of gates.values()) gate.resolve();
  expect(await Promise.all([...others, last])).toEqual(['b', 'd', 'e']);
  expect(begun).toEqual(['a', 'b', 'd', 'e']);
  await expect(withPermit(AbortSignal.abort(), async () => 1)).rejects.toThrow();
  expect(
    await Promise.all([work('f'), work('g')].map((one, i) => (gates.get('fg'[i] ?? '')?.resolve(), one))),
  ).toEqual(['f', 'g']);
});
