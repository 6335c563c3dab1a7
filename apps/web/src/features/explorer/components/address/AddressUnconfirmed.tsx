import { type AddressSummary, type AddressUnconfirmedRow, explorerPageSize } from '@hopscope/contract';
import { useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { Amount } from '../../../../shared/amount/Amount.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Direction } from '../../../../shared/chain/Direction.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { type RowColumns, RowTable, RowTableSkeleton, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { StepPager } from '../../../../ui/display/StepPager.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Age } from '../../../../ui/text/Time.tsx';
import { StackedText } from '../../../../ui/text/StackedText.tsx';
import { useAddressUnconfirmed } from '../../api/unconfirmed.ts';
import { Failure } from '../Failure.tsx';
import { TransactionLink } from '../links.tsx';

type Columns = RowColumns<AddressUnconfirmedRow>;

function Rate({ row }: { row: AddressUnconfirmedRow }) {
  const { decimal } = useFormats();
  return row.fee_rate === null ? (
    <Text tone={2} unknown title="An input comes from a block that the ledger does not hold.">
      Unknown
    </Text>
  ) : (
    <Text tone={2}>{decimal(row.fee_rate)} sat/vB</Text>
  );
}

function Net({ row }: { row: AddressUnconfirmedRow }) {
  const amount = <Amount sats={row.net} signed />;
  if (row.unknown_input_count === 0) return amount;
  return (
    <Text unknown title="Inputs from blocks that the ledger does not hold may belong to this address too.">
      {amount}
    </Text>
  );
}

const wide: Columns = [
  {
    title: 'Transaction',
    key: 'txid',
    render: (_, row) => (
      <Row>
        <Direction direction={row.direction} />
        <TransactionLink txid={row.txid} />
      </Row>
    ),
  },
  {
    title: 'Status',
    key: 'status',
    render: (_, row) => (
      <Row>
        <Tag dashed>Unconfirmed</Tag>
        {row.rbf && <Tag title="Signals that it may be replaced (BIP125)">RBF</Tag>}
      </Row>
    ),
  },
  {
    title: 'First seen',
    key: 'seen',
    render: (_, row) => (
      <Text tone={2}>
        <Age seconds={row.first_seen} />
      </Text>
    ),
  },
  { title: 'Fee rate', key: 'rate', render: (_, row) => <Rate row={row} /> },
  { title: 'Amount, BTC', key: 'net', align: 'right', render: (_, row) => <Net row={row} /> },
];

const narrow: Columns = [
  {
    key: 'what',
    render: (_, row) => (
      <StackedText
        first={
          <Row gap={6}>
            <Direction direction={row.direction} />
            <TransactionLink txid={row.txid} plain />
          </Row>
        }
        second={<Rate row={row} />}
      />
    ),
  },
  {
    key: 'net',
    align: 'right',
    render: (_, row) => (
      <StackedText first={<Net row={row} />} second={<Age seconds={row.first_seen} ago />} />
    ),
  },
];

function Sum({ sums }: { sums: NonNullable<AddressSummary['unconfirmed']> }) {
  return (
    <Text tone={2} size={12}>
      not in the totals: <Amount sats={sums.received - sums.spent} signed unit />
    </Text>
  );
}

/** What waits for a block at an address, with its own net; nothing where nothing waits or no source tells of it. */
export function AddressUnconfirmed({ summary }: { summary: AddressSummary }) {
  const [page, setPage] = useState(1);
  const phone = usePhone();
  const { count } = useFormats();
  const { data, error, refetch, isPlaceholderData } = useAddressUnconfirmed(summary.address, page);
  const sums = data ? data.unconfirmed : summary.unconfirmed;
  if (!sums || sums.count === 0) return null;
  return (
    <Card title="Unconfirmed" count={count(sums.count)} extra={<Sum sums={sums} />}>
      {data ? (
        <RowTable
          label="Unconfirmed transactions"
          columns={phone ? narrow : wide}
          rows={data.txs}
          rowKey={(row) => row.txid}
          stale={isPlaceholderData}
          hideHead={phone}
        />
      ) : error ? (
        <Failure error={error} subject="list" onRetry={refetch} />
      ) : (
        <RowTableSkeleton rows={Math.min(sums.count, explorerPageSize)} />
      )}
      {sums.count > explorerPageSize && (
        <TableFoot
          pager={
            <StepPager page={page} totalPages={Math.ceil(sums.count / explorerPageSize)} onChange={setPage} />
          }
        >
          <span>newest first</span>
        </TableFoot>
      )}
    </Card>
  );
}
