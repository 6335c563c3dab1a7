import type { Formats } from '@hopscope/domain';
import { type BlockView, explorerPageSize } from '@hopscope/contract';
import { usePrefetchQuery } from '@tanstack/react-query';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useServices } from '../../../../lib/services.ts';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { CoverageNotice } from '../../../../shared/chain/Coverage.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { Columns, Page, PageHeader } from '../../../../ui/layout/Page.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { useBlock } from '../../api/block.ts';
import { blockTransactionsQuery } from '../../api/block-transactions.ts';
import { BlockDetails } from './BlockDetails.tsx';
import { BlockNeighbors } from './BlockNeighbors.tsx';
import { BlockTransactions } from './BlockTransactions.tsx';
import { Failure } from '../Failure.tsx';
import type { BlockFilter } from '../../model/block/block-filter.ts';
import { removedText } from '../../model/text/removed-text.ts';
import { FeesCard } from './FeesCard.tsx';
import { RemovedCard } from '../transaction/RemovedTransaction.tsx';
import { StatSkeleton } from '../StatSkeleton.tsx';
import { Amount, UnknownAmount } from '../../../../shared/amount/Amount.tsx';
import { type Stat, Stats } from '../../../../ui/display/Stats.tsx';
import { Age, Time } from '../../../../ui/text/Time.tsx';
import { unknownReasons } from '../../model/text/not-in-ledger.ts';

const blockStatLabels = ['Mined', 'Transactions', 'Output', 'Fees', 'Reward', 'Size'];

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

function BlockStats({ block }: { block: BlockView }) {
  return <Stats stats={statsOf(block, useFormats())} />;
}

function unknownInputs(block: BlockView, { count }: Formats): string {
  return `Amounts of ${count(block.unknown_input_count)} of ${count(block.input_count)} inputs are unknown: they spend outputs that are not in the ledger.`;
}

interface Shown {
  page: number;
  filter: BlockFilter;
}

function LoadedBlock({ block, id, page, filter }: { block: BlockView; id: string } & Shown) {
  const formats = useFormats();
  return (
    <Page>
      <PageHeader
        title={`Block ${formats.count(block.number)}`}
        identity={<Hash value={block.hash} what="block hash" length="full" />}
        actions={<BlockNeighbors block={block} />}
      />
      <BlockStats block={block} />
      {block.unknown_input_count > 0 && (
        <CoverageNotice coverage={block.coverage}>{unknownInputs(block, formats)}</CoverageNotice>
      )}
      <Columns
        main={<BlockTransactions height={id} page={page} filter={filter} />}
        rail={
          <>
            <FeesCard chain="bitcoin" height={id} hash={block.hash} />
            <Card title="Header" padded>
              <BlockDetails block={block} id={id} />
            </Card>
          </>
        }
      />
    </Page>
  );
}

/** A Bitcoin block by its height or hash. */
export function BitcoinBlockPage({ text, page, filter }: { text: string } & Shown) {
  const { api } = useServices();
  const { count } = useFormats();
  const { data, error, refetch } = useBlock('bitcoin', text);
  const gone = error ? removedText(error) : undefined;
  usePrefetchQuery(blockTransactionsQuery(api, { chain: 'bitcoin', height: text, filter }, page));
  const name = /^\d+$/.test(text) ? `Block ${count(BigInt(text))}` : 'Block';
  useDocumentTitle(data ? `Block ${count(data.number)}` : name);
  if (data) return <LoadedBlock block={data} id={text} page={page} filter={filter} />;
  return (
    <Page>
      <PageHeader title={name} />
      {gone ? (
        <RemovedCard gone={gone} />
      ) : error ? (
        <Card>
          <Failure error={error} subject="block" onRetry={refetch} />
        </Card>
      ) : (
        <>
          <StatSkeleton labels={blockStatLabels} />
          <Columns
            main={
              <Card title="Transactions">
                <RowTableSkeleton rows={explorerPageSize} />
              </Card>
            }
            rail={
              <Card title="Header">
                <RowTableSkeleton rows={14} kind="facts" />
              </Card>
            }
          />
        </>
      )}
    </Page>
  );
}
