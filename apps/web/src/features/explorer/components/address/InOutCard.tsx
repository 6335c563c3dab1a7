import { useMemo } from 'react';
import { ChartCard, ChartRoom } from '../../../../ui/chart/ChartCard.tsx';
import { InOutChart } from '../../../../ui/chart/InOutChart.tsx';
import { RowTable, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useBalanceHistory } from '../../api/address-activity.ts';
import { type InOutPeriod, periodsOf } from '../../model/in-out.ts';
import { Failure } from '../Failure.tsx';
import { assetOf, Balance, type BalanceAsset, useAxisAmount } from './balances.tsx';

const titles = {
  month: 'In and out by month',
  quarter: 'In and out by quarter',
  year: 'In and out by year',
} as const;

function InOutTable({ asset, periods }: { asset: BalanceAsset; periods: readonly InOutPeriod[] }) {
  const sum = (side: 'received' | 'spent') => periods.reduce((total, period) => total + period[side], 0n);
  return (
    <>
      <RowTable
        label="Received and spent by period"
        columns={[
          { title: 'Period (UTC)', key: 'period', render: (_, { name }) => name },
          {
            title: 'In',
            key: 'in',
            align: 'right',
            render: (_, { received }) => <Balance asset={asset} amount={received} />,
          },
          {
            title: 'Out',
            key: 'out',
            align: 'right',
            render: (_, { spent }) => <Balance asset={asset} amount={spent} />,
          },
        ]}
        rows={periods.filter(({ received, spent }) => received > 0n || spent > 0n).toReversed()}
        rowKey={({ name }) => name}
      />
      <TableFoot>
        <span>
          In <Balance asset={asset} amount={sum('received')} />, out{' '}
          <Balance asset={asset} amount={sum('spent')} />
        </span>
      </TableFoot>
    </>
  );
}

/** Received and spent amounts of an address by month, quarter, or year; `asset`: contract of a token. */
export function InOutCard({ address, asset }: { address: string; asset?: string | undefined }) {
  const { data, error, refetch } = useBalanceHistory(address, asset);
  const shown = useMemo(() => data && periodsOf(data.points), [data]);
  const of = data ? assetOf(data) : 'bitcoin';
  const axisAmount = useAxisAmount(of);
  const any = shown !== undefined && shown.periods.length > 0 && of !== null;
  return (
    <ChartCard
      title={titles[shown?.unit ?? 'month']}
      file={`in-out-${address}`}
      {...(any && { table: <InOutTable asset={of} periods={shown.periods} /> })}
    >
      {any ? (
        <InOutChart
          label={titles[shown.unit]}
          bars={shown.periods}
          amount={(amount) => <Balance asset={of} amount={amount} />}
          axisAmount={axisAmount}
        />
      ) : shown ? (
        <Inset>
          <Text tone={2} size={13}>
            No transactions
          </Text>
        </Inset>
      ) : error ? (
        <Failure error={error} subject="list" onRetry={refetch} />
      ) : (
        <ChartRoom height={212} />
      )}
    </ChartCard>
  );
}
