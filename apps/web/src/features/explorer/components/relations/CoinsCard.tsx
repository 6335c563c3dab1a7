import { explorerPageSize, type UtxoView } from '@hopscope/contract';
import { type ReactNode, useState } from 'react';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { Amount } from '../../../../shared/amount/Amount.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { CoverageLine } from '../../../../shared/chain/Coverage.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Count } from '../../../../ui/display/Figures.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { type RowColumns, RowTable, RowTableSkeleton, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { StepPager } from '../../../../ui/display/StepPager.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Age } from '../../../../ui/text/Time.tsx';
import { StackedText } from '../../../../ui/text/StackedText.tsx';
import { useUtxos } from '../../api/relations.ts';
import { Failure } from '../Failure.tsx';
import { BlockLink, TransactionLink } from '../links.tsx';
import { ReadFirst, readAtOnce } from './ReadFirst.tsx';

function Output({ utxo: { txid, index, coinbase, spent } }: { utxo: UtxoView }) {
  return (
    <Row gap={6}>
      <TransactionLink txid={txid} />
      <Text tone={3} size={12}>
        output <Count value={index} />
      </Text>
      {coinbase && <Tag title="Coinbase output: spendable after 100 more blocks">Coinbase</Tag>}
      {spent === 'unknown' && (
        <Tag title="The ledger has gaps above this block: a spend may be missing.">Possibly spent</Tag>
      )}
      {spent === 'unspendable' && (
        <Tag title="The output of the genesis block can never be spent.">Unspendable</Tag>
      )}
    </Row>
  );
}

function When({ timestamp, ago = false }: { timestamp: number | null; ago?: boolean }) {
  return (
    <Text tone={2} unknown={timestamp === null}>
      {timestamp === null ? 'Unknown' : <Age seconds={timestamp} ago={ago} />}
    </Text>
  );
}

const wide: RowColumns<UtxoView> = [
  { title: 'Output', key: 'output', render: (_, utxo) => <Output utxo={utxo} /> },
  { title: 'Block', key: 'block', render: (_, { block }) => <BlockLink height={block} /> },
  { title: 'Age', key: 'age', render: (_, { timestamp }) => <When timestamp={timestamp} /> },
  { title: 'Amount, BTC', key: 'amt', align: 'right', render: (_, { amt }) => <Amount sats={amt} /> },
];

const narrow: RowColumns<UtxoView> = [
  { key: 'output', render: (_, utxo) => <Output utxo={utxo} /> },
  {
    key: 'amt',
    align: 'right',
    render: (_, { amt, timestamp }) => (
      <StackedText first={<Amount sats={amt} />} second={<When timestamp={timestamp} ago />} />
    ),
  },
];

/** Unspent outputs of an address, newest first, 20 per page. */
export function CoinsCard({
  address,
  transactions,
  tabs,
}: {
  address: string;
  transactions: number;
  /** Links to other lists, in the place of the title. */
  tabs?: ReactNode;
}) {
  const phone = usePhone();
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState(false);
  const wanted = asked || transactions <= readAtOnce;
  const { data, error, refetch, isPlaceholderData } = useUtxos(address, page, wanted);
  return (
    <Card
      title="Unspent outputs"
      tabs={tabs}
      {...(data && { count: <Count value={data.pagination.total} /> })}
    >
      {!wanted ? (
        <ReadFirst transactions={transactions} onRead={() => setAsked(true)}>
          Find unspent outputs
        </ReadFirst>
      ) : !data ? (
        error ? (
          <Failure error={error} subject="list" onRetry={refetch} />
        ) : (
          <RowTableSkeleton rows={Math.min(transactions, explorerPageSize)} />
        )
      ) : data.pagination.total === 0 ? (
        <EmptyState title="No unspent outputs">All received outputs are spent.</EmptyState>
      ) : (
        <>
          <RowTable
            label="Unspent outputs"
            columns={phone ? narrow : wide}
            rows={data.utxos}
            rowKey={({ txid, index }) => `${txid}:${index}`}
            stale={isPlaceholderData}
            hideHead={phone}
          />
          <TableFoot
            pager={<StepPager page={page} totalPages={data.pagination.totalPages} onChange={setPage} />}
          >
            <span>
              <Amount sats={data.amt} unit /> in total
            </span>
            <CoverageLine coverage={data.coverage} />
          </TableFoot>
        </>
      )}
    </Card>
  );
}
