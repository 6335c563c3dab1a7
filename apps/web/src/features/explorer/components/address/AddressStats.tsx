import type { AddressSummary } from '@hopscope/contract';
import { Amount } from '../../../../shared/amount/Amount.tsx';
import { Count, Decimal } from '../../../../ui/display/Figures.tsx';
import { type Stat, Stats } from '../../../../ui/display/Stats.tsx';
import { Age, Time } from '../../../../ui/text/Time.tsx';
import { BlockLink } from '../links.tsx';

export const addressStatLabels = ['Balance', 'Received', 'Spent', 'Transactions', 'First seen', 'Last seen'];

function seenBlock(seen: { block: number }) {
  return (
    <>
      block <BlockLink height={seen.block} />
    </>
  );
}

const partOf: Record<AddressSummary['coverage']['kind'], string | undefined> = {
  complete: undefined,
  range: 'in the stored blocks',
  empty: 'in the stored blocks',
  address: 'reported by the service',
};

function statsOf(summary: AddressSummary): Stat[] {
  const part = partOf[summary.coverage.kind];
  const { first_seen: first, last_seen: last } = summary;
  return [
    {
      label: 'Balance',
      value: <Amount sats={summary.balance} unit />,
      sub:
        summary.usdValue === null ? (
          part
        ) : (
          <>
            $<Decimal text={summary.usdValue} />
          </>
        ),
    },
    { label: 'Received', value: <Amount sats={summary.total_received} unit />, sub: part },
    { label: 'Spent', value: <Amount sats={summary.total_spent} unit />, sub: part },
    { label: 'Transactions', value: <Count value={summary.txCount} />, sub: part },
    {
      label: 'First seen',
      value: first ? <Time seconds={first.timestamp} to="day" /> : 'Unknown',
      sub: first && seenBlock(first),
    },
    {
      label: 'Last seen',
      value: last ? <Age seconds={last.timestamp} ago /> : 'Unknown',
      sub: last && seenBlock(last),
    },
  ];
}

/** Totals of an address; dashed if they cover part of the chain. */
export function AddressStats({ summary }: { summary: AddressSummary }) {
  return <Stats dense stats={statsOf(summary)} partial={summary.coverage.kind !== 'complete'} />;
}
