import { formatBtc } from '@hopscope/chain';
import { Link } from '@tanstack/react-router';
import { type AddressSummary, explorerPageSize, type Price } from '@hopscope/contract';
import { shorten, chains } from '@hopscope/domain';
import { usePrefetchQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useServices } from '../../../../lib/services.ts';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { CoverageNotice } from '../../../../shared/chain/Coverage.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { OwnerTags, OwnerTitle } from '../../../../shared/entity/OwnerTitle.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { Columns, Page, PageHeader } from '../../../../ui/layout/Page.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { useAddressSummary } from '../../api/address-summary.ts';
import { addressTransactionsQuery } from '../../api/address-transactions.ts';
import type { AddressView } from '../../model/address-view.ts';
import { coverageNotes } from '../../model/text/coverage-notes.ts';
import { ActivityCard } from './ActivityCard.tsx';
import { AddressTabs } from './AddressTabs.tsx';
import { BitcoinLookAlike, ReuseTag, SanctionNotice } from './AddressWarnings.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import { InOutCard } from './InOutCard.tsx';
import { RiskCard } from './RiskCard.tsx';
import { AddressOwner } from './AddressOwner.tsx';
import { AddressTransactions } from './AddressTransactions.tsx';
import { AddressUnconfirmed } from './AddressUnconfirmed.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { ClusterButton } from './ClusterButton.tsx';
import { ProbableOwnerButton } from './ProbableOwnerButton.tsx';
import { Failure } from '../Failure.tsx';
import { CoinsCard } from '../relations/CoinsCard.tsx';
import { CounterpartiesCard } from '../relations/CounterpartiesCard.tsx';
import { ScriptTag } from '../transaction/ScriptTag.tsx';
import { StatSkeleton } from '../StatSkeleton.tsx';
import { usePrice } from '../../../../lib/prices.ts';
import { Amount } from '../../../../shared/amount/Amount.tsx';
import { Dollars } from '../../../../shared/amount/Dollars.tsx';
import { Count, Decimal } from '../../../../ui/display/Figures.tsx';
import { type Stat, Stats } from '../../../../ui/display/Stats.tsx';
import { Age, Time } from '../../../../ui/text/Time.tsx';
import { LedgerFigure } from '../../../../shared/evidence/FigureEvidence.tsx';
import { BlockLink } from '../links.tsx';

const addressStatLabels = ['Balance', 'Received', 'Spent', 'Transactions', 'First seen', 'Last seen'];

const { coin } = chains.bitcoin;

function seenBlock(seen: { block: number }) {
  return (
    <>
      block <BlockLink height={seen.block} />
    </>
  );
}

const partOf: Record<AddressSummary['coverage']['kind'], string | undefined> = {
  complete: undefined,
  range: 'in the stored blocks',
  empty: 'in the stored blocks',
  address: 'reported by the service',
};

function statsOf(summary: AddressSummary, price: Price | undefined): Stat[] {
  const part = partOf[summary.coverage.kind];
  const { first_seen: first, last_seen: last } = summary;
  const dollars = (sats: number) => <Dollars coin={coin} amount={String(sats)} price={price} tone={3} />;
  const evidence = (label: string, value: string) => (
    <LedgerFigure
      figure={{ label, value, subject: summary.address }}
      basis={{
        blockchain: 'bitcoin',
        coverage: summary.coverage,
        height: summary.coverage.ranges.at(-1)?.to ?? null,
        price,
      }}
    />
  );
  const bitcoin = (sats: number) => `${formatBtc(BigInt(sats))} ${coin.symbol}`;
  return [
    {
      label: 'Balance',
      value: <Amount sats={summary.balance} unit />,
      evidence: evidence('Balance', bitcoin(summary.balance)),
      sub:
        summary.usdValue === null ? (
          part
        ) : (
          <>
            $<Decimal text={summary.usdValue} />
          </>
        ),
    },
    {
      label: 'Received',
      value: <Amount sats={summary.total_received} unit />,
      evidence: evidence('Received', bitcoin(summary.total_received)),
      sub: part ?? dollars(summary.total_received),
    },
    {
      label: 'Spent',
      value: <Amount sats={summary.total_spent} unit />,
      evidence: evidence('Spent', bitcoin(summary.total_spent)),
      sub: part ?? dollars(summary.total_spent),
    },
    {
      label: 'Transactions',
      value: <Count value={summary.txCount} />,
      evidence: evidence('Transactions', String(summary.txCount)),
      sub: part,
    },
    {
      label: 'First seen',
      value: first ? <Time seconds={first.timestamp} to="day" /> : 'Unknown',
      sub: first && seenBlock(first),
    },
    {
      label: 'Last seen',
      value: last ? <Age seconds={last.timestamp} ago /> : 'Unknown',
      sub: last && seenBlock(last),
    },
  ];
}

/** Totals of an address; dashed if they cover part of the chain. */
function AddressStats({ summary }: { summary: AddressSummary }) {
  const price = usePrice(coin.symbol);
  return <Stats dense stats={statsOf(summary, price)} partial={summary.coverage.kind !== 'complete'} />;
}

function Unseen({ summary }: { summary: AddressSummary }) {
  const isComplete = summary.coverage.kind === 'complete';
  const reported = summary.coverage.kind === 'address';
  const waits = (summary.unconfirmed?.count ?? 0) > 0;
  return (
    <>
      <CoverageNotice coverage={summary.coverage} />
      <Columns
        railFirst
        main={
          <>
            <AddressUnconfirmed summary={summary} />
            <Card>
              <EmptyState
                path={isComplete || reported ? 'open' : 'outside'}
                title={
                  reported
                    ? 'No transactions reported'
                    : isComplete
                      ? waits
                        ? 'No confirmed transactions'
                        : 'Never used'
                      : 'Not found in the stored blocks'
                }
              >
                {reported
                  ? 'The address is valid, but the service reports no confirmed transactions.'
                  : isComplete
                    ? 'The address is valid, but no transaction up to the newest block uses it.'
                    : 'The address is valid, but does not appear in the stored blocks. Its balance and history outside of them are unknown.'}
              </EmptyState>
            </Card>
          </>
        }
        rail={
          <>
            <RiskCard address={summary.address} />
            <AddressOwner address={summary.address} />
          </>
        }
      />
    </>
  );
}

const tabs = [
  { tab: 'transactions', name: 'Transactions' },
  { tab: 'counterparties', name: 'Counterparties' },
  { tab: 'coins', name: 'Unspent outputs' },
] as const;

function Shown({ summary, view }: { summary: AddressSummary; view: AddressView }) {
  const { address, txCount, coverage } = summary;
  // A service reports only the transactions of an address.
  if (coverage.kind === 'address') return <AddressTransactions address={address} view={view} />;
  const own = { address, tabs: <AddressTabs shown={view.tab} tabs={tabs} /> };
  if (view.tab === 'coins') return <CoinsCard {...own} transactions={txCount} />;
  if (view.tab === 'transactions') return <AddressTransactions {...own} view={view} />;
  return <CounterpartiesCard {...own} chain="bitcoin" transactions={txCount} />;
}

function Seen({ summary, view }: { summary: AddressSummary; view: AddressView }) {
  const { address, coverage } = summary;
  return (
    <>
      <AddressStats summary={summary} />
      {coverage.kind !== 'complete' && (
        <CoverageNotice coverage={coverage}>
          {coverage.kind === 'address'
            ? coverageNotes(coverage)
            : 'Totals cover these blocks only. The full balance and history are unknown.'}
        </CoverageNotice>
      )}
      <BitcoinLookAlike address={address} />
      <Columns
        railFirst
        main={
          <>
            <AddressUnconfirmed summary={summary} />
            <Shown summary={summary} view={view} />
            <ActivityCard address={address} view={view.activity} />
          </>
        }
        rail={
          <>
            <RiskCard address={address} />
          </>
        }
        after={
          <>
            <BalanceCard address={address} />
            <InOutCard address={address} />
            <AddressOwner
              address={address}
              cluster={
                <Row wrap gap={8}>
                  <ClusterButton address={address} />
                  <ProbableOwnerButton address={address} />
                </Row>
              }
            />
          </>
        }
      />
    </>
  );
}

/** A Bitcoin address from the URL; `actions` are shown next to the title. */
export function BitcoinAddressPage({
  address,
  view,
  actions,
}: {
  address: string;
  view: AddressView;
  actions?: ReactNode;
}) {
  const { api } = useServices();
  const { data, error, refetch } = useAddressSummary('bitcoin', address);
  usePrefetchQuery(addressTransactionsQuery(api, address, view));
  useDocumentTitle(`Address ${shorten(address)}`);
  return (
    <Page>
      <PageHeader
        trail={
          <>
            <Link to="/home/block-explorer" search={{}}>
              Block Explorer
            </Link>
            {' / '}
            Address
          </>
        }
        title={error && !data ? 'Address' : <OwnerTitle address={address} />}
        tags={
          data && (
            <>
              <OwnerTags address={address} />
              <ScriptTag type={data.script_type} />
              {data.has_p2pk && (
                <Tag title="Includes outputs that pay directly to the public key (P2PK)">incl. P2PK</Tag>
              )}
              {data.txCount > 1 && <ReuseTag address={data.address} />}
            </>
          )
        }
        actions={(!error || data) && actions}
        identity={<Hash value={data?.address ?? address} what="address" length="full" />}
      />
      {data && <SanctionNotice address={data.address} />}
      {data ? (
        data.txCount === 0 ? (
          <Unseen summary={data} />
        ) : (
          <Seen summary={data} view={view} />
        )
      ) : error ? (
        <Card>
          <Failure error={error} subject="address" onRetry={refetch} />
        </Card>
      ) : (
        <>
          <StatSkeleton dense labels={addressStatLabels} />
          <Columns
            railFirst
            main={
              <Card title="Transactions">
                <RowTableSkeleton rows={explorerPageSize} />
              </Card>
            }
            rail={<RiskCard address={address} />}
          />
        </>
      )}
    </Page>
  );
}
