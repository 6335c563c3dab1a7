import type { RowColumns } from '../../../../ui/display/RowTable.tsx';
import { texts, type TransactionView } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { Amount } from '../../../../shared/amount/Amount.tsx';
import { Count, Decimal } from '../../../../ui/display/Figures.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { StackedText } from '../../../../ui/text/StackedText.tsx';
import { useBlockTransactions } from '../../api/block-transactions.ts';
import { type BlockFilter, conditionCount } from '../../model/block/block-filter.ts';
import { useBlockFilter } from './use-block-filter.tsx';
import { TransactionLink } from '../links.tsx';
import { TransactionFlow } from '../transaction/TransactionFlow.tsx';
import { TransactionList } from '../transaction/TransactionList.tsx';
import { TransactionsCard } from '../TransactionsCard.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';

function Sides({ tx }: { tx: TransactionView }) {
  return (
    <Text tone={2}>
      <Count value={tx.input_count} /> → <Count value={tx.output_count} />
    </Text>
  );
}

function Fee({ tx }: { tx: TransactionView }) {
  if (tx.coinbase) return <Text tone={3}>none</Text>;
  if (tx.fee_amt === null) {
    return (
      <Text tone={2} unknown title="An input comes from a block that the ledger does not hold.">
        Unknown
      </Text>
    );
  }
  return (
    <Text>
      <Count value={tx.fee_amt} />
    </Text>
  );
}

function Name({ tx }: { tx: TransactionView }) {
  return (
    <Row gap={6}>
      <TransactionLink txid={tx.txid} />
      {tx.coinbase && <Tag title="Creates the block's new coins and collects its fees">Coinbase</Tag>}
    </Row>
  );
}

function Rate({ tx }: { tx: TransactionView }) {
  const { decimal } = useFormats();
  if (tx.coinbase) return 'no fee';
  return tx.fee_rate === null ? 'fee unknown' : `${decimal(tx.fee_rate)} sat/vB`;
}

const wide: RowColumns<TransactionView> = [
  {
    title: '#',
    key: 'index',
    align: 'right',
    render: (_, tx) => <Text tone={3}>{tx.index !== null && <Count value={tx.index} />}</Text>,
  },
  { title: 'Transaction', key: 'txid', render: (_, tx) => <Name tx={tx} /> },
  { title: 'Inputs → outputs', key: 'sides', align: 'right', render: (_, tx) => <Sides tx={tx} /> },
  { title: 'Fee, sat', key: 'fee', align: 'right', render: (_, tx) => <Fee tx={tx} /> },
  {
    title: 'sat/vB',
    key: 'rate',
    align: 'right',
    render: (_, tx) => (
      <Text tone={2}>{!tx.coinbase && (tx.fee_rate === null ? '–' : <Decimal text={tx.fee_rate} />)}</Text>
    ),
  },
  { title: 'Amount, BTC', key: 'amount', align: 'right', render: (_, tx) => <Amount sats={tx.output_amt} /> },
];

const narrow: RowColumns<TransactionView> = [
  {
    key: 'transaction',
    render: (_, tx) => (
      <StackedText
        first={<Name tx={tx} />}
        second={
          <>
            <Sides tx={tx} /> inputs and outputs
          </>
        }
      />
    ),
  },
  {
    key: 'amount',
    align: 'right',
    render: (_, tx) => <StackedText first={<Amount sats={tx.output_amt} />} second={<Rate tx={tx} />} />,
  },
];

/** The transactions of a block, 20 a page, in block order: all, or those that meet the filter. */
export function BlockTransactions({
  height,
  page,
  filter,
}: {
  height: string;
  page: number;
  filter: BlockFilter;
}) {
  const phone = usePhone();
  const query = useBlockTransactions({ chain: 'bitcoin', height, filter }, page);
  const { button, form } = useBlockFilter('bitcoin', filter);
  return (
    <TransactionsCard query={query} extra={button} above={form}>
      {(data) => (
        <TransactionList
          data={data}
          columns={phone ? narrow : wide}
          rowKey={(tx) => `${tx.block}-${tx.index}`}
          detail={(tx) => <TransactionFlow tx={tx} />}
          stale={query.isPlaceholderData}
          emptyText={conditionCount(filter) > 0 ? 'No transaction meets the filter' : texts.noTransactions}
          hideHead={phone}
        />
      )}
    </TransactionsCard>
  );
}
