import type { BlockView } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { countText } from '../../../lib/number-text.ts';
import { useDocumentTitle } from '../../../lib/use-document-title.ts';
import { Card } from '../../../ui/Card.tsx';
import { CoverageNotice } from '../../../ui/Coverage.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Hash } from '../../../ui/Hash.tsx';
import { Columns, Page, PageHeader } from '../../../ui/Page.tsx';
import { useBlock } from '../api/block.ts';
import { blockParamProblem } from '../model/block-param.ts';
import { BlockDetails } from './BlockDetails.tsx';
import { BlockStats, blockStatLabels } from './BlockStats.tsx';
import { BlockTransactions } from './BlockTransactions.tsx';
import { Failure } from './Failure.tsx';
import { StatBones } from './StatBones.tsx';

function Neighbours({ block }: { block: BlockView }) {
  const next = block.next_hash !== null;
  return (
    <>
      {block.number > 0 && (
        <Link
          to="/home/block-explorer/block/$block"
          params={{ block: String(block.number - 1) }}
          tabIndex={-1}
        >
          <Button icon={<ChevronLeft size={16} />}>Previous</Button>
        </Link>
      )}
      {next && (
        <Link
          to="/home/block-explorer/block/$block"
          params={{ block: String(block.number + 1) }}
          tabIndex={-1}
        >
          <Button>
            Next
            <ChevronRight size={16} />
          </Button>
        </Link>
      )}
    </>
  );
}

function unknownInputs(block: BlockView): string {
  return `Amounts of ${countText(block.unknown_input_count)} of ${countText(block.input_count)} inputs are unknown: they spend coins from blocks that the ledger does not hold.`;
}

function LoadedBlock({ block, page }: { block: BlockView; page: number }) {
  return (
    <Page>
      <PageHeader
        title={`Block ${countText(block.number)}`}
        identity={<Hash value={block.hash} what="block hash" length="full" />}
        actions={<Neighbours block={block} />}
      />
      <BlockStats block={block} />
      {block.unknown_input_count > 0 && (
        <CoverageNotice coverage={block.coverage}>{unknownInputs(block)}</CoverageNotice>
      )}
      <Columns
        main={<BlockTransactions height={String(block.number)} page={page} />}
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
  const { data, error, refetch } = useBlock(text);
  const name = /^\d+$/.test(text) ? `Block ${countText(BigInt(text))}` : 'Block';
  useDocumentTitle(data ? `Block ${countText(data.number)}` : name);
  if (data) return <LoadedBlock block={data} page={page} />;
  return (
    <Page>
      <PageHeader title={name} />
      {error ? (
        <Card>
          <Failure error={error} subject="block" onRetry={refetch} />
        </Card>
      ) : (
        <StatBones labels={blockStatLabels} />
      )}
    </Page>
  );
}
