import { parseArgs } from 'node:util';

export const partNames = [
  'start',
  'decode',
  'load',
  'clusters',
  'directory',
  'lists',
  'rpc',
  'loop',
  'stream',
  'ethereum',
  'demo',
  'pages',
  'answers',
  'checks',
  'explorer',
  'risk',
  'tracing',
  'crossings',
  'canvas',
  'frames',
  'large-document',
  'evidence',
  'screening',
  'first-page',
  'backup',
  'processes',
] as const;
export type PartName = (typeof partNames)[number];

export interface BenchOptions {
  parts: readonly PartName[];
  /** Fewer rounds and requests, to check that everything runs; the results aren't meaningful and aren't stored. */
  quick: boolean;
}

export const usage = `npm run bench -- [--only start,decode,load,clusters,directory,lists,rpc,loop,stream,ethereum,demo,pages,answers,checks,explorer,risk,tracing,crossings,canvas,frames,large-document,evidence,screening,first-page,backup,processes] [--quick]

Measures Hopscope on real blocks (../shared/data), prints a table and keeps the figures in bench/results.

  --only a,b   only these parts
  --quick      fewer rounds, nothing kept
  BENCH_DATABASE_URL=postgres://…   a PostgreSQL on which databases may be made, instead of one of the bench's own
  BENCH_SERVER_MEMORY=512           MiB for that server and what the system caches of its files (Linux, as root)`;

/** Returns the options; undefined: help is requested. Throws with the reason for invalid arguments. */
export function readOptions(args: readonly string[]): BenchOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const asked = values.only?.split(',').map((name) => name.trim());
  const unknown = asked?.find((name) => !partNames.some((part) => part === name));
  if (unknown !== undefined) throw new Error(`--only knows ${partNames.join(', ')}; not "${unknown}"`);
  return { parts: partNames.filter((part) => asked?.includes(part) ?? true), quick: values.quick };
}
