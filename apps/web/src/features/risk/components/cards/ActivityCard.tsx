import { utcDay, dayName } from '@hopscope/domain';
import { useMemo } from 'react';
import { yearChoices } from '../../../../lib/activity.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useNow } from '../../../../lib/use-now.ts';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { HeatLegend, Heatmap } from '../../../../ui/display/Heatmap.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { OnlyWide } from '../../../../ui/layout/OnlyWide.tsx';
import { NativeSelect } from '../../../../ui/form/NativeSelect.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { useActivity } from '../../api/address.ts';

const title = 'Transaction Activity';

/** Transactions per day of a year, by default the year with the most transactions. */
export function ActivityCard({
  address,
  year: asked,
  onYear,
}: {
  address: string;
  year: number | undefined;
  onYear: (year: number) => void;
}) {
  const { counted } = useFormats();
  const today = utcDay(useNow() * 1000);
  const { data, error, refetch } = useActivity(address, asked);
  const counts = useMemo(
    () => new Map(data?.days.map(({ date, transactions }) => [date, transactions])),
    [data],
  );
  if (!data) {
    return (
      <Card title={title}>
        {error ? (
          <LoadFailure title="Failed to fetch activity" error={error} onRetry={refetch} />
        ) : (
          <Inset>
            <Skeleton width="100%" height={126} />
          </Inset>
        )}
      </Card>
    );
  }
  const thisYear = Number(today.slice(0, 4));
  const year = data.year ?? thisYear;
  const inYear = new Map(data.years.map(({ year: each, transactions }) => [each, transactions]));
  return (
    <Card
      title={title}
      count={`${counted(inYear.get(year) ?? 0, 'transaction')} in ${year}`}
      extra={
        <Row gap={12}>
          <OnlyWide>
            <HeatLegend />
          </OnlyWide>
          <NativeSelect
            label="Transaction Activity Year"
            value={String(year)}
            options={yearChoices(thisYear, data.years).map((each) => ({
              value: String(each),
              label: `${each} · ${counted(inYear.get(each) ?? 0, 'transaction')}`,
            }))}
            onChange={(chosen) => onYear(Number(chosen))}
          />
        </Row>
      }
    >
      <Heatmap
        year={year}
        label={`Transactions per day in ${year}`}
        counts={counts}
        covered={data.coverage.kind === 'complete'}
        until={today}
        nameOf={(day, count) => `${counted(count, 'transaction')} on ${dayName(day)}`}
        hrefOf={(day, count) => `/home/block-explorer/address/${address}${count === 0 ? '' : `/day/${day}`}`}
      />
    </Card>
  );
}
