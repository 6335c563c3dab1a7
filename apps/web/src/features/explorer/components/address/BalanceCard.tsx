import type { Blockchain } from '@hopscope/contract';
import { useMemo, useState } from 'react';
import { useNow } from '../../../../lib/use-now.ts';
import { UnknownAmount } from '../../../../ui/Amount.tsx';
import { Bone } from '../../../../ui/Bone.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { Inset } from '../../../../ui/Inset.tsx';
import { RowTable, TableFoot } from '../../../../ui/RowTable.tsx';
import { Segmented } from '../../../../ui/Segmented.tsx';
import { StepChart } from '../../../../ui/StepChart.tsx';
import type { ChartPoint } from '../../../../ui/step-path.ts';
import { StepPager } from '../../../../ui/StepPager.tsx';
import { Text } from '../../../../ui/Text.tsx';
import { useBalanceHistory } from '../../api/address-activity.ts';
import { dayName, dayOf } from '../../../../lib/activity.ts';
import { Failure } from '../Failure.tsx';
import { ChainAmount } from './ChainAmount.tsx';

const rowsShown = 10;

function Balance({ chain, amount }: { chain: Blockchain; amount: bigint | null }) {
  return amount === null ? (
    <UnknownAmount why="What is held of the chain cannot tell it." />
  ) : (
    <ChainAmount chain={chain} amt={String(amount)} />
  );
}

function BalanceTable({ chain, points }: { chain: Blockchain; points: readonly ChartPoint[] }) {
  const [page, setPage] = useState(1);
  const newestFirst = useMemo(() => points.toReversed(), [points]);
  return (
    <>
      <RowTable
        label="Balance at the end of each day with transactions"
        columns={[
          { title: 'Day (UTC)', key: 'day', render: (_, { day }) => dayName(day) },
          {
            title: 'Balance',
            key: 'balance',
            align: 'right',
            render: (_, { amount }) => <Balance chain={chain} amount={amount} />,
          },
        ]}
        rows={newestFirst.slice((page - 1) * rowsShown, page * rowsShown)}
        rowKey={({ day }) => day}
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

/** The balance at the end of each day, as a picture and as a table. */
export function BalanceCard({ address }: { address: string }) {
  const { data, error, refetch } = useBalanceHistory(address);
  const [table, setTable] = useState(false);
  const today = dayOf(useNow());
  const points = useMemo(
    () =>
      data?.points.map(({ date, balance }) => ({
        day: date,
        amount: balance === null ? null : BigInt(balance),
      })),
    [data],
  );
  const known = points?.some(({ amount }) => amount !== null) ?? false;
  return (
    <Card
      title="Balance over time"
      {...(known && {
        extra: (
          <Segmented
            label="Show balance as"
            value={table ? 'table' : 'chart'}
            options={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
            onChange={(as) => setTable(as === 'table')}
          />
        ),
      })}
    >
      {data && points ? (
        !known ? (
          <Inset>
            <Text tone={2} size={13}>
              Not known: what is held of the chain cannot tell it.
            </Text>
          </Inset>
        ) : table ? (
          <BalanceTable chain={data.blockchain} points={points} />
        ) : (
          <Inset>
            <StepChart
              points={points}
              until={today}
              amount={(amount) => <Balance chain={data.blockchain} amount={amount} />}
              day={(day) => dayName(day, 'short')}
            />
          </Inset>
        )
      ) : error ? (
        <Failure error={error} subject="list" onRetry={refetch} />
      ) : (
        <Inset>
          <Bone width="100%" height={140} />
        </Inset>
      )}
    </Card>
  );
}
