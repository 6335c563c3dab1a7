import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { coalesce, createRounds, readInBatches } from './coalesce.ts';

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

describe('readInBatches', () => {
  const asked = (...keys: number[]): Map<number, number> => new Map(keys.map((key) => [key, key]));

  /** Reads squares of even numbers; odd ones don't exist. */
  function createSquares() {
    const reads: number[][] = [];
    const inRound = createRounds();
    const gate = { fails: false, open: Promise.resolve() };
    const read = readInBatches<number, number, number>({
      inRound,
      stored: new Map(),
      keep: (square) => square < 100,
      async read(keys) {
        reads.push([...keys.keys()]);
        await gate.open;
        if (gate.fails) throw new Error('connection lost');
        return new Map([...keys.keys()].filter((key) => key % 2 === 0).map((key) => [key, key * key]));
      },
    });
    return { read, reads, gate, inRound };
  }

  test('reads what is asked for in the same tick together, and each key once', async () => {
    const { read, reads } = createSquares();
    const answers = await Promise.all([read(asked(2, 3)), read(asked(3, 4))]);
    expect(answers.map((answer) => [...answer])).toEqual([[[2, 4]], [[4, 16]]]);
    expect(await read(asked(2, 4))).toEqual(
      new Map([
        [2, 4],
        [4, 16],
      ]),
    );
    expect(reads).toEqual([[2, 3, 4]]);
  });

  test('what is asked for during a read waits for its end, and then goes together', async () => {
    const { read, reads, gate, inRound } = createSquares();
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    const first = read(asked(2));
    await setImmediate();
    const others: string[] = [];
    const later = [read(asked(4)), read(asked(6)), inRound(async () => void others.push('another read'))];
    await setImmediate();
    expect([reads, others]).toEqual([[[2]], []]);
    resolve();
    await Promise.all([first, ...later]);
    expect([reads, others]).toEqual([[[2], [4, 6]], ['another read']]);
  });

  test('stores neither what failed nor what is too large', async () => {
    const { read, reads, gate } = createSquares();
    gate.fails = true;
    await expect(read(asked(2))).rejects.toThrow('connection lost');
    gate.fails = false;
    const squares = new Map([
      [2, 4],
      [12, 144],
    ]);
    expect(await read(asked(2, 12))).toEqual(squares);
    expect(await read(asked(2, 12))).toEqual(squares);
    expect(reads).toEqual([[2], [2, 12], [12]]);
  });
});
