import { plainNumbers, plural } from '../../packages/domain/src/index.ts';
import type { AnswersResult } from '../suites/answers.ts';
import type { Goal } from './goals.ts';
import type { Results } from './results.ts';
import { callColumns, callRow } from './server-sections.ts';
import { fixed, megabytes, type Section, integer } from './table.ts';

/**
 * Returns by which power of the number of transactions a time grows between the smallest and the largest demo; undefined for
 * one demo.
 */
function exponentOf(sizes: AnswersResult['sizes'], clients: number, call: string): number | undefined {
  const timeOf = (size: AnswersResult['sizes'][number] | undefined): number =>
    size?.clients.find((each) => each.clients === clients)?.figures.find((figure) => figure.call === call)
      ?.latencies.p50 ?? Number.NaN;
  const [first, last] = [sizes[0], sizes.at(-1)];
  if (!first || !last || first === last) return undefined;
  return Math.log(timeOf(last) / timeOf(first)) / Math.log(last.transactions / first.transactions);
}

export function answersSections({ sizes }: AnswersResult): Section[] {
  const bulk = sizes.flatMap(
    ({ transactions, besideBulk }): Section => ({
      title: `Answers to 4 clients while another person sends 60 bulk scores at once · ${integer(transactions)} transactions, milliseconds`,
      columns: callColumns,
      rows: besideBulk.map(callRow),
      notes: [
        'Each bulk score has 100 addresses. A person can have 3 running; the others are refused and sent again a second later.',
      ],
    }),
  );
  const alone = sizes.flatMap(({ transactions, attributions, busiest, peakBytes, clients: all }, i) =>
    all.map(({ clients, select, figures }): Section => {
      const health = figures.find(({ call }) => call === 'health')?.perSecond ?? Number.NaN;
      const ratios = (perSecond: number): string[] => [
        fixed(perSecond / health, 3),
        fixed(perSecond / select.perSecond, 3),
      ];
      const isLast = i === sizes.length - 1;
      return {
        title: `Answers over HTTP · demo of ${integer(transactions)} transactions with ${integer(attributions)} attributions, ${integer(clients)} ${plural(clients, 'client')}, milliseconds`,
        columns: [...callColumns, '÷ health', '÷ SELECT', ...(isLast ? ['exponent'] : [])],
        rows: [
          ...figures.map((figure) => [
            ...callRow(figure),
            ...ratios(figure.perSecond),
            ...(isLast ? [fixed(exponentOf(sizes, clients, figure.call) ?? Number.NaN, 2)] : []),
          ]),
          [
            'an indexed SELECT',
            fixed(select.latencies.p50, 2),
            fixed(select.latencies.p95, 2),
            fixed(select.latencies.p99, 2),
            integer(select.perSecond),
          ],
        ],
        notes: [
          `The clients and the database run on the same machine. The busiest address has ${integer(busiest)} transactions; the server had at most ${megabytes(peakBytes)}. Cold scores: of addresses that were not scored before. Exponent: growth of p50 from the smallest to this demo.`,
        ],
      };
    }),
  );
  const large = sizes.flatMap(
    ({ transactions, attributions, large: figures }): Section => ({
      title: `Large answers to 1 client · ${integer(transactions)} transactions, ${integer(attributions)} attributions, milliseconds`,
      columns: callColumns,
      rows: figures.map(callRow),
      notes: ['The trace follows everything that was stolen: up to 2,000 nodes, without a least share.'],
    }),
  );
  return [...alone, ...large, ...bulk];
}

/** Calls per second with 16 clients, and the p99 in milliseconds. */
const answerGoals: readonly { call: string; perSecond: number; p99?: number }[] = [
  { call: 'health', perSecond: 5000 },
  { call: 'transaction', perSecond: 1500, p99: 30 },
  { call: 'address summary', perSecond: 1500, p99: 30 },
  { call: 'address, first page', perSecond: 700, p99: 50 },
  { call: 'block, first page', perSecond: 700, p99: 50 },
  { call: 'cold score', perSecond: 80 },
];

/** Latencies with one client in milliseconds. */
const oneClient: readonly { call: string; what: 'p50' | 'p99'; most: number }[] = [
  { call: 'cold score', what: 'p50', most: 30 },
  { call: 'cold score', what: 'p99', most: 200 },
  { call: 'warm score', what: 'p99', most: 10 },
];

/** The demo of the goals has up to this many transactions; larger ones show the growth. */
const largestOfGoals = 1_000_000;

/** Returns goals for the growth of each call's p50 with one client. */
function growthGoals(sizes: AnswersResult['sizes']): Goal[] {
  const calls = sizes[0]?.clients.find(({ clients }) => clients === 1)?.figures.map(({ call }) => call) ?? [];
  const [least, most] = [sizes[0]?.transactions ?? 0, sizes.at(-1)?.transactions ?? 0];
  return calls.flatMap((call) => {
    const exponent = exponentOf(sizes, 1, call);
    if (exponent === undefined) return [];
    return {
      name: `Growth of ${call}, 1 client, from ${plainNumbers.count(least)} to ${plainNumbers.count(most)} transactions`,
      goal: 'exponent ≤ 0.1',
      figure: exponent.toFixed(2),
      reached: exponent <= 0.1,
    };
  });
}

export function answersGoals({ answers }: Results): Goal[] {
  const sizes = answers?.sizes ?? [];
  const measured = sizes.filter(({ transactions }) => transactions <= largestOfGoals);
  return [...measured.flatMap(goalsOfSize), ...sizes.flatMap(largeGoals), ...growthGoals(sizes)];
}

/** Milliseconds of calls that read much at once. The trace has a goal for the demo of the goals. */
function largeGoals({ transactions, attributions, large }: AnswersResult['sizes'][number]): Goal[] {
  return large.flatMap(({ call, latencies: { p50, p99 } }): Goal[] => {
    if (call === 'automatic trace of the hack') {
      if (transactions > largestOfGoals) return [];
      const name = `${call}, p50, ${plainNumbers.count(transactions)} transactions`;
      return [{ name, goal: '≤ 800 ms', figure: `${p50.toFixed(0)} ms`, reached: p50 <= 800 }];
    }
    const name = `${call}, p99, ${plainNumbers.count(attributions)} attributions`;
    return [{ name, goal: '≤ 50 ms', figure: `${p99.toFixed(1)} ms`, reached: p99 <= 50 }];
  });
}

function goalsOfSize({
  transactions,
  peakBytes,
  clients: all,
  besideBulk,
}: AnswersResult['sizes'][number]): Goal[] {
  const of = (clients: number, call: string) =>
    all.find((each) => each.clients === clients)?.figures.find((figure) => figure.call === call);
  const size = `${plainNumbers.count(transactions)} transactions`;
  const goals: Goal[] = [];
  for (const { call, perSecond, p99 } of answerGoals) {
    const figure = of(16, call);
    if (!figure) continue;
    const late = p99 !== undefined && figure.latencies.p99 > p99;
    goals.push({
      name: `${call}, 16 clients, ${size}`,
      goal: `≥ ${plainNumbers.count(perSecond)}/s${p99 === undefined ? '' : `, p99 ≤ ${p99} ms`}`,
      figure: `${plainNumbers.count(figure.perSecond)}/s, p99 ${figure.latencies.p99.toFixed(1)} ms`,
      reached: figure.perSecond >= perSecond && !late,
    });
  }
  for (const { call, what, most } of oneClient) {
    const figure = of(1, call);
    if (!figure) continue;
    goals.push({
      name: `${call}, 1 client, ${what}, ${size}`,
      goal: `≤ ${most} ms`,
      figure: `${figure.latencies[what].toFixed(1)} ms`,
      reached: figure.latencies[what] <= most,
    });
  }
  const first = of(16, 'busiest address, first page')?.latencies.p50 ?? Number.NaN;
  const last = of(16, 'busiest address, last page')?.latencies.p50 ?? Number.NaN;
  goals.push({
    name: `Last ÷ first page of the busiest address, ${size}`,
    goal: '≤ 1.3',
    figure: (last / first).toFixed(2),
    reached: last / first <= 1.3,
  });
  const slowest = Math.max(...besideBulk.map(({ latencies }) => latencies.p99));
  goals.push({
    name: `p99 of other people's calls beside 60 bulk scores, ${size}`,
    goal: '≤ 100 ms',
    figure: `${slowest.toFixed(1)} ms`,
    reached: slowest <= 100,
  });
  goals.push({
    name: `Most memory of the server, with bulk scores, ${size}`,
    goal: '≤ 800 MB',
    figure: megabytes(peakBytes),
    reached: peakBytes <= 800 * 1024 * 1024,
  });
  return goals;
}
