import type { CallOutput, compareAddresses, LinkHopView } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { useState } from 'react';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { CallRow, CallTree } from '../../../../ui/display/CallTree.tsx';
import { CardGrid } from '../../../../ui/layout/CardGrid.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { DescriptionList } from '../../../../ui/display/DescriptionList.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { Count } from '../../../../ui/display/Figures.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { Page, PageHeader } from '../../../../ui/layout/Page.tsx';
import { type RowColumns, RowTable, RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useComparison } from '../../api/relations.ts';
import { Failure } from '../Failure.tsx';
import { AddressLink, BlockLink, TransactionLink } from '../links.tsx';

type Comparison = CallOutput<typeof compareAddresses>;

function LinkPath({ path, chain }: { path: readonly LinkHopView[]; chain: Comparison['blockchain'] }) {
  return (
    <CallTree label="Shortest link">
      {path.map(({ from, to, txid, block }) => (
        <CallRow
          key={`${from} ${txid}`}
          depth={0}
          end={
            <Text tone={3} size={12}>
              block <BlockLink height={block} chain={chain} />
            </Text>
          }
        >
          <AddressLink address={from} />
          <Text tone={2}>paid</Text>
          <AddressLink address={to} />
          <Text tone={2}>in</Text>
          <TransactionLink txid={txid} />
        </CallRow>
      ))}
    </CallTree>
  );
}

function LinkCard({ comparison: { link, blockchain } }: { comparison: Comparison }) {
  const { counted } = useFormats();
  const looked = `${counted(link.transactions, 'transaction')} of ${counted(link.addresses, 'address', 'addresses')} searched`;
  return (
    <Card
      title="Shortest link"
      {...(link.path && { count: counted(link.path.length, 'payment') })}
      extra={
        <Text tone={3} size={12}>
          {link.complete ? looked : `${looked}, search incomplete`}
        </Text>
      }
    >
      {link.path ? (
        <LinkPath path={link.path} chain={blockchain} />
      ) : (
        <EmptyState path="outside" title={link.complete ? 'No link within three payments' : 'No link found'}>
          {link.complete
            ? 'No chain of at most three payments connects the addresses.'
            : 'The search was limited, so a link may exist.'}
        </EmptyState>
      )}
    </Card>
  );
}

function Read({ read: { transactions, of } }: { read: Comparison['read'][number] }) {
  const { count, counted } = useFormats();
  return (
    <Text tone={2}>
      {transactions >= of
        ? `all ${counted(of, 'transaction')}`
        : `newest ${count(transactions)} of ${counted(of, 'transaction')}`}
    </Text>
  );
}

type Shared = Comparison['counterparties'][number];

const wide: RowColumns<Shared> = [
  {
    title: 'Address',
    key: 'who',
    render: (_, { address }) => <AddressLink address={address} length="medium" />,
  },
  {
    title: 'Transactions with first address',
    key: 'a',
    align: 'right',
    render: (_, { transactions: [first] }) => <Count value={first} />,
  },
  {
    title: 'Transactions with second address',
    key: 'b',
    align: 'right',
    render: (_, { transactions: [, second] }) => <Count value={second} />,
  },
];

const narrow: RowColumns<Shared> = [
  { key: 'who', render: (_, { address }) => <AddressLink address={address} /> },
  {
    key: 'times',
    align: 'right',
    render: (_, { transactions: [first, second] }) => (
      <Text nowrap>
        <Count value={first} /> and <Count value={second} />
      </Text>
    ),
  },
];

function Nothing({ children }: { children: string }) {
  return (
    <Inset>
      <Text tone={2}>{children}</Text>
    </Inset>
  );
}

function Result({ comparison }: { comparison: Comparison }) {
  const phone = usePhone();
  const { addresses, transactions, counterparties, spent_together, blockchain, read } = comparison;
  return (
    <>
      <Card title="Compared addresses" padded>
        <DescriptionList
          facts={[
            ['First address', <AddressLink key="a" address={addresses[0]} length="medium" />],
            ['Transactions read (first)', <Read key="ra" read={read[0]} />],
            ['Second address', <AddressLink key="b" address={addresses[1]} length="medium" />],
            ['Transactions read (second)', <Read key="rb" read={read[1]} />],
            ...(chains[blockchain].model === 'utxo'
              ? [
                  [
                    'Spent together',
                    spent_together ? (
                      <TransactionLink key="t" txid={spent_together} />
                    ) : (
                      <Text key="t" tone={2}>
                        Never directly
                      </Text>
                    ),
                  ] as const,
                ]
              : []),
          ]}
        />
      </Card>
      <LinkCard comparison={comparison} />
      <Card title="Common counterparties" count={<Count value={comparison.counterparty_count} />}>
        {counterparties.length === 0 ? (
          <Nothing>No common counterparties</Nothing>
        ) : (
          <RowTable
            label="Common counterparties"
            rows={counterparties}
            rowKey={({ address }) => address}
            columns={phone ? narrow : wide}
            hideHead={phone}
          />
        )}
      </Card>
      <Card title="Common transactions" count={<Count value={comparison.transaction_count} />}>
        {transactions.length === 0 ? (
          <Nothing>No common transactions</Nothing>
        ) : (
          <RowTable
            label="Common transactions"
            rows={transactions}
            rowKey={({ txid }) => txid}
            columns={[
              {
                title: 'Transaction',
                key: 'txid',
                render: (_, { txid }) => <TransactionLink txid={txid} length="medium" />,
              },
              {
                title: 'Block',
                key: 'block',
                align: 'right',
                render: (_, { block }) => <BlockLink height={block} chain={blockchain} />,
              },
            ]}
          />
        )}
      </Card>
    </>
  );
}

export interface ComparedPair {
  a?: string | undefined;
  b?: string | undefined;
}

/** Compares two addresses of one chain; the addresses are in the URL. */
export function ComparePage({
  pair,
  onCompare,
}: {
  pair: ComparedPair;
  onCompare: (pair: ComparedPair) => void;
}) {
  const [a, setA] = useState(pair.a ?? '');
  const [b, setB] = useState(pair.b ?? '');
  const { data, error, refetch } = useComparison(pair.a, pair.b);
  const problems = error ? toApiError(error).fields : {};
  /** Returns the server's error for the current text of a field. */
  const problem = (name: 'a' | 'b', text: string) =>
    text === pair[name] && problems[name] !== undefined ? { error: problems[name] } : {};
  const ready = a.trim() !== '' && b.trim() !== '';
  useDocumentTitle('Compare addresses');
  return (
    <Page>
      <PageHeader title="Compare addresses" />
      <Card padded>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (ready) onCompare({ a: a.trim(), b: b.trim() });
          }}
        >
          <Stack gap={12}>
            <CardGrid>
              <Field
                name="a"
                label="First address"
                value={a}
                mono
                size="middle"
                maxLength={120}
                {...problem('a', a)}
                onChange={setA}
              />
              <Field
                name="b"
                label="Second address"
                value={b}
                mono
                size="middle"
                maxLength={120}
                {...problem('b', b)}
                onChange={setB}
              />
            </CardGrid>
            <div>
              <Button kind="primary" submit disabled={!ready}>
                Compare
              </Button>
            </div>
          </Stack>
        </form>
      </Card>
      {pair.a !== undefined && pair.b !== undefined ? (
        data ? (
          <Result comparison={data} />
        ) : error ? (
          <Card>
            <Failure error={error} subject="address" onRetry={refetch} />
          </Card>
        ) : (
          <Card title="Shortest link">
            <RowTableSkeleton rows={3} />
          </Card>
        )
      ) : (
        <Card>
          <EmptyState path="open" title="Compare two addresses">
            Finds common counterparties, common transactions, and the shortest chain of payments between two
            addresses of one chain.
          </EmptyState>
        </Card>
      )}
    </Page>
  );
}
