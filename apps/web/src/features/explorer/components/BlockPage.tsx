import { type BlockView, explorerPageSize } from '@hopscope/contract';
import { usePrefetchQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Formats } from '../../../lib/formats.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { useServices } from '../../../lib/services.ts';
import { useDocumentTitle } from '../../../lib/use-document-title.ts';
import { Card } from '../../../ui/Card.tsx';
import { CoverageNotice } from '../../../ui/Coverage.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Hash } from '../../../ui/Hash.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { Columns, Page, PageHeader } from '../../../ui/Page.tsx';
import { RowTableBones } from '../../../ui/RowTable.tsx';
import { useBlock } from '../api/block.ts';
import { blockTransactionsQuery } from '../api/block-transactions.ts';
import { blockParamProblem } from '../model/block-param.ts';
import { BlockDetails } from './BlockDetails.tsx';
import { BlockStats, blockStatLabels } from './BlockStats.tsx';
import { BlockTransactions } from './BlockTransactions.tsx';
import { Failure } from './Failure.tsx';
import { StatBones } from './StatBones.tsx';

function Neighbours({ block }: { block: BlockView }) {
  return (
    <>
      {block.number > 0 && (
        <LinkButton to="/home/block-explorer/block/$block" params={{ block: String(block.number - 1) }}>
          <ChevronLeft size={16} strokeWidth={1.6} aria-hidden="true" />
          Previous
        </LinkButton>
      )}
      {block.next_hash !== null && (
        <LinkButton to="/home/block-explorer/block/$block" params={{ block: String(block.number + 1) }}>
          Next
          <ChevronRight size={16} strokeWidth={1.6} aria-hidden="true" />
        </LinkButton>
      )}
    </>
  );
}

function unknownInputs(block: BlockView, { count }: Formats): string {
  return `Amounts of ${count(block.unknown_input_count)} of ${count(block.input_count)} inputs are unknown: they spend coins from blocks that the ledger does not hold.`;
}

function LoadedBlock({ block, id, page }: { block: BlockView; id: string; page: number }) {
  const formats = useFormats();
  return (
    <Page>
      <PageHeader
        title={`Block ${formats.count(block.number)}`}
        identity={<Hash value={block.hash} what="block hash" length="full" />}
        actions={<Neighbours block={block} />}
      />
      <BlockStats block={block} />
      {block.unknown_input_count > 0 && (
        <CoverageNotice coverage={block.coverage}>{unknownInputs(block, formats)}</CoverageNotice>
      )}
      <Columns
        main={<BlockTransactions height={id} page={page} />}
        rail={
          <Card title="Header" padded>
            <BlockDetails block={block} />
          </Card>
        }
      />
    </Page>
  );
}

/** A block by the height (or hash) in the address bar. */
export function BlockPage({ block: text, page }: { block: string; page: number }) {
  const problem = blockParamProblem(text);
  return problem === undefined ? (
    <BlockById text={text} page={page} />
  ) : (
    <NoBlock text={text} problem={problem} />
  );
}

function NoBlock({ text, problem }: { text: string; problem: string }) {
  useDocumentTitle(problem);
  return (
    <Page>
      <Card>
        <ErrorState
          title={problem}
          message={`“${text}” is neither a block number nor a block hash.`}
          onRetry={() => window.history.back()}
          retryText="Go back"
        />
      </Card>
    </Page>
  );
}

function BlockById({ text, page }: { text: string; page: number }) {
  const { api } = useServices();
  const { count } = useFormats();
  const { data, error, refetch } = useBlock(text);
  usePrefetchQuery(blockTransactionsQuery(api, text, page));
  const name = /^\d+$/.test(text) ? `Block ${count(BigInt(text))}` : 'Block';
  useDocumentTitle(data ? `Block ${count(data.number)}` : name);
  if (data) return <LoadedBlock block={data} id={text} page={page} />;
  return (
    <Page>
      <PageHeader title={name} />
      {error ? (
        <Card>
          <Failure error={error} subject="block" onRetry={refetch} />
        </Card>
      ) : (
        <>
          <StatBones labels={blockStatLabels} />
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
