import { plainNumbers } from '@hopscope/domain';
import type { ChecksResult } from '../suites/checks.ts';
import type { Goal } from './goals.ts';
import type { Results } from './results.ts';
import { callColumns, callRow } from './server-sections.ts';
import { fixed, integer, type Section } from './table.ts';

export function checksSections({ transactions, attributions, ...measured }: ChecksResult): Section[] {
  const { lines, distinct, uploadSeconds, seconds, perSecond } = measured.batch;
  const demo = `demo of ${integer(transactions)} transactions with ${integer(attributions)} attributions`;
  return [
    {
      title: `Screening calls · ${demo}, ${integer(measured.clients)} clients, milliseconds`,
      columns: callColumns,
      rows: measured.transfers.map(callRow),
      notes: ['The clients and the database run on the same machine.'],
    },
    {
      title: `Batch of addresses · ${demo}`,
      columns: ['', 'lines', 'distinct', 'uploaded after', 'decided after', 'lines/s'],
      rows: [
        [
          'JSON Lines',
          integer(lines),
          integer(distinct),
          `${fixed(uploadSeconds, 1)} s`,
          `${fixed(seconds, 1)} s`,
          integer(perSecond),
        ],
      ],
      notes: ['Until the last line is decided, with the upload. Equal addresses of a batch are scored once.'],
    },
  ];
}

/** Milliseconds with 16 clients. */
const transferGoals: readonly { call: string; p50: number; p99: number }[] = [
  { call: 'transfer to an address never seen', p50: 60, p99: 400 },
  { call: 'transfer to an address seen before', p50: 15, p99: 100 },
];

export function checksGoals({ checks }: Results): Goal[] {
  if (!checks) return [];
  const { transactions, transfers, batch, clients } = checks;
  const size = `${plainNumbers.count(transactions)} transactions`;
  const goals = transferGoals.flatMap(({ call, p50, p99 }): Goal[] => {
    const figure = transfers.find((each) => each.call === call);
    if (!figure) return [];
    const { latencies } = figure;
    return [
      {
        name: `${call}, ${clients} clients, ${size}`,
        goal: `p50 ≤ ${p50} ms, p99 ≤ ${p99} ms`,
        figure: `p50 ${latencies.p50.toFixed(1)} ms, p99 ${latencies.p99.toFixed(1)} ms`,
        reached: latencies.p50 <= p50 && latencies.p99 <= p99,
      },
    ];
  });
  return [
    ...goals,
    {
      name: `Batch of ${plainNumbers.count(batch.lines)} addresses, ${plainNumbers.count(batch.distinct)} distinct, ${size}`,
      goal: '≥ 500 addresses/s',
      figure: `${plainNumbers.count(Math.round(batch.perSecond))}/s`,
      reached: batch.perSecond >= 500,
    },
  ];
}
