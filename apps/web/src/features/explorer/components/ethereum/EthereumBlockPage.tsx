import { type EthereumBlockView, explorerPageSize } from '@hopscope/contract';
import { usePrefetchQuery } from '@tanstack/react-query';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useServices } from '../../../../lib/services.ts';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { Columns, Page, PageHeader } from '../../../../ui/layout/Page.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { useBlock } from '../../api/block.ts';
import { blockTransactionsQuery } from '../../api/block-transactions.ts';
import { BlockNeighbors } from '../block/BlockNeighbors.tsx';
import { Failure } from '../Failure.tsx';
import type { BlockFilter } from '../../model/block/block-filter.ts';
import { removedText } from '../../model/text/removed-text.ts';
import { FeesCard } from '../block/FeesCard.tsx';
import { RemovedCard } from '../transaction/RemovedTransaction.tsx';
import { StatSkeleton } from '../StatSkeleton.tsx';
import { BlockRewards, Withdrawals } from './BlockPayments.tsx';
import { EthereumBlockDetails } from './EthereumBlockDetails.tsx';
import { EthereumBlockStats, ethereumBlockStatLabels } from './EthereumBlockStats.tsx';
import { FinalityTag } from './EthereumTags.tsx';
import { EthereumBlockTransactions } from './EthereumBlockTransactions.tsx';

interface Shown {
  page: number;
  filter: BlockFilter;
}

function LoadedBlock({ block, id, page, filter }: { block: EthereumBlockView; id: string } & Shown) {
  const { count } = useFormats();
  return (
    <Page>
      <PageHeader
        title={`Block ${count(block.number)}`}
        tags={
          <>
            <Tag>Ethereum</Tag>
            <FinalityTag height={block.number} />
          </>
        }
        identity={<Hash value={block.hash} what="block hash" length="full" />}
        actions={<BlockNeighbors block={block} />}
      />
      <EthereumBlockStats block={block} />
      <Columns
        main={
          <>
            <EthereumBlockTransactions height={id} page={page} filter={filter} />
            <Withdrawals withdrawals={block.withdrawals} />
          </>
        }
        rail={
          <>
            <FeesCard chain="ethereum" height={id} hash={block.hash} />
            <Card title="Header" padded>
              <EthereumBlockDetails block={block} />
            </Card>
            <BlockRewards rewards={block.rewards} />
          </>
        }
      />
    </Page>
  );
}

/** An Ethereum block by its height or hash. */
export function EthereumBlockPage({ text, page, filter }: { text: string } & Shown) {
  const { api } = useServices();
  const { count } = useFormats();
  const { data, error, refetch } = useBlock('ethereum', text);
  const gone = error ? removedText(error) : undefined;
  usePrefetchQuery(blockTransactionsQuery(api, { chain: 'ethereum', height: text, filter }, page));
  const name = /^\d+$/.test(text) ? `Block ${count(BigInt(text))}` : 'Block';
  useDocumentTitle(`${data ? `Block ${count(data.number)}` : name} · Ethereum`);
  if (data) return <LoadedBlock block={data} id={text} page={page} filter={filter} />;
  return (
    <Page>
      <PageHeader title={name} tags={<Tag>Ethereum</Tag>} />
      {gone ? (
        <RemovedCard gone={gone} />
      ) : error ? (
        <Card>
          <Failure error={error} subject="block" onRetry={refetch} />
        </Card>
      ) : (
        <>
          <StatSkeleton labels={ethereumBlockStatLabels} />
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
