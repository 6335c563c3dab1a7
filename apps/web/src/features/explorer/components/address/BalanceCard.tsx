import { dayName, startOfUtcDay } from '@hopscope/domain';
import { useMemo, useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useNow } from '../../../../lib/use-now.ts';
import { ChartCard, ChartRoom } from '../../../../ui/chart/ChartCard.tsx';
import { StepChart } from '../../../../ui/chart/StepChart.tsx';
import type { StepPoint } from '../../../../ui/chart/step-paths.ts';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { RowTable, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { StepPager } from '../../../../ui/display/StepPager.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useBalanceHistory } from '../../api/address-activity.ts';
import { Failure } from '../Failure.tsx';
import { assetOf, Balance, type BalanceAsset, isToken, useAxisAmount } from './balances.tsx';

const rowsShown = 10;

/** Balances of an address: after each transaction, or at the end of each day if there are too many. */
interface Course {
  byTransaction: boolean;
  points: StepPoint[];
}

type History = NonNullable<ReturnType<typeof useBalanceHistory>['data']>;

const amountOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

/** Returns balances at ascending times: a block can be dated before the one below it. */
function courseOf({ points, steps }: History): Course {
  if (!steps) {
    return {
      byTransaction: false,
      points: points.map(({ date, balance }) => ({
        at: startOfUtcDay(date) / 1000 + 86_399,
        amount: amountOf(balance),
      })),
    };
  }
  let latest = 0;
  return {
    byTransaction: true,
    points: steps.map(({ timestamp, balance }) => {
      latest = Math.max(latest, timestamp);
      return { at: latest, amount: amountOf(balance) };
    }),
  };
}

function BalanceTable({ asset, course }: { asset: BalanceAsset; course: Course }) {
  const { dateTime } = useFormats();
  const [page, setPage] = useState(1);
  const { points, byTransaction } = course;
  const newestFirst = useMemo(() => points.map((point, i) => ({ ...point, i })).toReversed(), [points]);
  return (
    <>
      <RowTable
        label={
          byTransaction
            ? 'Balance after each transaction'
            : 'Balance at the end of each day with transactions'
        }
        columns={[
          {
            title: byTransaction ? 'Time' : 'Day (UTC)',
            key: 'time',
            render: (_, { at }) =>
              byTransaction ? dateTime(at) : dayName(new Date(at * 1000).toISOString().slice(0, 10)),
          },
          {
            title: 'Balance',
            key: 'balance',
            align: 'right',
            render: (_, { amount }) => <Balance asset={asset} amount={amount} />,
          },
        ]}
        rows={newestFirst.slice((page - 1) * rowsShown, page * rowsShown)}
        rowKey={({ i }) => String(i)}
      />
      {points.length > rowsShown && (
        <TableFoot
          pager={
            <StepPager page={page} totalPages={Math.ceil(points.length / rowsShown)} onChange={setPage} />
          }
        >
          newest first
        </TableFoot>
      )}
    </>
  );
}

/** Ends with the last transaction if nothing is left since, so that a short stay fills the chart. */
function endOf({ points }: Course, now: number): number {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || last.amount !== 0n) return now;
  return last.at + Math.max(60, Math.round((last.at - first.at) / 20));
}

function Chart({ asset, course }: { asset: BalanceAsset; course: Course }) {
  const { dateTime, date } = useFormats();
  const now = useNow();
  const axisAmount = useAxisAmount(asset);
  // A chart that moves every second would only distract.
  const minute = Math.ceil(now / 60) * 60;
  return (
    <StepChart
      label="Balance over time"
      points={course.points}
      until={endOf(course, minute)}
      amount={(amount) => <Balance asset={asset} amount={amount} />}
      axisAmount={axisAmount}
      when={course.byTransaction ? dateTime : date}
    />
  );
}

/** Balance after each transaction, or at the end of each day, as a chart or a table; `asset`: contract of a token. */
export function BalanceCard({ address, asset }: { address: string; asset?: string | undefined }) {
  const { data, error, refetch } = useBalanceHistory(address, asset);
  const course = useMemo(() => data && courseOf(data), [data]);
  const of = data ? assetOf(data) : 'bitcoin';
  const known = course?.points.some(({ amount }) => amount !== null) ?? false;
  return (
    <ChartCard
      title={isToken(of) ? 'Token balance over time' : 'Balance over time'}
      file={`balance-${address}`}
      {...(course && known && { table: <BalanceTable asset={of} course={course} /> })}
    >
      {course ? (
        known ? (
          <Chart asset={of} course={course} />
        ) : (
          <Inset>
            <Text tone={2} size={13}>
              Unknown: the stored blocks do not determine the balance.
            </Text>
          </Inset>
        )
      ) : error ? (
        <Failure error={error} subject="list" onRetry={refetch} />
      ) : (
        <ChartRoom height={198} />
      )}
    </ChartCard>
  );
}
