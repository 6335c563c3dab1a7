import { mkdirSync, writeFileSync } from 'node:fs';
import type { Results } from './results.ts';

const folder = new URL('../results/', import.meta.url);

/** Stores a run with the earlier ones; returns its path in the repository. */
export function keepResults(results: Results): string {
  const time = results.startedAt.slice(0, 19).replaceAll(':', '-');
  const name = `${time}-${results.commit}.json`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(name, folder), `${JSON.stringify(results, shorten, 2)}\n`);
  return `bench/results/${name}`;
}

/** Rounds to four decimals, more than the precision of any value here. */
function shorten(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(4)) : value;
}
