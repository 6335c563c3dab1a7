import { framesGoals } from './frames-report.ts';
import { plainNumbers } from '@hopscope/domain';
import type { LoadFigure, LoadInput } from '../suites/load.ts';
import { median } from '../lib/statistics.ts';
import { processesGoals } from './processes-report.ts';
import { backupGoals } from './backup-report.ts';
import { answersGoals } from './answers-report.ts';
import { checksGoals } from './checks-report.ts';
import type { Results } from './results.ts';
import { screeningGoals } from './screening-goals.ts';

/** A goal and the result of this run. */
export interface Goal {
  name: string;
  /** The goal in words and figures. */
  goal: string;
  figure: string;
  reached: boolean;
}

const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
const rate = (perSecond: number): string => `${plainNumbers.count(perSecond)} tx/s`;

function startGoals({ start }: Results): Goal[] {
  if (!start) return [];
  const within = (name: string, milliseconds: number, most: number): Goal => ({
    name,
    goal: `≤ ${plainNumbers.count(most)} ms`,
    figure: `${plainNumbers.count(Math.round(milliseconds))} ms`,
    reached: milliseconds <= most,
  });
  const { rest } = start;
  return [
    within('npm start on an empty folder, nothing built', median(start.unbuiltMs), 8000),
    within('npm start on an empty folder, page and server built', median(start.emptyMs), 4000),
    within('npm start again', median(start.againMs), 1200),
    within('npm start until the history of the demo is whole', start.totalMs, 60_000),
    within('A database for a test file', median(start.testDatabaseMs), 150),
    {
      name: 'Demo at rest, memory of all processes',
      goal: '≤ 350 MB',
      figure: mb(rest.bytes),
      reached: rest.bytes <= 350e6,
    },
    {
      name: 'Demo at rest, CPU',
      goal: '≤ 3% of a core',
      figure: `${(rest.cpuShare * 100).toFixed(1)}%`,
      reached: rest.cpuShare <= 0.03,
    },
  ];
}

function decodeGoals({ decode }: Results): Goal[] {
  const own = decode?.figures.find(({ library, variant }) => library === 'hopscope' && variant === 'texts');
  if (!own) return [];
  return [
    {
      name: 'Decode with txids and address texts',
      goal: '≥ 100,000 tx/s',
      figure: rate(own.median),
      reached: own.median >= 100_000,
    },
  ];
}

/** Transactions per second of a bulk load. */
const bulkGoals: readonly { input: LoadInput; least: number }[] = [
  { input: 'main file in bulk', least: 45_000 },
  { input: 'demo in bulk', least: 45_000 },
  { input: 'demo in bulk without scripts', least: 60_000 },
  { input: 'large demo in bulk', least: 45_000 },
  { input: 'large demo in bulk without scripts', least: 60_000 },
];

/** What clusters and scripts add to loading block by block. */
function appendGoals({ load }: Results): Goal[] {
  const rateOf = (input: LoadInput): number | undefined =>
    load?.figures.find((figure) => figure.input === input)?.loadRate;
  const [all, bare] = [
    rateOf('demo block by block'),
    rateOf('demo block by block without clusters and scripts'),
  ];
  if (all === undefined || bare === undefined) return [];
  return [
    {
      name: 'Block by block, time with clusters and scripts ÷ without',
      goal: '≤ 1.40',
      figure: (bare / all).toFixed(2),
      reached: bare <= 1.4 * all,
    },
  ];
}

function loadGoals({ load }: Results): Goal[] {
  if (!load) return [];
  const main = load.figures.filter(({ input }) => input === 'main file');
  const leastRate = 20_000;
  const most = (of: (figure: LoadFigure) => number): number => Math.max(...load.figures.map(of));
  const density = most((figure) => figure.bytesPerRawByte);
  const peak = most((figure) => figure.peakBytes);
  return [
    ...main.map(
      ({ loadRate }): Goal => ({
        name: 'Load block by block',
        goal: `≥ ${rate(leastRate)}`,
        figure: rate(loadRate),
        reached: loadRate >= leastRate,
      }),
    ),
    ...bulkGoals.flatMap(({ input, least }) =>
      load.figures.flatMap((figure): Goal[] =>
        figure.input === input
          ? [
              {
                name: `Load, ${input}, start included`,
                goal: `≥ ${rate(least)}`,
                figure: rate(figure.totalRate),
                reached: figure.totalRate >= least,
              },
            ]
          : [],
      ),
    ),
    ...load.figures.flatMap(({ input, lastByFirst, byFloor }): Goal[] => [
      ...(input.startsWith('large') && lastByFirst !== null
        ? [
            {
              name: `Load, ${input}, last ÷ first tenth`,
              goal: '≥ 0.85',
              figure: lastByFirst.toFixed(2),
              reached: lastByFirst >= 0.85,
            },
          ]
        : []),
      ...(byFloor
        ? [
            {
              name: `Load, ${input}, ÷ COPY and keys alone`,
              goal: '≥ 0.6',
              figure: byFloor.copy.toFixed(2),
              reached: byFloor.copy >= 0.6,
            },
          ]
        : []),
    ]),
    {
      name: 'Database bytes per raw byte',
      goal: '≤ 2.0',
      figure: density.toFixed(2),
      reached: density <= 2,
    },
    {
      name: 'Peak memory of imports',
      goal: '< 700 MB',
      figure: mb(peak),
      reached: peak < 700e6,
    },
  ];
}

function clusterGoals({ clusters }: Results): Goal[] {
  const overhead = clusters?.overhead ?? [];
  return overhead.map(({ input, withRate, withoutRate }): Goal => {
    const more = withoutRate / withRate - 1;
    return {
      name: `Clusters during a load, ${input}`,
      goal: '≤ 25% more time',
      figure: `${(more * 100).toFixed(1)}%`,
      reached: more <= 0.25,
    };
  });
}

function directoryGoals({ directory = [] }: Results): Goal[] {
  return directory.map(({ attributions, lookUps: { p99 } }) => ({
    name: `1,000 addresses over ${plainNumbers.count(attributions)} attributions, p99`,
    goal: '≤ 50 ms',
    figure: `${p99.toFixed(1)} ms`,
    reached: p99 <= 50,
  }));
}

function listsGoals({ lists = [] }: Results): Goal[] {
  return lists.flatMap(({ firstSeconds, againChanged, bytesBefore, peakBytes }) => [
    {
      name: `OFAC's whole list`,
      goal: '≤ 5 s',
      figure: `${firstSeconds.toFixed(1)} s`,
      reached: firstSeconds <= 5,
    },
    {
      name: `memory above the start, OFAC's list`,
      goal: '< 200 MB',
      figure: `${((peakBytes - bytesBefore) / 1e6).toFixed(0)} MB`,
      reached: peakBytes - bytesBefore < 200e6,
    },
    {
      name: `OFAC's list again changes nothing`,
      goal: 'no release',
      figure: againChanged ? 'a release' : 'no release',
      reached: !againChanged,
    },
  ]);
}

function rpcGoals({ rpc = [] }: Results): Goal[] {
  return rpc.map(({ input, form, ratio }) => ({
    name: `RPC ÷ files, ${input}, ${form}`,
    goal: '≥ 0.80',
    figure: ratio.toFixed(2),
    reached: ratio >= 0.8,
  }));
}

function loopGoals({ loop = [] }: Results): Goal[] {
  return loop.flatMap(({ input, loop: { p99 }, pages: { during } }) => [
    {
      name: `Event loop late p99 during initial load, ${input}`,
      goal: '< 50 ms',
      figure: `${p99.toFixed(1)} ms`,
      reached: p99 < 50,
    },
    {
      name: `Page p99 during initial load, ${input}`,
      goal: '≤ 300 ms',
      figure: `${during.p99.toFixed(1)} ms`,
      reached: during.p99 <= 300,
    },
  ]);
}

function streamGoals({ stream = [] }: Results): Goal[] {
  return stream.map(({ clients, lost, doubled }) => ({
    name: `Messages lost and doubled, ${plainNumbers.count(clients)} clients`,
    goal: '0',
    figure: `${lost} and ${doubled}`,
    reached: lost === 0 && doubled === 0,
  }));
}

function demoGoals({ demo }: Results): Goal[] {
  const made = demo?.generation.find(({ side }) => side === 'bitcoin');
  if (!made) return [];
  return [
    {
      name: 'Demo, Bitcoin side made in memory',
      goal: `≥ ${rate(20_000)}`,
      figure: rate(made.rate),
      reached: made.rate >= 20_000,
    },
  ];
}

function ethereumGoals({ ethereum }: Results): Goal[] {
  return (ethereum?.figures ?? []).map(({ input = 'recorded', bulk, loadRate }) => {
    const least = bulk ? 10_000 : 6000;
    return {
      name: `Ethereum, ${input}, verified, with tokens, ${bulk ? 'in bulk' : 'block by block'}`,
      goal: `≥ ${rate(least)}`,
      figure: rate(loadRate),
      reached: loadRate >= least,
    };
  });
}

function pageGoals({ pages = [] }: Results): Goal[] {
  return pages.map(({ history, entries, lastToFirst }) => ({
    name: `Last ÷ first page p99, ${history} (${plainNumbers.count(entries)})`,
    goal: '≤ 1.5',
    figure: lastToFirst.toFixed(2),
    reached: lastToFirst <= 1.5,
  }));
}

function explorerGoals({ explorer }: Results): Goal[] {
  if (!explorer) return [];
  const most = 50;
  const first = (call: string): number =>
    explorer.figures.find((figure) => figure.call === call)?.latencies.p50 ?? Number.NaN;
  const ratio = first('busiest: last page') / first('busiest: page 1');
  return [
    ...explorer.figures.map(({ call, latencies: { p99 } }) => ({
      name: `${call}, p99`,
      goal: `≤ ${most} ms`,
      figure: `${p99.toFixed(1)} ms`,
      reached: p99 <= most,
    })),
    {
      name: 'Last ÷ first page of the busiest address, median',
      goal: '≤ 1.5',
      figure: ratio.toFixed(2),
      reached: ratio <= 1.5,
    },
  ];
}

function riskGoals({ risk }: Results): Goal[] {
  const two = risk?.figures[0]?.hops.find(({ hops }) => hops === 2);
  if (!two) return [];
  const within = (what: 'cold' | 'warm', most: number): Goal => ({
    name: `Score at 2 hops, ${what}, p99`,
    goal: `≤ ${most} ms`,
    figure: `${two[what].p99.toFixed(1)} ms`,
    reached: two[what].p99 <= most,
  });
  return [within('warm', 20), within('cold', 200)];
}

function crossingsGoals({ crossings }: Results): Goal[] {
  return (crossings?.figures ?? []).map(({ question, alone, over }) => ({
    name: `Across assets and chains: ${question}, p99 ÷ alone`,
    goal: '≤ 1.30',
    figure: (over.p99 / alone.p99).toFixed(2),
    reached: over.p99 <= 1.3 * alone.p99,
  }));
}

function tracingGoals({ tracing }: Results): Goal[] {
  const [measured] = tracing?.figures ?? [];
  if (!measured) return [];
  const within = (name: string, figure: number, most: number): Goal => ({
    name,
    goal: `≤ ${most} ms`,
    figure: `${figure.toFixed(1)} ms`,
    reached: figure <= most,
  });
  const { expand, hack, paths } = measured;
  return [
    within('FlowTrace: expand, p99', expand.p99, 100),
    within('FlowTrace: the hack of the demo followed to its ends', hack.milliseconds, 800),
    within('FlowTrace: path of up to 12 transfers, p99', paths.latencies.p99, 5000),
    {
      name: 'FlowTrace: every satoshi of the hack has a stop',
      goal: 'yes',
      figure: hack.exact ? 'yes' : 'no',
      reached: hack.exact,
    },
  ];
}

function firstPageGoals({ 'first-page': seen }: Results): Goal[] {
  if (!seen) return [];
  const within = (what: string, ms: number): Goal => ({
    name: `Address page in a cold browser, ${what}`,
    goal: '≤ 1 s',
    figure: `${(ms / 1000).toFixed(2)} s`,
    reached: ms <= 1000,
  });
  const bytes = seen.scripts.reduce((sum, script) => sum + script.bytes, 0);
  return [
    within('first contentful paint', seen.firstContentfulPaint),
    within('time to interactive', seen.interactive),
    {
      name: 'JavaScript of the address page, compressed',
      goal: '≤ 300 kB',
      figure: `${(bytes / 1000).toFixed(1)} kB`,
      reached: bytes <= 300_000,
    },
  ];
}

/** Compares the run with each goal of the project; skips parts that didn't run. */
export function judge(results: Results): Goal[] {
  return [
    ...startGoals(results),
    ...decodeGoals(results),
    ...loadGoals(results),
    ...appendGoals(results),
    ...clusterGoals(results),
    ...screeningGoals(results),
    ...directoryGoals(results),
    ...listsGoals(results),
    ...rpcGoals(results),
    ...loopGoals(results),
    ...streamGoals(results),
    ...ethereumGoals(results),
    ...demoGoals(results),
    ...pageGoals(results),
    ...answersGoals(results),
    ...checksGoals(results),
    ...explorerGoals(results),
    ...riskGoals(results),
    ...tracingGoals(results),
    ...crossingsGoals(results),
    ...framesGoals(results),
    ...firstPageGoals(results),
    ...backupGoals(results),
    ...processesGoals(results),
  ];
}
