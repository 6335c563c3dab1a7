import type { RowColumns } from '../../../../ui/display/RowTable.tsx';
import { type EthereumTransactionRow, texts } from '@hopscope/contract';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { Count } from '../../../../ui/display/Figures.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { StackedText } from '../../../../ui/text/StackedText.tsx';
import { useBlockTransactions } from '../../api/block-transactions.ts';
import { type BlockFilter, conditionCount } from '../../model/block/block-filter.ts';
import { useBlockFilter } from '../block/use-block-filter.tsx';
import { AddressLink, TransactionLink } from '../links.tsx';
import { TransactionList } from '../transaction/TransactionList.tsx';
import { TransactionsCard } from '../TransactionsCard.tsx';
import { Ether } from './assets.tsx';
import { EthereumFlow } from './EthereumFlow.tsx';
import { MethodTag, StatusTag } from './EthereumTags.tsx';

function Name({ tx }: { tx: EthereumTransactionRow }) {
  return (
    <Row gap={6}>
      <TransactionLink txid={tx.txid} />
      <StatusTag status={tx.status} />
    </Row>
  );
}

function To({ tx }: { tx: EthereumTransactionRow }) {
  const address = tx.to ?? tx.contract_created;
  return address === null ? <Text tone={2}>none</Text> : <AddressLink address={address} />;
}

const wide: RowColumns<EthereumTransactionRow> = [
  {
    title: '#',
    key: 'index',
    align: 'right',
    render: (_, tx) => (
      <Text tone={3}>
        <Count value={tx.index} />
      </Text>
    ),
  },
  { title: 'Transaction', key: 'txid', render: (_, tx) => <Name tx={tx} /> },
  { title: 'Method', key: 'method', render: (_, tx) => <MethodTag tx={tx} /> },
  { title: 'From', key: 'from', render: (_, tx) => <AddressLink address={tx.from} /> },
  { title: 'To', key: 'to', render: (_, tx) => <To tx={tx} /> },
  {
    title: 'Fee, ETH',
    key: 'fee',
    align: 'right',
    render: (_, tx) => (
      <Text tone={2}>
        <Ether wei={tx.fee_amt} unit={false} />
      </Text>
    ),
  },
  {
    title: 'Value, ETH',
    key: 'value',
    align: 'right',
    render: (_, tx) => <Ether wei={tx.output_amt} unit={false} />,
  },
];

const narrow: RowColumns<EthereumTransactionRow> = [
  {
    key: 'transaction',
    render: (_, tx) => (
      <StackedText
        first={<Name tx={tx} />}
        second={
          (tx.method && `${tx.method.name}()`) ??
          (tx.to === null ? 'Contract creation' : (tx.selector ?? 'Transfer'))
        }
      />
    ),
  },
  {
    key: 'value',
    align: 'right',
    render: (_, tx) => (
      <StackedText
        first={<Ether wei={tx.output_amt} />}
        second={
          <>
            fee <Ether wei={tx.fee_amt} unit={false} />
          </>
        }
      />
    ),
  },
];

/** The transactions of an Ethereum block, 20 a page, in block order. */
export function EthereumBlockTransactions({
  height,
  page,
  filter,
}: {
  height: string;
  page: number;
  filter: BlockFilter;
}) {
  const phone = usePhone();
  const query = useBlockTransactions({ chain: 'ethereum', height, filter }, page);
  const { button, form } = useBlockFilter('ethereum', filter);
  return (
    <TransactionsCard query={query} extra={button} above={form}>
      {(data) => (
        <TransactionList
          data={data}
          columns={phone ? narrow : wide}
          rowKey={(tx) => tx.txid}
          detail={(tx) => <EthereumFlow tx={tx} />}
          detailLabel="Show sender and receiver"
          stale={query.isPlaceholderData}
          emptyText={conditionCount(filter) > 0 ? 'No transaction meets the filter' : texts.noTransactions}
          hideHead={phone}
        />
      )}
    </TransactionsCard>
  );
}
