import { type EthereumBlockView, explorerPageSize } from '@hopscope/contract';
import { usePrefetchQuery } from '@tanstack/react-query';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useServices } from '../../../../lib/services.ts';
import { useDocumentTitle } from '../../../../lib/use-document-title.ts';
import { Card } from '../../../../ui/Card.tsx';
import { Hash } from '../../../../ui/Hash.tsx';
import { Columns, Page, PageHeader } from '../../../../ui/Page.tsx';
import { RowTableBones } from '../../../../ui/RowTable.tsx';
import { Tag } from '../../../../ui/Tag.tsx';
import { useBlock } from '../../api/block.ts';
import { blockTransactionsQuery } from '../../api/block-transactions.ts';
import { BlockNeighbours } from '../BlockNeighbours.tsx';
import { Failure } from '../Failure.tsx';
import { StatBones } from '../StatBones.tsx';
import { BlockRewards, Withdrawals } from './BlockPayments.tsx';
import { EthereumBlockDetails } from './EthereumBlockDetails.tsx';
import { EthereumBlockStats, ethereumBlockStatLabels } from './EthereumBlockStats.tsx';
import { FinalityTag } from './EthereumTags.tsx';
import { EthereumBlockTransactions } from './EthereumBlockTransactions.tsx';

function LoadedBlock({ block, id, page }: { block: EthereumBlockView; id: string; page: number }) {
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
        actions={<BlockNeighbours block={block} />}
      />
      <EthereumBlockStats block={block} />
      <Columns
        main={
          <>
            <EthereumBlockTransactions height={id} page={page} />
            <Withdrawals withdrawals={block.withdrawals} />
          </>
        }
        rail={
          <>
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
export function EthereumBlockPage({ text, page }: { text: string; page: number }) {
  const { api } = useServices();
  const { count } = useFormats();
  const { data, error, refetch } = useBlock('ethereum', text);
  usePrefetchQuery(blockTransactionsQuery(api, { chain: 'ethereum', height: text }, page));
  const name = /^\d+$/.test(text) ? `Block ${count(BigInt(text))}` : 'Block';
  useDocumentTitle(`${data ? `Block ${count(data.number)}` : name} · Ethereum`);
  if (data) return <LoadedBlock block={data} id={text} page={page} />;
  return (
    <Page>
      <PageHeader title={name} tags={<Tag>Ethereum</Tag>} />
      {error ? (
        <Card>
          <Failure error={error} subject="block" onRetry={refetch} />
        </Card>
      ) : (
        <>
          <StatBones labels={ethereumBlockStatLabels} />
          <Columns
            main={
              <Card title="Transactions">
                <RowTableBones rows={explorerPageSize} />
              </Card>
            }
            rail={
              <Card title="Header">
                <RowTableBones rows={14} kind="facts" />
              </Card>
            }
          />
        </>
      )}
    </Page>
  );
}
