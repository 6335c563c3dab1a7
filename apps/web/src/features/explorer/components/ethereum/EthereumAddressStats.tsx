import { plural, shortDecimal } from '@hopscope/domain';
import type { EthereumAddressSummary } from '@hopscope/contract';
import { UnknownAmount } from '../../../../shared/amount/Amount.tsx';
import { Count } from '../../../../ui/display/Figures.tsx';
import { type Stat, Stats } from '../../../../ui/display/Stats.tsx';
import { Age, Time } from '../../../../ui/text/Time.tsx';
import { isUnfinished, lacksText } from '../../model/text/ethereum-text.ts';
import { LedgerFigure } from '../../../../shared/evidence/FigureEvidence.tsx';
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

function evidence(summary: EthereumAddressSummary, label: string, value: string) {
  const { address, coverage } = summary;
  return (
    <LedgerFigure
      figure={{ label, value, subject: address }}
      basis={{ blockchain: 'ethereum', coverage, height: coverage.ranges.at(-1)?.to ?? null }}
    />
  );
}

const ether = (wei: string): string => `${shortDecimal(BigInt(wei), 18)} ETH`;

function balance(summary: EthereumAddressSummary): Stat {
  const { balance: known, node_balance: node, coverage } = summary;
  if (known !== null) {
    return {
      label: 'Balance',
      value: <Ether wei={known} />,
      evidence: evidence(summary, 'Balance', ether(known)),
      sub: 'ether',
    };
  }
  if (node === null) {
    return {
      label: 'Balance',
      value: <UnknownAmount why={coverage.kind === 'address' ? coverage.text : lacksText(coverage)} />,
      sub: coverage.kind === 'address' ? 'loading' : 'not determined by these blocks',
    };
  }
  return {
    label: 'Balance',
    value: <Ether wei={node.amt} />,
    sub: (
      <>
        from the {coverage.kind === 'address' ? 'service' : 'node'}, block{' '}
        <BlockLink height={node.block} chain="ethereum" />
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

/** Returns the scope of the totals; undefined if complete. */
function partText(coverage: EthereumAddressSummary['coverage']): string | undefined {
  if (coverage.kind === 'complete') return undefined;
  if (coverage.kind !== 'address') return 'in the stored blocks';
  return isUnfinished(coverage) ? 'so far' : undefined;
}

function statsOf(summary: EthereumAddressSummary): Stat[] {
  const part = partText(summary.coverage);
  const { first_seen: first, last_seen: last } = summary;
  return [
    balance(summary),
    {
      label: 'Received',
      value: <Ether wei={summary.total_received} />,
      evidence: evidence(summary, 'Received', ether(summary.total_received)),
      sub: part ?? 'ether',
    },
    {
      label: 'Spent',
      value: <Ether wei={summary.total_spent} />,
      evidence: evidence(summary, 'Spent', ether(summary.total_spent)),
      sub: part ?? 'ether, including fees',
    },
    {
      label: 'Transactions',
      value: <Count value={summary.txCount} />,
      evidence: evidence(summary, 'Transactions', String(summary.txCount)),
      sub: (
        <>
          <Count value={summary.movement_count} /> {plural(summary.movement_count, 'movement')}
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

/** Totals of an Ethereum address; dashed if they cover part of the chain. */
export function EthereumAddressStats({ summary }: { summary: EthereumAddressSummary }) {
  return <Stats dense stats={statsOf(summary)} partial={partText(summary.coverage) !== undefined} />;
}
