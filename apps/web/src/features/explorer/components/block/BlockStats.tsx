import type { Formats } from '@hopscope/domain';
import type { BlockView } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Amount, UnknownAmount } from '../../../../shared/amount/Amount.tsx';
import { type Stat, Stats } from '../../../../ui/display/Stats.tsx';
import { Age, Time } from '../../../../ui/text/Time.tsx';
import { unknownReasons } from '../../model/text/not-in-ledger.ts';

export const blockStatLabels = ['Mined', 'Transactions', 'Output', 'Fees', 'Reward', 'Size'];

const feeBases = {
  inputs: 'sum over transactions',
  coinbase: 'at least, from the reward',
} as const;

function statsOf(block: BlockView, { count, counted, size }: Formats): Stat[] {
  return [
    {
      label: 'Mined',
      value: <Age seconds={block.timestamp} ago />,
      sub: <Time seconds={block.timestamp} to="minute" />,
    },
    {
      label: 'Transactions',
      value: count(block.transaction_count),
      sub: `${counted(block.input_count, 'input')}, ${counted(block.output_count, 'output')}`,
    },
    {
      label: 'Output',
      value: <Amount sats={block.output_amt} unit />,
      sub:
        block.confirmations === null ? 'confirmations unknown' : counted(block.confirmations, 'confirmation'),
    },
    {
      label: 'Fees',
      value:
        block.fees === null ? (
          <UnknownAmount why={unknownReasons.blockFees} />
        ) : (
          <Amount sats={block.fees} unit />
        ),
      sub: feeBases[block.fees_basis],
    },
    {
      label: 'Reward',
      value: <Amount sats={block.reward} unit />,
      sub: (
        <>
          subsidy <Amount sats={block.subsidy} />
        </>
      ),
    },
    { label: 'Size', value: size(block.size), sub: `${count(block.weight)} weight units` },
  ];
}

export function BlockStats({ block }: { block: BlockView }) {
  return <Stats stats={statsOf(block, useFormats())} />;
}
