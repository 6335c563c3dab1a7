import { type AddressTransactionView, texts } from '@hopscope/contract';
import type { TableColumnsType } from 'antd';
import { usePhone } from '../../../lib/use-media.ts';
import { Amount } from '../../../ui/Amount.tsx';
import { Direction } from '../../../ui/Direction.tsx';
import { Row } from '../../../ui/Row.tsx';
import { Text } from '../../../ui/Text.tsx';
import { Age } from '../../../ui/Time.tsx';
import { TwoLines } from '../../../ui/TwoLines.tsx';
import { useAddressSummary } from '../api/address-summary.ts';
import { useAddressTransactions } from '../api/address-transactions.ts';
import { Counterparty } from './Counterparty.tsx';
import { BlockLink, TransactionLink } from './links.tsx';
import { TransactionFlow } from './TransactionFlow.tsx';
import { TransactionList } from './TransactionList.tsx';
import { TransactionsCard } from './TransactionsCard.tsx';

type Columns = TableColumnsType<AddressTransactionView>;

function wide(own: string): Columns {
  return [
    { title: 'Transaction', key: 'txid', render: (_, tx) => <TransactionLink txid={tx.txid} /> },
    { title: 'Block', key: 'block', render: (_, tx) => <BlockLink height={tx.block} /> },
    {
      title: 'Age',
      key: 'age',
      render: (_, tx) => (
        <Text tone={2}>
          <Age seconds={tx.timestamp} />
        </Text>
      ),
    },
    {
      title: 'Counterparty',
      key: 'counterparty',
      render: (_, tx) => (
        <Row>
          <Direction direction={tx.direction} />
          <Counterparty tx={tx} own={own} />
        </Row>
      ),
    },
    { title: 'Amount, BTC', key: 'net', align: 'right', render: (_, tx) => <Amount sats={tx.net} signed /> },
  ];
}

function narrow(own: string): Columns {
  return [
    {
      key: 'who',
      render: (_, tx) => (
        <TwoLines
          first={
            <Row gap={6}>
              <Direction direction={tx.direction} />
              <Counterparty tx={tx} own={own} />
            </Row>
          }
          second={<TransactionLink txid={tx.txid} plain />}
        />
      ),
    },
    {
      key: 'net',
      align: 'right',
      render: (_, tx) => (
        <TwoLines first={<Amount sats={tx.net} signed />} second={<Age seconds={tx.timestamp} ago />} />
      ),
    },
  ];
}

/** The history of an address, 20 a page, newest first. */
export function AddressTransactions({ address, page }: { address: string; page: number }) {
  const phone = usePhone();
  const query = useAddressTransactions(address, page);
  const { data: summary } = useAddressSummary('bitcoin', address);
  return (
    <TransactionsCard query={query} now={summary?.txCount}>
      {(data) => (
        <TransactionList
          data={data}
          columns={phone ? narrow(address) : wide(address)}
          rowKey={(tx) => `${tx.block}-${tx.index}`}
          detail={(tx) => <TransactionFlow tx={tx} own={address} />}
          stale={query.isPlaceholderData}
          emptyText={texts.noTransactions}
          hideHead={phone}
        />
      )}
    </TransactionsCard>
  );
}
