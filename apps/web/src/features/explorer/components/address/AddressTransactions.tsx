import type { RowColumns } from '../../../../ui/display/RowTable.tsx';
import { type AddressTransactionView, texts } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { type ReactNode, useState } from 'react';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { Amount } from '../../../../shared/amount/Amount.tsx';
import { Direction } from '../../../../shared/chain/Direction.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Age } from '../../../../ui/text/Time.tsx';
import { StackedText } from '../../../../ui/text/StackedText.tsx';
import { useAddressSummary } from '../../api/address-summary.ts';
import { useAddressTransactions } from '../../api/address-transactions.ts';
import { type AddressView, conditionsOf } from '../../model/address-view.ts';
import { type LookAlikes, lookAlikesOf, warningsOf, lookAlikeWarning } from '../../model/text/warnings.ts';
import { Conditions } from './Conditions.tsx';
import { FilterForm } from './LazyFilterForm.tsx';
import { HistoryControls } from './HistoryControls.tsx';
import { useHistorySearch } from './use-history-search.ts';
import { BlockLink, TransactionLink, AddressLink } from '../links.tsx';
import { TransactionFlow } from '../transaction/TransactionFlow.tsx';
import { TransactionList } from '../transaction/TransactionList.tsx';
import { TransactionsCard } from '../TransactionsCard.tsx';
import { WarningTag } from '../WarningTag.tsx';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { counterpartiesOf } from '../../model/counterparties.ts';

const unknownSide = 'From outputs that are not in the ledger or have no address';

/** The first counterparty of a row and the number of others; "Unknown" if it can't be determined. */
function Counterparty({ tx, own, alike }: { tx: AddressTransactionView; own: string; alike: LookAlikes }) {
  const { addresses, more, unnamed, newCoins } = counterpartiesOf(tx, own);
  const { count } = useFormats();
  const [first, ...rest] = addresses;
  if (newCoins) return <Text tone={2}>Newly created coins</Text>;
  if (first === undefined) {
    return unnamed ? (
      <Text tone={2} unknown title={unknownSide}>
        Unknown
      </Text>
    ) : (
      <Text tone={2}>Same address</Text>
    );
  }
  const others = rest.length > 0 || more || unnamed;
  const warned = addresses.map((address) => lookAlikeWarning(address, alike)).find(Boolean);
  return (
    <Row gap={6}>
      <AddressLink address={first} />
      {warned && <WarningTag warning={warned} />}
      {others && (
        <Text tone={3} size={12} nowrap title={unnamed ? unknownSide : undefined}>
          {rest.length > 0
            ? `+${count(rest.length)}${more ? ' or more' : ''}`
            : more
              ? '+ more'
              : '+ unknown'}
        </Text>
      )}
    </Row>
  );
}

type Columns = RowColumns<AddressTransactionView>;

/** Warnings next to the amount of a row. */
function Marks({ tx, own }: { tx: AddressTransactionView; own: string }) {
  return warningsOf(tx, own).map((warning) => <WarningTag key={warning.name} warning={warning} />);
}

function wide(own: string, alike: LookAlikes): Columns {
  return [
    { title: 'Transaction', key: 'txid', width: 120, render: (_, tx) => <TransactionLink txid={tx.txid} /> },
    { title: 'Block', key: 'block', width: 78, render: (_, tx) => <BlockLink height={tx.block} /> },
    {
      title: 'Age',
      key: 'age',
      width: 70,
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
          <Counterparty tx={tx} own={own} alike={alike} />
        </Row>
      ),
    },
    {
      title: 'Amount, BTC',
      key: 'net',
      align: 'right',
      width: 190,
      render: (_, tx) => (
        <>
          <Marks tx={tx} own={own} /> <Amount sats={tx.net} signed />
        </>
      ),
    },
  ];
}

function narrow(own: string, alike: LookAlikes): Columns {
  return [
    {
      key: 'who',
      render: (_, tx) => (
        <StackedText
          first={
            <Row gap={6}>
              <Direction direction={tx.direction} />
              <Counterparty tx={tx} own={own} alike={alike} />
            </Row>
          }
          second={
            <Row gap={6}>
              <TransactionLink txid={tx.txid} plain />
              <Marks tx={tx} own={own} />
            </Row>
          }
        />
      ),
    },
    {
      key: 'net',
      align: 'right',
      render: (_, tx) => (
        <StackedText first={<Amount sats={tx.net} signed />} second={<Age seconds={tx.timestamp} ago />} />
      ),
    },
  ];
}

const unit = chains.bitcoin.coin;

/** Transactions of an address that match the filter, newest first, 20 per page. */
export function AddressTransactions({
  address,
  view,
  tabs,
}: {
  address: string;
  view: AddressView;
  /** Links to other lists, in the place of the title. */
  tabs?: ReactNode;
}) {
  const phone = usePhone();
  const query = useAddressTransactions(address, view);
  const { data: summary } = useAddressSummary('bitcoin', address);
  const [open, setOpen] = useState(false);
  const change = useHistorySearch();
  const { filter } = view;
  const narrowed = conditionsOf(filter) > 0;
  return (
    <TransactionsCard
      query={query}
      tabs={tabs}
      // The summary doesn't count new transactions by filter.
      now={narrowed ? undefined : summary?.txCount}
      extra={<HistoryControls address={address} view={view} open={open} onToggle={() => setOpen(!open)} />}
      above={
        <>
          {open && <FilterForm key={JSON.stringify(filter)} filter={filter} unit={unit} onApply={change} />}
          <Conditions filter={filter} unit={unit} />
        </>
      }
    >
      {(data) => {
        const alike = lookAlikesOf(address, data.txs);
        return (
          <TransactionList
            data={data}
            columns={phone ? narrow(address, alike) : wide(address, alike)}
            rowKey={(tx) => `${tx.block}-${tx.index}`}
            detail={(tx) => <TransactionFlow tx={tx} own={address} />}
            stale={query.isPlaceholderData}
            emptyText={texts.noTransactions}
            {...(narrowed && { emptyDetail: 'Change or clear the filter.' })}
            hideHead={phone}
          />
        );
      }}
    </TransactionsCard>
  );
}
