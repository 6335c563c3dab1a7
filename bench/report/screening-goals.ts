import { plainNumbers } from '@hopscope/domain';
import { median } from '../lib/statistics.ts';
import type { Goal } from './goals.ts';
import type { Results } from './results.ts';

/** Milliseconds to read the figures of a team. */
const teamGoals = [
  { name: 'team, 12 weeks', most: 150 },
  { name: 'team, 53 weeks', most: 300 },
] as const;

export function screeningGoals({ screening, answers }: Results): Goal[] {
  const overhead = (screening?.overhead ?? []).flatMap(({ input, addresses, ...measured }): Goal[] => {
    const name = `Load with ${plainNumbers.count(addresses)} monitored addresses, ${input}`;
    const difference = measured.withoutRate / measured.withRate - 1;
    const later = median(measured.laterRatios) - 1;
    return [
      { name: `${name}, from the start`, more: difference },
      { name: `${name}, once they are read`, more: later },
    ].map(({ more, ...named }) => ({
      ...named,
      goal: '≤ 15% more time',
      figure: `${(more * 100).toFixed(1)}%`,
      reached: more <= 0.15,
    }));
  });
  const lists = (answers?.screened.lists ?? []).map(({ rows, figures }): Goal => {
    const ofLists = figures.filter(({ name }) => !name.startsWith('team'));
    const worst = Math.max(...ofLists.map(({ p99 }) => p99));
    return {
      name: `Lists of ${plainNumbers.count(rows)} compliance transactions, worst p99`,
      goal: '≤ 50 ms',
      figure: `${worst.toFixed(1)} ms`,
      reached: worst <= 50,
    };
  });
  const team = (answers?.screened.lists ?? []).flatMap(({ rows, figures }) =>
    teamGoals.flatMap(({ name, most }): Goal[] => {
      const figure = figures.find((each) => each.name === name);
      if (!figure) return [];
      return [
        {
          name: `Figures of a ${name}, ${plainNumbers.count(rows)} compliance transactions, median`,
          goal: `≤ ${most} ms`,
          figure: `${figure.p50.toFixed(1)} ms`,
          reached: figure.p50 <= most,
        },
      ];
    }),
  );
  const latency = (screening?.latency ?? []).flatMap(({ waiting, inBlock, webhook }): Goal[] =>
    [
      { name: 'an open Screener, waiting', p99: waiting.p99 },
      { name: 'an open Screener, in a block', p99: inBlock.p99 },
      { name: 'a webhook of a deposit', p99: webhook.p99 },
    ].map(({ name, p99 }) => ({
      name: `From the node to ${name}, p99`,
      goal: '< 1,000 ms',
      figure: `${p99.toFixed(0)} ms`,
      reached: p99 < 1_000,
    })),
  );
  const again = (answers?.screened.again ?? []).flatMap(
    ({ rows, touched, lookThroughMs, perSecond }): Goal[] => [
      {
        name: `Find what a release that touches ${plainNumbers.count(touched)} names affects, of ${plainNumbers.count(rows)} screenings`,
        goal: '≤ 5 s',
        figure: `${(lookThroughMs / 1000).toFixed(2)} s`,
        reached: lookThroughMs <= 5_000,
      },
      {
        name: 'Screened again after a release',
        goal: '≥ 500/s',
        figure: `${plainNumbers.count(perSecond)}/s`,
        reached: perSecond >= 500,
      },
    ],
  );
  return [...overhead, ...lists, ...team, ...latency, ...again];
}
