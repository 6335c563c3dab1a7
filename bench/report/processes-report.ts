import { median } from '../lib/statistics.ts';
import type { ProcessesResult } from '../suites/processes.ts';
import type { Goal } from './goals.ts';
import type { Results } from './results.ts';
import { integer, type Section } from './table.ts';

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const ratioOf = ({ pages }: ProcessesResult): number => median(pages.map(({ one, two }) => two / one));

export function processesSection(result: ProcessesResult): Section {
  const { transactions, pages, countingRatio, killedMs, pausedMs } = result;
  const row = (what: string, ms: readonly number[]): string[] => [
    what,
    integer(ms.length),
    seconds(median(ms)),
    seconds(Math.max(...ms)),
  ];
  const rates = (pick: (page: ProcessesResult['pages'][number]) => number): string =>
    integer(Math.round(median(pages.map(pick))));
  return {
    title: 'Several server processes',
    columns: ['until another process has the work', 'times', 'median', 'longest'],
    rows: [row('after kill -9', killedMs), row('after a pause', pausedMs)],
    notes: [
      `Pages of an address of ${integer(transactions)} transactions, 16 clients: ${rates(({ one }) => one)} a second with one process that answers, ${rates(({ two }) => two)} with two (${ratioOf(result).toFixed(2)} ×, median of ${pages.length} rounds)`,
      `Two processes that only count: ${countingRatio.toFixed(2)} × one`,
    ],
  };
}

export function processesGoals({ processes }: Results): Goal[] {
  if (!processes) return [];
  const ratio = ratioOf(processes);
  const takeover = median(processes.killedMs);
  return [
    {
      name: 'Pages with two processes that answer',
      goal: '≥ 1.6 × one',
      figure: `${ratio.toFixed(2)} ×`,
      reached: ratio >= 1.6,
    },
    {
      name: 'Takeover after kill -9, median',
      goal: '≤ 10 s',
      figure: seconds(takeover),
      reached: takeover <= 10_000,
    },
  ];
}
