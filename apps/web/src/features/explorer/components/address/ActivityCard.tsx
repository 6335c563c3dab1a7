import type { CallOutput, DayOfActivity, getAddressActivity } from '@hopscope/contract';
import { chains, dayName, utcDay } from '@hopscope/domain';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useNow } from '../../../../lib/use-now.ts';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Count } from '../../../../ui/display/Figures.tsx';
import { HeatLegend, Heatmap } from '../../../../ui/display/Heatmap.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { OnlyWide } from '../../../../ui/layout/OnlyWide.tsx';
import { NativeSelect } from '../../../../ui/form/NativeSelect.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { type RowColumns, RowTable } from '../../../../ui/display/RowTable.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useAddressActivity } from '../../api/address-activity.ts';
import { type ActivitySort, shownDays, yearChoices } from '../../../../lib/activity.ts';
import { Failure } from '../Failure.tsx';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';

type Activity = CallOutput<typeof getAddressActivity>;

/** Display options of the activity, from the URL. */
export interface ActivityView {
  /** undefined: the year with the most transactions. */
  year: number | undefined;
  list: boolean;
  sort: ActivitySort;
}

/** Returns the link to the first transaction of a day; days without transactions link to the address. */
function dayHref(address: string, day: string, count: number): string {
  const page = `/home/block-explorer/address/${address}`;
  return count === 0 ? page : `${page}/day/${day}`;
}

function DayList({ address, activity, sort }: { address: string; activity: Activity; sort: ActivitySort }) {
  const columns: RowColumns<DayOfActivity> = [
    {
      title: 'Day (UTC)',
      key: 'day',
      render: (_, { date, transactions }) => (
        <a href={dayHref(address, date, transactions)} target="_blank" rel="noopener">
          {dayName(date)}
        </a>
      ),
    },
    {
      title: 'Transactions',
      key: 'transactions',
      align: 'right',
      render: (_, { transactions }) => <Count value={transactions} />,
    },
    {
      title: 'Received',
      key: 'received',
      align: 'right',
      render: (_, { received }) => <CoinAmount coin={chains[activity.blockchain].coin} amount={received} />,
    },
    {
      title: 'Spent',
      key: 'spent',
      align: 'right',
      render: (_, { spent }) => <CoinAmount coin={chains[activity.blockchain].coin} amount={spent} />,
    },
  ];
  return (
    <RowTable
      label="Days with transactions"
      columns={columns}
      rows={shownDays(activity.days, sort)}
      rowKey={({ date }) => date}
    />
  );
}

function Year({ address, activity }: { address: string; activity: Activity }) {
  const { counted } = useFormats();
  const today = utcDay(useNow() * 1000);
  const counts = useMemo(
    () => new Map(activity.days.map(({ date, transactions }) => [date, transactions])),
    [activity],
  );
  const year = activity.year ?? Number(today.slice(0, 4));
  return (
    <Heatmap
      year={year}
      label={`Transactions per day in ${year}`}
      counts={counts}
      covered={activity.coverage.kind === 'complete'}
      until={today}
      nameOf={(day, count) => `${counted(count, 'transaction')} on ${dayName(day)}`}
      hrefOf={(day, count) => dayHref(address, day, count)}
    />
  );
}

function useChange() {
  const navigate = useNavigate();
  return (change: Record<string, unknown>) =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, ...change }),
      replace: true,
      resetScroll: false,
    });
}

function Controls({ activity, view }: { activity: Activity; view: ActivityView }) {
  const { counted } = useFormats();
  const change = useChange();
  const thisYear = Number(utcDay(useNow() * 1000).slice(0, 4));
  const inYear = new Map(activity.years.map(({ year, transactions }) => [year, transactions]));
  return (
    <Row gap={8} wrap>
      {!view.list && (
        <OnlyWide>
          <HeatLegend />
        </OnlyWide>
      )}
      {view.list && (
        <Segmented
          label="Sort by"
          value={view.sort}
          options={[
            { value: 'date', label: 'By date' },
            { value: 'activity', label: 'By activity' },
          ]}
          onChange={(sort) => change({ sort: sort === 'date' ? undefined : sort })}
        />
      )}
      <NativeSelect
        label="Year"
        value={String(activity.year ?? thisYear)}
        options={yearChoices(thisYear, activity.years).map((year) => ({
          value: String(year),
          label: `${year} · ${counted(inYear.get(year) ?? 0, 'transaction')}`,
        }))}
        onChange={(year) => change({ year: Number(year) })}
      />
      <Segmented
        label="Show activity as"
        value={view.list ? 'list' : 'heatmap'}
        options={[
          { value: 'heatmap', label: 'Heatmap' },
          { value: 'list', label: 'List' },
        ]}
        onChange={(as) => change({ activity: as === 'list' ? 'list' : undefined })}
      />
    </Row>
  );
}

/** Transactions per day: a calendar or a list of 20 days, of any year. */
export function ActivityCard({ address, view }: { address: string; view: ActivityView }) {
  const { counted } = useFormats();
  const { data, error, refetch } = useAddressActivity(address, view.year);
  const total = data?.days.reduce((sum, { transactions }) => sum + transactions, 0);
  return (
    <Card
      title="Activity"
      {...(data &&
        total !== undefined && { count: `${counted(total, 'transaction')} in ${data.year ?? 'all years'}` })}
      {...(data && { extra: <Controls activity={data} view={view} /> })}
    >
      {data ? (
        view.list ? (
          data.days.length === 0 ? (
            <Inset>
              <Text tone={2}>No transactions in {data.year ?? 'any year'}</Text>
            </Inset>
          ) : (
            <DayList address={address} activity={data} sort={view.sort} />
          )
        ) : (
          <Year address={address} activity={data} />
        )
      ) : error ? (
        <Failure error={error} subject="list" onRetry={refetch} />
      ) : (
        <Inset>
          <Skeleton width="100%" height={126} />
        </Inset>
      )}
    </Card>
  );
}
