import type { Blockchain } from '@hopscope/contract';
import { ArrowRightLeft, Box, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { type Feature, FeatureList } from '../../../../ui/layout/FeatureList.tsx';
import { Page } from '../../../../ui/layout/Page.tsx';
import { ScreenReaderText } from '../../../../ui/text/ScreenReaderText.tsx';
import { Failure } from '../Failure.tsx';
import { useLedgerStatus } from '../../api/ledger-status.ts';
import { BlockRiver, BlockRiverSkeleton } from './BlockRiver.tsx';
import css from './ExplorerHome.module.css';
import { LatestBlocks } from './LatestBlocks.tsx';
import { UnconfirmedSummary } from '../UnconfirmedSummary.tsx';

function EmptyLedger() {
  return (
    <EmptyState path="outside" title="The ledger is empty">
      <p>Load blk*.dat files or raw blocks of a Bitcoin node:</p>
      <p>
        <code>npm run import -- &lt;file or folder&gt;</code>
      </p>
      <p>Or load recorded blocks of an Ethereum node:</p>
      <p>
        <code>npm run import -- --ethereum &lt;folder&gt;</code>
      </p>
      <p>The server can stay up during the import: blocks appear as they are loaded.</p>
    </EmptyState>
  );
}

const searchTypes: readonly Feature[] = [
  { icon: Box, name: 'Block number', text: 'Height in the chain, for example 170' },
  {
    icon: ArrowRightLeft,
    name: 'Transaction hash',
    text: '64 hexadecimal digits, with 0x on Ethereum; block hashes also work',
  },
  { icon: Wallet, name: 'Address', text: 'Bitcoin: begins with 1, 3, or bc1. Ethereum: begins with 0x' },
];

function SearchTypes() {
  return (
    <Card title="Search the blockchain" count="Enter a block number, transaction hash, or address.">
      <FeatureList features={searchTypes} />
    </Card>
  );
}

/** Explorer start page: newest blocks, unconfirmed transactions, and what can be searched; `chain` is the chain in the URL. */
export function ExplorerHome({
  chain,
  before,
}: {
  chain: Blockchain | undefined;
  /** Shown above everything else. */
  before?: ReactNode;
}) {
  useDocumentTitle('Block Explorer');
  const bitcoin = useLedgerStatus('bitcoin');
  const ethereum = useLedgerStatus('ethereum');
  const statuses = [bitcoin.data, ethereum.data].filter((data) => data !== undefined);
  const loaded = statuses.filter(({ tip }) => tip !== null);
  const empty = statuses.length === 2 && loaded.length === 0;
  const shown = (loaded.find(({ blockchain }) => blockchain === chain) ?? loaded[0])?.blockchain;
  const failed = [bitcoin, ethereum].find(({ data, error }) => error && !data);
  return (
    <Page>
      <ScreenReaderText as="h1">Block Explorer</ScreenReaderText>
      {before}
      {empty && (
        <Card>
          <EmptyLedger />
        </Card>
      )}
      {failed?.error && (
        <Card>
          <Failure error={failed.error} subject="block" onRetry={failed.refetch} />
        </Card>
      )}
      {shown ? <BlockRiver chain={shown} /> : !empty && !failed && <BlockRiverSkeleton />}
      <div className={css.lists}>
        {(statuses.length === 2 || failed) && <LatestBlocks statuses={loaded} chain={chain} />}
        <UnconfirmedSummary />
      </div>
      {!empty && <SearchTypes />}
    </Page>
  );
}
