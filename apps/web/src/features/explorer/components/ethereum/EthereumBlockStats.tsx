import type { Formats } from '@hopscope/domain';
import type { EthereumBlockView } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { type Stat, Stats } from '../../../../ui/display/Stats.tsx';
import { Age, Time } from '../../../../ui/text/Time.tsx';
import { shareText } from '../../model/text/share-text.ts';
import { Ether, GasPrice } from './assets.tsx';

export const ethereumBlockStatLabels = ['Time', 'Transactions', 'Gas used', 'Base fee', 'Fees', 'Reward'];

function reward(block: EthereumBlockView): Stat {
  const made = block.rewards.reduce((sum, { amt }) => sum + BigInt(amt), 0n);
  if (block.rewards.length === 0) {
    return { label: 'Reward', value: <Ether wei={block.tips} />, sub: 'tips; no new ether' };
  }
  return {
    label: 'Reward',
    value: <Ether wei={String(made + BigInt(block.tips))} />,
    sub: (
      <>
        new <Ether wei={String(made)} unit={false} />
        {block.uncles.length > 0 && ', including uncles'}
      </>
    ),
  };
}

function statsOf(block: EthereumBlockView, { count, counted, decimal }: Formats): Stat[] {
  return [
    {
      label: 'Time',
      value: <Age seconds={block.timestamp} ago />,
      sub: <Time seconds={block.timestamp} to="minute" />,
    },
    {
      label: 'Transactions',
      value: count(block.transaction_count),
      sub:
        block.confirmations === null ? 'confirmations unknown' : counted(block.confirmations, 'confirmation'),
    },
    {
      label: 'Gas used',
      value: count(BigInt(block.gas_used)),
      sub: `${decimal(shareText(block.gas_used, block.gas_limit))}% of ${count(BigInt(block.gas_limit))}`,
    },
    {
      label: 'Base fee',
      value: block.base_fee === null ? 'None' : <GasPrice wei={block.base_fee} />,
      sub: block.base_fee === null ? 'before London' : 'per gas, burned',
    },
    {
      label: 'Fees',
      value: <Ether wei={block.fees} />,
      sub: (
        <>
          burned <Ether wei={String(BigInt(block.burnt) + BigInt(block.blob_burnt))} unit={false} />
        </>
      ),
    },
    reward(block),
  ];
}

export function EthereumBlockStats({ block }: { block: EthereumBlockView }) {
  return <Stats stats={statsOf(block, useFormats())} />;
}
