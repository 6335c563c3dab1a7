import { InOutCard as PeriodsCard } from '../../../../shared/activity/InOutCard.tsx';
import { useBalanceHistory } from '../../api/address-activity.ts';
import { Failure } from '../Failure.tsx';
import { assetOf, Balance, decimalsOf } from './balances.tsx';

/** Received and spent amounts of an address by month, quarter, or year; `asset`: contract of a token. */
export function InOutCard({ address, asset }: { address: string; asset?: string | undefined }) {
  const { data, error, refetch } = useBalanceHistory(address, asset);
  const of = data ? assetOf(data) : 'bitcoin';
  return (
    <PeriodsCard
      days={of === null ? [] : data?.points}
      failure={error && <Failure error={error} subject="list" onRetry={refetch} />}
      file={`in-out-${address}`}
      amount={(amount) => <Balance asset={of} amount={amount} />}
      decimals={decimalsOf(of)}
    />
  );
}
