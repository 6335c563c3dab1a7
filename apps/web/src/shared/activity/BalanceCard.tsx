import { dayName } from '@hopscope/domain';
import { type ReactNode, useMemo, useState } from 'react';
import { useFormats } from '../../lib/people/formats-context.tsx';
import { useNow } from '../../lib/use-now.ts';
import { ChartCard, ChartRoom } from '../../ui/chart/ChartCard.tsx';
import { StepChart } from '../../ui/chart/StepChart.tsx';
import type { StepPoint } from '../../ui/chart/step-paths.ts';
import { RowTable, TableFoot } from '../../ui/display/RowTable.tsx';
import { StepPager } from '../../ui/display/StepPager.tsx';
import { Inset } from '../../ui/layout/Inset.tsx';
import { Text } from '../../ui/text/Text.tsx';
import type { AmountView } from './InOutCard.tsx';
import { useAxisAmount } from './use-axis-amount.ts';

const rowsShown = 10;

/** Balances: after each transaction, or at the end of each day if there are too many. */
export interface BalanceCurve {
  byTransaction: boolean;
  points: readonly StepPoint[];
}

function BalanceTable({ curve, amount: view }: { curve: BalanceCurve; amount: AmountView }) {
  const { dateTime } = useFormats();
  const [page, setPage] = useState(1);
  const { points, byTransaction } = curve;
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
          { title: 'Balance', key: 'balance', align: 'right', render: (_, { amount }) => view(amount) },
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
function endOf({ points }: BalanceCurve, now: number): number {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || last.amount !== 0n) return now;
  return last.at + Math.max(60, Math.round((last.at - first.at) / 20));
}

/** Balance over time as a chart or a table. */
export function BalanceCard({
  title = 'Balance over time',
  curve,
  failure,
  file,
  amount,
  decimals,
}: {
  title?: string;
  /** Undefined: not loaded. */
  curve: BalanceCurve | undefined;
  /** Shown instead of a curve that could not be loaded. */
  failure: ReactNode;
  /** Name of exported files, without ending. */
  file: string;
  amount: AmountView;
  /** Of the asset. */
  decimals: number;
}) {
  const { dateTime, date } = useFormats();
  const now = useNow();
  const axisAmount = useAxisAmount(decimals);
  const isKnown = curve?.points.some((point) => point.amount !== null) ?? false;
  // A chart that moves every second would only distract.
  const minute = Math.ceil(now / 60) * 60;
  return (
    <ChartCard
      title={title}
      file={file}
      {...(curve && isKnown && { table: <BalanceTable curve={curve} amount={amount} /> })}
    >
      {curve && isKnown ? (
        <StepChart
          label="Balance over time"
          points={curve.points}
          until={endOf(curve, minute)}
          amount={amount}
          axisAmount={axisAmount}
          when={curve.byTransaction ? dateTime : date}
        />
      ) : curve ? (
        <Inset>
          <Text tone={2} size={13}>
            {curve.points.length === 0
              ? 'No transactions'
              : 'Unknown: the stored blocks do not determine the balance.'}
          </Text>
        </Inset>
      ) : (
        (failure ?? <ChartRoom height={198} />)
      )}
    </ChartCard>
  );
}
