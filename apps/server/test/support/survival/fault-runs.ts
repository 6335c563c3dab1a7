import type { SourceStatus } from '@hopscope/contract';
import { expect } from 'vitest';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { emptyTables } from '../databases.ts';
import type { FaultProxy } from './fault-proxy.ts';
import type { NamedFault } from './named-faults.ts';
import type { Random } from './random.ts';

/** A disturbed source. */
interface Disturbed {
  status(): SourceStatus;
  stop(): Promise<void>;
  readonly failures: readonly unknown[];
}

const wordsOf = (source: Disturbed): string => {
  const now = source.status();
  return 'reason' in now ? now.reason : '';
};

/**
 * Sets a fault while a source is working, changes the chain meanwhile, waits until the source reports the problem, and removes
 * the fault. Returns the source, or the restarted one from `begin` if it had to stop.
 */
export async function meetFault<Source extends Disturbed>(options: {
  random: Random;
  proxy: FaultProxy;
  fault: NamedFault;
  source: Source;
  begin(): Source;
  change(): Promise<void> | void;
  /** Triggers work in a source that only answers requests. */
  ask?: (source: Source) => void;
}): Promise<Source> {
  const { random, proxy, fault, begin, change, ask } = options;
  let { source } = options;
  const soon = { interval: 5 };
  ask?.(source);
  for (let wait = random.below(6), from = proxy.requests; proxy.requests < from + wait; ) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  proxy.setFault(fault.make(random, proxy));
  if (fault.atStart) {
    await source.stop();
    source = begin();
  } else await change();
  ask?.(source);
  // Nothing to check until the source has met the fault.
  await expect.poll(() => proxy.disturbed, { interval: 5 }).toBeGreaterThan(0);
  if (fault.says) {
    const words = expect.poll(() => wordsOf(source), soon);
    await words.toMatch(fault.says);
    expect(wordsOf(source)).not.toMatch(/127\.0\.0\.1|localhost/);
  } else await expect.poll(() => proxy.disturbed, soon).toBeGreaterThan(5);
  if (random.chance(0.5)) await change();
  proxy.setFault(undefined);
  if (source.status().phase !== 'failed') return source;
  expect(fault.ends).toBe(true);
  await source.stop();
  expect(source.failures).toEqual([]);
  return begin();
}

/** Runs tests one after another over databases that are emptied in between, and reports which faults occurred. */
export async function makeRuns(
  runs: { count: number; first: number },
  databases: readonly SqlDatabase[],
  run: (seed: number, occurred: (fault: NamedFault) => void) => Promise<void>,
): Promise<void> {
  const occurred: Record<string, number> = {};
  const count = ({ name }: NamedFault): void => {
    occurred[name] = (occurred[name] ?? 0) + 1;
  };
  for (let seed = runs.first; seed < runs.first + runs.count; seed++) {
    await run(seed, count).catch((error: unknown) => {
      throw new Error(`The run with seed ${seed} failed: ${String(error)}`, { cause: error });
    });
    for (const db of databases) await emptyTables(db);
  }
  process.stderr.write(`Faults met in ${runs.count} runs: ${JSON.stringify(occurred)}\n`);
}
