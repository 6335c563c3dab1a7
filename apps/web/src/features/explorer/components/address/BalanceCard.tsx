import type { AssetView } from '@hopscope/contract';
import { utcDay, dayName } from '@hopscope/domain';
import { useMemo, useState } from 'react';
import { useNow } from '../../../../lib/use-now.ts';
import { Amount, UnknownAmount } from '../../../../shared/amount/Amount.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { RowTable, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { StepChart } from '../../../../ui/display/StepChart.tsx';
import type { ChartPoint } from '../../../../ui/display/step-path.ts';
import { StepPager } from '../../../../ui/display/StepPager.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useBalanceHistory } from '../../api/address-activity.ts';
import { Failure } from '../Failure.tsx';
import { AssetAmount } from '../ethereum/assets.tsx';

const rowsShown = 10;

/** Asset of the balances: bitcoin, ether, or a token; null: a token that is not in the ledger. */
type Asset = 'bitcoin' | AssetView | null;

function Balance({ asset, amount }: { asset: Asset; amount: bigint | null }) {
  if (amount === null || asset === null) {
    return <UnknownAmount why="The stored blocks do not determine the balance." />;
  }
  return asset === 'bitcoin' ? (
    <Amount sats={Number(amount)} unit />
  ) : (
    <AssetAmount asset={asset} amt={String(amount)} />
  );
}

function BalanceTable({ asset, points }: { asset: Asset; points: readonly ChartPoint[] }) {
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
            render: (_, { amount }) => <Balance asset={asset} amount={amount} />,
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

/** Balance at the end of each day as a chart or a table; `asset`: contract of a token. */
export function BalanceCard({ address, asset }: { address: string; asset?: string | undefined }) {
  const { data, error, refetch } = useBalanceHistory(address, asset);
  const [table, setTable] = useState(false);
  const today = utcDay(useNow() * 1000);
  const points = useMemo(
    () =>
      data?.points.map(({ date, balance }) => ({
        day: date,
        amount: balance === null ? null : BigInt(balance),
      })),
    [data],
  );
  const of: Asset = data?.blockchain === 'ethereum' ? data.asset : 'bitcoin';
  const isToken = of !== 'bitcoin' && of?.contract !== null;
  const known = points?.some(({ amount }) => amount !== null) ?? false;
  return (
    <Card
      title={isToken ? 'Token balance over time' : 'Balance over time'}
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
              Unknown: the stored blocks do not determine the balance.
            </Text>
          </Inset>
        ) : table ? (
          <BalanceTable asset={of} points={points} />
        ) : (
          <Inset>
            <StepChart
              points={points}
              until={today}
              amount={(amount) => <Balance asset={of} amount={amount} />}
              day={(day) => dayName(day, 'short')}
            />
          </Inset>
        )
      ) : error ? (
        <Failure error={error} subject="list" onRetry={refetch} />
      ) : (
        <Inset>
          <Skeleton width="100%" height={140} />
        </Inset>
      )}
    </Card>
  );
}
