import type { UtxoView } from '@hopscope/contract';
import { useState } from 'react';
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
      {coinbase && <Tag title="Made by a coinbase: can be spent after 100 further blocks.">Coinbase</Tag>}
      {spent === 'unknown' && (
        <Tag title="The ledger has gaps above this block, so a spend may be missing.">Maybe spent</Tag>
      )}
      {spent === 'unspendable' && (
        <Tag title="The coin of the first block can never be spent.">Unspendable</Tag>
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

/** The coins that an address holds, newest first, 20 a page. */
export function CoinsCard({ address, transactions }: { address: string; transactions: number }) {
  const phone = usePhone();
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState(false);
  const wanted = asked || transactions <= readAtOnce;
  const { data, error, refetch, isPlaceholderData } = useUtxos(address, page, wanted);
  return (
    <Card title="Unspent coins" {...(data && { count: <Count value={data.pagination.total} /> })}>
      {!wanted ? (
        <ReadFirst transactions={transactions} onRead={() => setAsked(true)}>
          Find unspent coins
        </ReadFirst>
      ) : !data ? (
        error ? (
          <Failure error={error} subject="list" onRetry={refetch} />
        ) : (
          <RowTableSkeleton rows={3} />
        )
      ) : data.pagination.total === 0 ? (
        <EmptyState title="No coins">Everything that came in has been spent.</EmptyState>
      ) : (
        <>
          <RowTable
            label="Unspent coins"
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
              <Amount sats={data.amt} unit /> in all
            </span>
            <CoverageLine coverage={data.coverage} />
          </TableFoot>
        </>
      )}
    </Card>
  );
}
