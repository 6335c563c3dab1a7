import { type Child, startChild } from '../children/child.ts';
import type { DecodeAnswer, DecodeOrder } from '../children/decode-child.ts';
import {
  type DecodeVariant,
  libraryNames,
  type LibraryName,
  type DecodeCounts,
} from '../compare/decode-library.ts';
import { installPeers } from '../compare/install-peers.ts';
import { median } from '../lib/statistics.ts';

/** One library with one type of pass. */
export interface DecodeFigure {
  library: LibraryName;
  variant: DecodeVariant;
  /** Transactions per second. */
  median: number;
  best: number;
  /** Median transactions per second of CPU time of the main thread, which load on the machine doesn't affect. */
  perCpuSecond: number;
  addresses: number;
}

export interface DecodeResult {
  warmUpRounds: number;
  rounds: number;
  transactions: number;
  libraries: { name: LibraryName; version: string; hashing: string }[];
  figures: DecodeFigure[];
}

interface Runner {
  library: LibraryName;
  variant: DecodeVariant;
  child: Child<DecodeOrder, DecodeAnswer>;
  milliseconds: number[];
  cpuMilliseconds: number[];
  counts: DecodeCounts;
}

const secondsPerRound = 60;

async function open(library: LibraryName, child: Runner['child']) {
  const answer = await child.ask({ kind: 'open', library }, secondsPerRound);
  if (answer.kind !== 'open') throw new TypeError('Not the answer to the order');
  const runners = answer.variants.map(
    (variant): Runner => ({
      library,
      variant,
      child,
      milliseconds: [],
      cpuMilliseconds: [],
      counts: { transactions: 0, addresses: 0, txidSum: 0 },
    }),
  );
  return { facts: { name: library, version: answer.version, hashing: answer.hashing }, runners };
}

async function runRound(runner: Runner, keep: boolean): Promise<void> {
  const answer = await runner.child.ask({ kind: 'round', variant: runner.variant }, secondsPerRound);
  if (answer.kind !== 'round') throw new TypeError('Not the answer to the order');
  runner.counts = answer.counts;
  if (!keep) return;
  runner.milliseconds.push(answer.milliseconds);
  runner.cpuMilliseconds.push(answer.cpuMilliseconds);
}

/** Throws unless all libraries found the same transactions. */
function compare(runners: readonly Runner[]): number {
  const [first] = runners;
  if (!first) return 0;
  for (const { library, variant, counts } of runners) {
    if (counts.transactions !== first.counts.transactions || counts.txidSum !== first.counts.txidSum)
      throw new Error(`${library} (${variant}) found other transactions than ${first.library}`);
  }
  return first.counts.transactions;
}

/**
 * Decodes the main file with each library in its own process and thread, one pass at a time in turn, so that load on the
 * machine affects all alike.
 */
export async function measureDecode(quick: boolean): Promise<DecodeResult> {
  await installPeers();
  const [warmUpRounds, rounds] = quick ? [1, 2] : [2, 9];
  const children = libraryNames.map((name) => ({
    name,
    child: startChild<DecodeOrder, DecodeAnswer>(new URL('../children/decode-child.ts', import.meta.url), {
      flags: ['--expose-gc'],
    }),
  }));
  try {
    const opened = [];
    for (const { name, child } of children) opened.push(await open(name, child));
    const runners = opened.flatMap((one) => one.runners);
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      // Each round starts with another library, so that none always runs after the same one, which heats the CPU.
      for (let i = 0; i < runners.length; i++) {
        const runner = runners[(i + round) % runners.length];
        if (runner) await runRound(runner, round >= warmUpRounds);
      }
    }
    const transactions = compare(runners);
    const rate = (milliseconds: number): number => Math.round((transactions / milliseconds) * 1000);
    return {
      warmUpRounds,
      rounds,
      transactions,
      libraries: opened.map(({ facts }) => facts),
      figures: runners.map(({ library, variant, milliseconds, cpuMilliseconds, counts }) => ({
        library,
        variant,
        median: rate(median(milliseconds)),
        best: rate(Math.min(...milliseconds)),
        perCpuSecond: rate(median(cpuMilliseconds)),
        addresses: counts.addresses,
      })),
    };
  } finally {
    for (const { child } of children) await child.end();
  }
}
