import type { TransactionView } from '@hopscope/contract';
import { countText, nounText } from '../../../lib/number-text.ts';
import { utcMinuteText } from '../../../lib/time-text.ts';
import { Amount, UnknownAmount } from '../../../ui/Amount.tsx';
import { type Stat, Stats } from '../../../ui/Stats.tsx';
import { Age } from '../../../ui/Time.tsx';
import { BlockLink } from './links.tsx';

export const transactionStatLabels = ['Status', 'Time', 'Output', 'Fee', 'Fee rate', 'Size'];

const feeUnknown = 'An input comes from a block that the ledger does not hold.';

function fee(tx: TransactionView): Stat {
  if (tx.coinbase) return { label: 'Fee', value: 'None', sub: 'coinbase' };
  if (tx.fee_amt === null)
    return { label: 'Fee', value: <UnknownAmount why={feeUnknown} />, sub: 'input amounts not covered' };
  return { label: 'Fee', value: <Amount sats={tx.fee_amt} unit />, sub: `${countText(tx.fee_amt)} sat` };
}

function rate(tx: TransactionView): Stat {
  if (tx.coinbase) return { label: 'Fee rate', value: 'None', sub: 'coinbase' };
  if (tx.fee_rate === null)
    return { label: 'Fee rate', value: <UnknownAmount why={feeUnknown} />, sub: 'input amounts not covered' };
  return { label: 'Fee rate', value: `${tx.fee_rate} sat/vB`, sub: `over ${countText(tx.vsize)} vB` };
}

function statsOf(tx: TransactionView): Stat[] {
  return [
    {
      label: 'Status',
      value: tx.confirmations === null ? 'In a block' : nounText(tx.confirmations, 'confirmation'),
      sub: (
        <>
          block <BlockLink height={tx.block} />
        </>
      ),
    },
    { label: 'Time', value: <Age seconds={tx.timestamp} ago />, sub: utcMinuteText(tx.timestamp) },
    {
      label: 'Output',
      value: <Amount sats={tx.output_amt} unit />,
      sub: nounText(tx.output_count, 'output'),
    },
    fee(tx),
    rate(tx),
    { label: 'Size', value: `${countText(tx.vsize)} vB`, sub: `${countText(tx.size)} bytes` },
  ];
}

export function TransactionStats({ tx }: { tx: TransactionView }) {
  return <Stats stats={statsOf(tx)} />;
}
