import type { Blockchain } from '@hopscope/contract';
import { chainOfBlock } from '@hopscope/domain';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { ErrorState } from '../../../../ui/feedback/ErrorState.tsx';
import { Page } from '../../../../ui/layout/Page.tsx';
import type { BlockFilter } from '../../model/block/block-filter.ts';
import { blockParamProblem } from '../../model/block-param.ts';
import { BitcoinBlockPage } from './BitcoinBlockPage.tsx';
import { EthereumBlockPage } from '../ethereum/EthereumBlockPage.tsx';

const pages = {
  bitcoin: BitcoinBlockPage,
  ethereum: EthereumBlockPage,
} satisfies Record<Blockchain, typeof BitcoinBlockPage>;

/** A block by the height or hash in the URL; `chain` is the chain in the URL. */
export function BlockPage({
  block: text,
  chain,
  page,
  filter,
}: {
  block: string;
  chain: Blockchain | undefined;
  page: number;
  filter: BlockFilter;
}) {
  const problem = blockParamProblem(text);
  if (problem !== undefined) return <NoBlock text={text} problem={problem} />;
  const Shown = pages[chainOfBlock(text, chain)];
  return <Shown text={text} page={page} filter={filter} />;
}

function NoBlock({ text, problem }: { text: string; problem: string }) {
  useDocumentTitle(problem);
  return (
    <Page>
      <Card>
        <ErrorState
          title={problem}
          message={`“${text}” is not a block number or block hash.`}
          onRetry={() => window.history.back()}
          retryText="Go back"
        />
      </Card>
    </Page>
  );
}
