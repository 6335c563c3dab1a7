import { type ReactNode, useMemo } from 'react';
import { ChartCard, ChartRoom } from '../../ui/chart/ChartCard.tsx';
import { InOutChart } from '../../ui/chart/InOutChart.tsx';
import { RowTable, TableFoot } from '../../ui/display/RowTable.tsx';
import { Inset } from '../../ui/layout/Inset.tsx';
import { Text } from '../../ui/text/Text.tsx';
import { type DayOfBalance, type InOutPeriod, periodsOf } from './in-out.ts';
import { useAxisAmount } from './use-axis-amount.ts';

const titles = {
  month: 'In and out by month',
  quarter: 'In and out by quarter',
  year: 'In and out by year',
} as const;

/** Formats an amount of the asset with its unit; null: unknown. */
export type AmountView = (amount: bigint | null) => ReactNode;

function InOutTable({ periods, amount }: { periods: readonly InOutPeriod[]; amount: AmountView }) {
  const sum = (side: 'received' | 'spent') => periods.reduce((total, period) => total + period[side], 0n);
  return (
    <>
      <RowTable
        label="Received and spent by period"
        columns={[
          { title: 'Period (UTC)', key: 'period', render: (_, { name }) => name },
          { title: 'In', key: 'in', align: 'right', render: (_, { received }) => amount(received) },
          { title: 'Out', key: 'out', align: 'right', render: (_, { spent }) => amount(spent) },
        ]}
        rows={periods.filter(({ received, spent }) => received > 0n || spent > 0n).toReversed()}
        rowKey={({ name }) => name}
      />
      <TableFoot>
        <span>
          In {amount(sum('received'))}, out {amount(sum('spent'))}
        </span>
      </TableFoot>
    </>
  );
}

/** Received and spent amounts by month, quarter, or year. */
export function InOutCard({
  days,
  failure,
  file,
  amount,
  decimals,
}: {
  /** Ascending; undefined: not loaded. */
  days: readonly DayOfBalance[] | undefined;
  /** Shown instead of days that could not be loaded. */
  failure: ReactNode;
  /** Name of exported files, without ending. */
  file: string;
  amount: AmountView;
  /** Of the asset. */
  decimals: number;
}) {
  const shown = useMemo(() => days && periodsOf(days), [days]);
  const axisAmount = useAxisAmount(decimals);
  const any = shown !== undefined && shown.periods.length > 0;
  return (
    <ChartCard
      title={titles[shown?.unit ?? 'month']}
      file={file}
      {...(any && { table: <InOutTable periods={shown.periods} amount={amount} /> })}
    >
      {any ? (
        <InOutChart label={titles[shown.unit]} bars={shown.periods} amount={amount} axisAmount={axisAmount} />
      ) : shown ? (
        <Inset>
          <Text tone={2} size={13}>
            No transactions
          </Text>
        </Inset>
      ) : (
        (failure ?? <ChartRoom height={212} />)
      )}
    </ChartCard>
  );
}
