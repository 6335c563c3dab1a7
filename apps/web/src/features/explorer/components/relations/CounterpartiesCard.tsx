import { chains, plural } from '@hopscope/domain';
import { explorerPageSize, type Blockchain, type CounterpartyView } from '@hopscope/contract';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { UnknownAmount } from '../../../../shared/amount/Amount.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Count } from '../../../../ui/display/Figures.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { type RowColumns, RowTable, RowTableSkeleton, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { StepPager } from '../../../../ui/display/StepPager.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { StackedText } from '../../../../ui/text/StackedText.tsx';
import { type CounterpartiesAsked, useCounterparties } from '../../api/relations.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { Failure } from '../Failure.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { CounterpartyFlow } from './CounterpartyFlow.tsx';
import { BlockLink, TransactionLink } from '../links.tsx';
import css from './CounterpartiesCard.module.css';
import { CounterpartyName } from './CounterpartyName.tsx';
import { ReadFirst, readAtOnce } from './ReadFirst.tsx';

const noAmount = 'Inputs of these transactions are unknown, so amounts cannot be attributed.';

/** Basis of the amounts of each chain. */
const basisTexts: Readonly<Record<Blockchain, string>> = {
  bitcoin: 'Amounts of transactions with several senders are split in proportion to their inputs.',
  ethereum: 'Ether only; excludes movements marked as spam.',
};

function Moved({ chain, row: { amt } }: { chain: Blockchain; row: CounterpartyView }) {
  return amt === null ? (
    <UnknownAmount why={noAmount} />
  ) : (
    <CoinAmount coin={chains[chain].coin} amount={amt} />
  );
}

function Times({ row: { transactions, transactions_without_amount } }: { row: CounterpartyView }) {
  return (
    <Text
      {...(transactions_without_amount > 0 && {
        title: `${transactions_without_amount} with unknown amount`,
      })}
    >
      <Count value={transactions} />
      {transactions_without_amount > 0 && '*'}
    </Text>
  );
}

/** Share of an amount in all that came in or went out, with a bar; nothing if it is unknown. */
function Share({ amt, total }: { amt: string | null; total: bigint }) {
  const { decimal } = useFormats();
  if (amt === null || total === 0n) return null;
  const tenths = Number((BigInt(amt) * 1000n) / total);
  return (
    <span className={css.share}>
      <span className={css.track} aria-hidden="true">
        <span style={{ width: `${tenths / 10}%` }} />
      </span>
      {decimal(`${Math.floor(tenths / 10)}.${tenths % 10}`)}%
    </span>
  );
}

function wide(chain: Blockchain, total: bigint): RowColumns<CounterpartyView> {
  return [
    {
      title: 'Counterparty',
      key: 'who',
      render: (_, row) => <CounterpartyName row={row} />,
    },
    {
      title: 'Last transaction',
      key: 'last',
      width: 128,
      render: (_, { last }) => <TransactionLink txid={last.txid} />,
    },
    {
      title: 'On',
      key: 'date',
      width: 104,
      render: (_, { last: { timestamp, block } }) =>
        timestamp === null ? (
          <BlockLink height={block} chain={chain} />
        ) : (
          <Time seconds={timestamp} to="day" />
        ),
    },
    {
      title: 'Transactions',
      key: 'times',
      align: 'right',
      width: 96,
      render: (_, row) => <Times row={row} />,
    },
    {
      title: 'Share',
      key: 'share',
      align: 'right',
      width: 150,
      render: (_, { amt }) => <Share amt={amt} total={total} />,
    },
    {
      title: 'Amount',
      key: 'amt',
      align: 'right',
      width: 150,
      render: (_, row) => <Moved chain={chain} row={row} />,
    },
  ];
}

function narrow(chain: Blockchain): RowColumns<CounterpartyView> {
  return [
    { key: 'who', render: (_, row) => <CounterpartyName row={row} /> },
    {
      key: 'amt',
      align: 'right',
      render: (_, row) => (
        <StackedText
          first={<Moved chain={chain} row={row} />}
          second={
            <>
              <Times row={row} /> {plural(row.transactions, 'transaction')}
            </>
          }
        />
      ),
    },
  ];
}

const directions = [
  { value: 'in', label: 'Paid by' },
  { value: 'out', label: 'Paid to' },
] as const;
const orders = [
  { value: 'amount', label: 'Amount' },
  { value: 'transactions', label: 'Transactions' },
] as const;

/** Counterparties of an address with amounts in the chain's native coin by direction, 20 per page. */
export function CounterpartiesCard({
  chain,
  address,
  transactions,
  tabs,
}: {
  chain: Blockchain;
  address: string;
  transactions: number;
  /** Links to other lists, in the place of the title. */
  tabs?: ReactNode;
}) {
  const phone = usePhone();
  const { count, counted } = useFormats();
  const [asked, setAsked] = useState<CounterpartiesAsked>({
    page: 1,
    direction: 'in',
    sort: 'amount',
    asset: undefined,
  });
  const [begun, setBegun] = useState(false);
  const wanted = begun || transactions <= readAtOnce;
  const { data, error, refetch, isPlaceholderData } = useCounterparties(address, asked, wanted);
  const isComplete = data && data.read.transactions >= data.read.of;
  return (
    <>
      <Card
        title="Counterparties"
        tabs={tabs}
        {...(data && { count: <Count value={data.pagination.total} /> })}
        extra={
          wanted && (
            <Row wrap>
              <Segmented
                label="Sort by"
                value={asked.sort}
                options={orders}
                onChange={(sort) => setAsked({ ...asked, sort, page: 1 })}
              />
              <Segmented
                label="Direction"
                value={asked.direction}
                options={directions}
                onChange={(direction) => setAsked({ ...asked, direction, page: 1 })}
              />
            </Row>
          )
        }
      >
        {!wanted ? (
          <ReadFirst transactions={Math.min(transactions, 10_000)} onRead={() => setBegun(true)}>
            Find counterparties
          </ReadFirst>
        ) : !data ? (
          error ? (
            <Failure error={error} subject="list" onRetry={refetch} />
          ) : (
            <RowTableSkeleton rows={explorerPageSize} />
          )
        ) : data.pagination.total === 0 ? (
          <EmptyState title="No counterparties found">
            {asked.direction === 'in' ? 'No payments from other addresses' : 'No payments to other addresses'}
          </EmptyState>
        ) : (
          <>
            <RowTable
              label={asked.direction === 'in' ? 'Paid by' : 'Paid to'}
              columns={phone ? narrow(chain) : wide(chain, BigInt(data.sums.amt))}
              rows={data.counterparties}
              rowKey={({ address: name }) => name}
              stale={isPlaceholderData}
              hideHead={phone}
            />
            <TableFoot
              pager={
                <StepPager
                  page={asked.page}
                  totalPages={data.pagination.totalPages}
                  onChange={(page) => setAsked({ ...asked, page })}
                />
              }
            >
              <span>
                {isComplete
                  ? `Based on all ${counted(data.read.of, 'transaction')}`
                  : `Based on the newest ${count(data.read.transactions)} of ${counted(data.read.of, 'transaction')}`}
              </span>
            </TableFoot>
            <Inset>
              <Text tone={3} size={12}>
                {basisTexts[chain]}
              </Text>
            </Inset>
          </>
        )}
      </Card>
      {wanted && <CounterpartyFlow chain={chain} address={address} />}
    </>
  );
}
