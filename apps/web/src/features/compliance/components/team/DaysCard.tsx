import { addUtcDays, dayName, riskBands, utcDay } from '@hopscope/domain';
import { useMemo } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { levelNames } from '../../../../lib/risk/risk-level.ts';
import { riskMark } from '../../../../shared/risk/risk-colors.ts';
import { ChartCard, ChartRoom } from '../../../../ui/chart/ChartCard.tsx';
import { ColumnChart } from '../../../../ui/chart/ColumnChart.tsx';
import { RowTable } from '../../../../ui/display/RowTable.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { useTransactionDays } from '../../api/team.ts';

type Day = NonNullable<ReturnType<typeof useTransactionDays>['data']>[number];

/** The least severe first: columns are stacked from bottom to top. */
const bands = riskBands.toReversed();
const sumOf = (day: Day): number => bands.reduce((sum, band) => sum + day[band], 0);

/** Returns all days of a range, also those without transactions. */
function withEmptyDays(days: readonly Day[], from: string, to: string): Day[] {
  const known = new Map(days.map((day) => [day.date, day]));
  const all: Day[] = [];
  for (let date = from; date <= to; date = addUtcDays(date, 1)) {
    all.push(known.get(date) ?? { date, high: 0, medium: 0, low: 0, unknown: 0 });
  }
  return all;
}

/** Listed transactions by day and risk, as columns or a table. */
export function DaysCard({ organizationId, from, to }: { organizationId: string; from: string; to: string }) {
  const { count, counted } = useFormats();
  const today = utcDay(Date.now());
  const last = to < today ? to : today;
  const { data, error, refetch } = useTransactionDays(organizationId, { from, to: last });
  const days = useMemo(() => data && withEmptyDays(data, from, last), [data, from, last]);
  const table = data && (
    <RowTable
      label="Transactions by day and risk"
      words
      columns={[
        { title: 'Day (UTC)', render: (_, { date }) => dayName(date) },
        ...riskBands.map((band) => ({
          title: levelNames[band],
          align: 'right' as const,
          render: (_: undefined, day: Day) => count(day[band]),
        })),
        { title: 'All', align: 'right', render: (_, day) => count(sumOf(day)) },
      ]}
      rows={data.toReversed()}
      rowKey={({ date }) => date}
    />
  );
  return (
    <ChartCard title="Transactions by day" file="transactions-by-day" {...(table && { table })}>
      {days ? (
        <ColumnChart
          label="Transactions by day and risk"
          most={`most: ${count(Math.max(0, ...days.map(sumOf)))}`}
          stacked
          series={bands.map((band) => levelNames[band])}
          fills={bands.map((band) => riskMark(band))}
          columns={days.map((day) => ({
            key: day.date,
            name: day.date.slice(5),
            title: `${dayName(day.date)}: ${counted(sumOf(day), 'transaction')}${bands
              .filter((band) => day[band] > 0)
              .map((band) => `, ${count(day[band])} ${levelNames[band].toLowerCase()}`)
              .join('')}`,
            sizes: bands.map((band) => day[band]),
          }))}
        />
      ) : error ? (
        <LoadFailure title="The figures could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <ChartRoom height={142} />
      )}
    </ChartCard>
  );
}
