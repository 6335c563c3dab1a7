import type { CallOutput, getAddress } from '@hopscope/contract';
import { chains, shortDecimal } from '@hopscope/domain';
import { coverageText } from '../../../lib/text/coverage-text.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Count } from '../../../ui/display/Figures.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { type Stat, Stats } from '../../../ui/display/Stats.tsx';
import { UnknownAmount } from '../../../shared/amount/Amount.tsx';
import { useActiveDays, useAddress, useDirectionCount } from '../api/address.ts';
import { usePrice } from '../../../lib/prices.ts';
import { riskTexts } from '../model/texts.ts';
import { LedgerFigure } from '../../../shared/evidence/FigureEvidence.tsx';
import { CoinAmount } from '../../../shared/amount/CoinAmount.tsx';
import { Dollars } from '../../../shared/amount/Dollars.tsx';

type Summary = CallOutput<typeof getAddress>['data'];

const labels = ['Balance', 'Received', 'Spent', 'Transactions', 'Active', 'Data'];

function Loaded({ summary }: { summary: Summary }) {
  const { address, coverage, txCount, first_seen: first, last_seen: last } = summary;
  const formats = useFormats();
  const { date, counted, count } = formats;
  const coin = chains[summary.blockchain].coin;
  const price = usePrice(coin.symbol);
  const incoming = useDirectionCount(address, 'in');
  const outgoing = useDirectionCount(address, 'out');
  const days = useActiveDays(address);
  const evidence = (label: string, value: string) => (
    <LedgerFigure
      figure={{ label, value, subject: address }}
      basis={{
        blockchain: summary.blockchain,
        coverage,
        height: coverage.ranges.at(-1)?.to ?? null,
        price,
      }}
    />
  );
  const amount = (label: string, value: number | string | null): Stat => {
    if (value === null) return { label, value: <UnknownAmount why={coverage.text} /> };
    return {
      label,
      evidence: evidence(label, `${shortDecimal(BigInt(value), coin.decimals)} ${coin.symbol}`),
      value: <CoinAmount coin={coin} amount={String(value)} />,
      sub: price && <Dollars coin={coin} amount={String(value)} price={price} tone={3} />,
    };
  };
  const [kind, ...range] = coverageText(coverage, formats).split(': ');
  const noun = chains[summary.blockchain].model === 'utxo' ? '' : ' movements';
  const ways =
    incoming.data !== undefined && outgoing.data !== undefined
      ? `${count(incoming.data)} in, ${count(outgoing.data)} out${noun}`
      : undefined;
  const span = first && last ? `${date(first.timestamp)} to ${date(last.timestamp)}` : undefined;
  const stats: Stat[] = [
    amount('Balance', summary.balance),
    amount('Received', summary.total_received),
    amount('Spent', summary.total_spent),
    {
      label: 'Transactions',
      value: <Count value={txCount} />,
      evidence: evidence('Transactions', String(txCount)),
      sub: ways,
    },
    {
      label: 'Active',
      value: days.data !== undefined ? counted(days.data, 'day') : days.error ? 'Unknown' : '…',
      sub: span,
    },
    { label: 'Data', value: kind, sub: range.join(': ') },
  ];
  return <Stats stats={stats} partial={coverage.kind !== 'complete'} />;
}

/** Totals of the address. */
export function SummaryStats({ address }: { address: string }) {
  const { data, error, refetch } = useAddress(address);
  if (data) return <Loaded summary={data} />;
  if (error) {
    return (
      <Card title={riskTexts.addressError}>
        <LoadFailure title={riskTexts.addressFailed} error={error} onRetry={refetch} />
      </Card>
    );
  }
  return (
    <Stats
      stats={labels.map((label) => ({
        label,
        value: <Skeleton width={96} height={18} />,
        sub: <Skeleton width={64} height={12} />,
      }))}
    />
  );
}
