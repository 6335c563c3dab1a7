import type { BlockView } from '@hopscope/contract';
import { countText, nounText, sizeText } from '../../../lib/number-text.ts';
import { utcMinuteText } from '../../../lib/time-text.ts';
import { Amount, UnknownAmount } from '../../../ui/Amount.tsx';
import { type Stat, Stats } from '../../../ui/Stats.tsx';
import { Age } from '../../../ui/Time.tsx';

export const blockStatLabels = ['Mined', 'Transactions', 'Output', 'Fees', 'Reward', 'Size'];

const feeBases = {
  inputs: 'sum of its transactions',
  coinbase: 'at least, by its reward',
} as const;

function statsOf(block: BlockView): Stat[] {
  return [
    { label: 'Mined', value: <Age seconds={block.timestamp} ago />, sub: utcMinuteText(block.timestamp) },
    {
      label: 'Transactions',
      value: countText(block.transaction_count),
      sub: `${nounText(block.input_count, 'input')}, ${nounText(block.output_count, 'output')}`,
    },
    {
      label: 'Output',
      value: <Amount sats={block.output_amt} unit />,
      sub:
        block.confirmations === null
          ? 'confirmations unknown'
          : nounText(block.confirmations, 'confirmation'),
    },
    {
      label: 'Fees',
      value:
        block.fees === null ? (
          <UnknownAmount why="What its transactions spend is not in the ledger." />
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
    { label: 'Size', value: sizeText(block.size), sub: `${countText(block.weight)} weight units` },
  ];
}

export function BlockStats({ block }: { block: BlockView }) {
  return <Stats stats={statsOf(block)} />;
}
