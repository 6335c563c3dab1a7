import { ArrowRightLeft, Box, Wallet } from 'lucide-react';
import { useDocumentTitle } from '../../../lib/use-document-title.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { type Option, Options } from '../../../ui/Options.tsx';
import { Page } from '../../../ui/Page.tsx';
import { ScreenReaderText } from '../../../ui/ScreenReaderText.tsx';
import { Failure } from './Failure.tsx';
import { useLedgerStatus } from '../api/ledger-status.ts';
import { LatestBlocks } from './LatestBlocks.tsx';

function EmptyLedger() {
  return (
    <EmptyState path="outside" title="The ledger is empty">
      <p>
        Nothing can be found until blocks are loaded. Load blk*.dat files or raw blocks of a Bitcoin node:
      </p>
      <p>
        <code>npm run import -- &lt;file or folder&gt;</code>
      </p>
      <p>
        With the built-in database, stop the server first and start it again afterwards: only one program can
        use it at a time.
      </p>
    </EmptyState>
  );
}

const searchTypes: readonly Option[] = [
  { icon: Box, name: 'Block number', text: 'Height in the chain, such as 170' },
  { icon: ArrowRightLeft, name: 'Transaction hash', text: '64 hexadecimal digits; a block hash works too' },
  { icon: Wallet, name: 'Address', text: 'Bitcoin: begins with 1, 3 or bc1' },
];

function SearchTypes() {
  return (
    <>
      <EmptyState title="Where does it lead?">
        Search by block number, transaction hash or address.
      </EmptyState>
      <Options options={searchTypes} />
    </>
  );
}

/** The explorer before anything was searched: what can be searched, and the newest blocks. */
export function ExplorerHome() {
  useDocumentTitle('Block Explorer');
  const { data, error, refetch } = useLedgerStatus();
  const empty = data?.coverage.kind === 'empty';
  return (
    <Page>
      <ScreenReaderText as="h1">Block Explorer</ScreenReaderText>
      <Card>{empty ? <EmptyLedger /> : <SearchTypes />}</Card>
      {error && !data && (
        <Card>
          <Failure error={error} subject="block" onRetry={refetch} />
        </Card>
      )}
      {data && <LatestBlocks coverage={data.coverage} />}
    </Page>
  );
}
