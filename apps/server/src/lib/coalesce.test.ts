import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

test('calls share the run that begins after them', async () => {
  const runs: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const ask = coalesce(
    () =>
      new Promise<number>((resolve, reject) => {
        runs.push({ resolve, reject });
      }),
  );
  const first = ask();
  const second = ask();
  const third = ask();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve(1);
  expect(await first).toBe(1);
  await setImmediate();
  expect(runs).toHaveLength(2);
  const fourth = ask();
  runs[1]?.reject(new Error('lost'));
  await expect(second).rejects.toThrow('lost');
  await expect(third).rejects.toThrow('lost');
  await setImmediate();
  runs[2]?.resolve(3);
  expect(await fourth).toBe(3);
  expect(runs).toHaveLength(3);
  const fifth = ask();
  runs[3]?.resolve(4);
  expect(await fifth).toBe(4);
});
