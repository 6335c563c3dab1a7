import { startOfUtcDay } from '@hopscope/domain';
import { useMemo } from 'react';
import { type BalanceCurve, BalanceCard as CurveCard } from '../../../../shared/activity/BalanceCard.tsx';
import { useBalanceHistory } from '../../api/address-activity.ts';
import { Failure } from '../Failure.tsx';
import { assetOf, Balance, decimalsOf, isToken } from './balances.tsx';

type History = NonNullable<ReturnType<typeof useBalanceHistory>['data']>;

const amountOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

/** Returns balances at ascending times: a block can be dated before the one below it. */
function curveOf({ points, steps }: History): BalanceCurve {
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

/** Balance after each transaction, or at the end of each day, as a chart or a table; `asset`: contract of a token. */
export function BalanceCard({ address, asset }: { address: string; asset?: string | undefined }) {
  const { data, error, refetch } = useBalanceHistory(address, asset);
  const curve = useMemo(() => data && curveOf(data), [data]);
  const of = data ? assetOf(data) : 'bitcoin';
  return (
    <CurveCard
      title={isToken(of) ? 'Token balance over time' : 'Balance over time'}
      curve={curve}
      failure={error && <Failure error={error} subject="list" onRetry={refetch} />}
      file={`balance-${address}`}
      amount={(amount) => <Balance asset={of} amount={amount} />}
      decimals={decimalsOf(of)}
    />
  );
}
