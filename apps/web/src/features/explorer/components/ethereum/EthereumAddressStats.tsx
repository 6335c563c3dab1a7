import type { EthereumAddressSummary } from '@hopscope/contract';
import { UnknownAmount } from '../../../../ui/Amount.tsx';
import { Count } from '../../../../ui/Figures.tsx';
import { type Stat, Stats } from '../../../../ui/Stats.tsx';
import { Age, Time } from '../../../../ui/Time.tsx';
import { lacksText } from '../../model/ethereum-text.ts';
import { BlockLink } from '../links.tsx';
import { Ether } from './assets.tsx';

export const ethereumAddressStatLabels = [
  'Balance',
  'Received',
  'Spent',
  'Transactions',
  'First seen',
  'Last seen',
];

function balance({ balance: known, node_balance: node, coverage }: EthereumAddressSummary): Stat {
  if (known !== null) return { label: 'Balance', value: <Ether wei={known} />, sub: 'ether' };
  if (node === null) {
    return {
      label: 'Balance',
      value: <UnknownAmount why={lacksText(coverage)} />,
      sub: 'not known from these blocks',
    };
  }
  return {
    label: 'Balance',
    value: <Ether wei={node.amt} />,
    sub: (
      <>
        by the node, block <BlockLink height={node.block} chain="ethereum" />
      </>
    ),
  };
}

function seenBlock(seen: { block: number }) {
  return (
    <>
      block <BlockLink height={seen.block} chain="ethereum" />
    </>
  );
}

function statsOf(summary: EthereumAddressSummary): Stat[] {
  const part = summary.coverage.kind === 'complete' ? undefined : 'in the blocks held';
  const { first_seen: first, last_seen: last } = summary;
  return [
    balance(summary),
    { label: 'Received', value: <Ether wei={summary.total_received} />, sub: part ?? 'ether' },
    { label: 'Spent', value: <Ether wei={summary.total_spent} />, sub: part ?? 'ether, with fees' },
    {
      label: 'Transactions',
      value: <Count value={summary.txCount} />,
      sub: (
        <>
          <Count value={summary.movement_count} /> {summary.movement_count === 1 ? 'movement' : 'movements'}
        </>
      ),
    },
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

/** Totals of an Ethereum address; dashed where they rest on part of the chain. */
export function EthereumAddressStats({ summary }: { summary: EthereumAddressSummary }) {
  return <Stats stats={statsOf(summary)} partial={summary.coverage.kind !== 'complete'} />;
}
