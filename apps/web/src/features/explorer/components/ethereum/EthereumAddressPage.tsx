import { type AssetView, type EthereumAddressSummary, explorerPageSize } from '@hopscope/contract';
import { shorten } from '@hopscope/domain';
import { Link, Navigate } from '@tanstack/react-router';
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
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { UntrustedText } from '../../../../ui/text/UntrustedText.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useAddressSummary } from '../../api/address-summary.ts';
import { addressMovementsQuery } from '../../api/address-movements.ts';
import type { AddressView } from '../../model/address-view.ts';
import { historyNotes, isUnfinished, lacksText } from '../../model/text/ethereum-text.ts';
import { checkCapitals } from '../../../../lib/search/right-capitals.ts';
import { ActivityCard } from '../address/ActivityCard.tsx';
import { AddressTabs } from '../address/AddressTabs.tsx';
import { EthereumLookAlike, SanctionNotice } from '../address/AddressWarnings.tsx';
import { BalanceCard } from '../address/BalanceCard.tsx';
import { InOutCard } from '../address/InOutCard.tsx';

import { RiskCard } from '../address/RiskCard.tsx';
import { CounterpartiesCard } from '../relations/CounterpartiesCard.tsx';
import { AddressOwner } from '../address/AddressOwner.tsx';
import { Failure } from '../Failure.tsx';
import { StatSkeleton } from '../StatSkeleton.tsx';
import { DepositTag } from '../../../../shared/entity/DepositTag.tsx';
import { FreezeNotices, PoolTag } from './AccountFacts.tsx';
import { ContractCard } from './ContractCard.tsx';
import { AddressAssets } from './AddressAssets.tsx';
import { AddressMovements } from './AddressMovements.tsx';
import { EthereumAddressStats, ethereumAddressStatLabels } from './EthereumAddressStats.tsx';
import { SpamTag } from './TransactionParts.tsx';

function Unseen({ summary: { address, coverage, node_balance } }: { summary: EthereumAddressSummary }) {
  if (coverage.kind === 'address') return <NothingReported coverage={coverage} />;
  const isComplete = coverage.kind === 'complete';
  return (
    <>
      <CoverageNotice coverage={coverage} />
      <Columns
        railFirst
        main={
          <Card>
            <EmptyState
              path={isComplete ? 'open' : 'outside'}
              title={isComplete ? 'Never used' : 'Not found in the stored blocks'}
            >
              {isComplete
                ? 'The address is valid, but has no movements up to the newest block.'
                : 'The address is valid, but does not appear in the stored blocks.'}
              {node_balance !== null &&
                ` The connected node reports a balance at block ${node_balance.block}.`}
            </EmptyState>
          </Card>
        }
        rail={
          <>
            <RiskCard address={address} />
            <AddressOwner address={address} />
          </>
        }
      />
    </>
  );
}

/** An address for which a service reports no movements, or none yet. */
function NothingReported({ coverage }: Pick<EthereumAddressSummary, 'coverage'>) {
  const coming = isUnfinished(coverage);
  return (
    <>
      <CoverageNotice coverage={coverage}>{historyNotes(coverage)}</CoverageNotice>
      <Card>
        <EmptyState path={coming ? 'outside' : 'open'} title={coming ? 'Loading history' : 'Never used'}>
          {coming
            ? 'The address is valid. Its history is being fetched.'
            : 'The address is valid, but the service reports no movements.'}
        </EmptyState>
      </Card>
    </>
  );
}

const tabs = [
  { tab: 'transactions', name: 'Movements' },
  { tab: 'counterparties', name: 'Counterparties' },
] as const;

function Seen({ summary, view }: { summary: EthereumAddressSummary; view: AddressView }) {
  const { address, coverage } = summary;
  const ofLedger = coverage.kind !== 'address';
  const shownTabs = ofLedger && <AddressTabs shown={view.tab} tabs={tabs} />;
  return (
    <>
      <EthereumAddressStats summary={summary} />
      {(coverage.kind !== 'complete' || coverage.lacks.length > 0) && (
        <CoverageNotice coverage={coverage}>
          {coverage.kind === 'address'
            ? historyNotes(coverage)
            : `${lacksText(coverage)} Totals cover these blocks only.`}
        </CoverageNotice>
      )}
      <EthereumLookAlike address={address} />
      <Columns
        railFirst
        main={
          <>
            {ofLedger && view.tab === 'counterparties' ? (
              <CounterpartiesCard
                chain="ethereum"
                address={address}
                transactions={summary.txCount}
                tabs={shownTabs}
              />
            ) : (
              <AddressMovements address={address} view={view} tabs={shownTabs} />
            )}
            <AddressAssets address={address} />
            <ActivityCard address={address} view={view.activity} />
          </>
        }
        rail={
          <>
            <RiskCard address={address} />
            {summary.contract && <ContractCard contract={summary.contract} createdBy={summary.created_by} />}
          </>
        }
        after={
          <>
            <BalanceCard key={view.asset} address={address} asset={view.asset} />
            <InOutCard key={`in-out ${view.asset ?? ''}`} address={address} asset={view.asset} />
            <AddressOwner address={address} />
          </>
        }
      />
    </>
  );
}

function TokenTag({ token }: { token: AssetView }) {
  const name = token.symbol ?? token.name;
  return (
    <>
      <Tag {...(token.name !== null && { title: token.name })}>
        Token{name !== null && <UntrustedText>{name}</UntrustedText>}
      </Tag>
      <SpamTag spam={token.fake ? 'fake_token' : null} />
    </>
  );
}

function Kind({ summary }: { summary: EthereumAddressSummary }) {
  return (
    <>
      <Tag>Ethereum</Tag>
      {summary.is_contract && <Tag title="Account with code">Contract</Tag>}
      <PoolTag facts={summary.facts ?? []} />
      {summary.contract?.deposits_to && <DepositTag account={summary.contract.deposits_to.account} />}
      {summary.token && <TokenTag token={summary.token} />}
    </>
  );
}

/** The checksum doesn't match, most likely a typing error: suggests the right address and shows no data. */
function WrongCapitals({ right }: { right: string }) {
  return (
    <Card>
      <EmptyState path="outside" title="Checksum does not match">
        The capital letters are a checksum (EIP-55), so a character is probably mistyped. If not, the address
        is{' '}
        <Link to="/home/block-explorer/address/$address" params={{ address: right }} replace>
          <Text mono>{right}</Text>
        </Link>
        .
      </EmptyState>
    </Card>
  );
}

/** An Ethereum address from the URL, which becomes the one with the right capitals; `actions` are shown next to the title. */
export function EthereumAddressPage(props: { address: string; view: AddressView; actions?: ReactNode }) {
  const { address } = props;
  const capitals = checkCapitals(address);
  useDocumentTitle(`Address ${shorten(address)}`);
  if (capitals.kind === 'fine') return <AddressByText {...props} />;
  if (capitals.kind === 'absent') return <RightAddress address={capitals.right} />;
  return (
    <Page>
      <PageHeader title="Address" identity={<Hash value={address} what="address" length="full" />} />
      <WrongCapitals right={capitals.right} />
    </Page>
  );
}

/** One address has one URL, which notes and links use. */
function RightAddress({ address }: { address: string }) {
  return (
    <Navigate
      from="/home/block-explorer/address/$address"
      to="/home/block-explorer/address/$address"
      params={{ address }}
      search={(previous) => previous}
      replace
    />
  );
}

function AddressByText({
  address,
  view,
  actions,
}: {
  address: string;
  view: AddressView;
  actions?: ReactNode;
}) {
  const { api } = useServices();
  const { data, error, refetch } = useAddressSummary('ethereum', address);
  usePrefetchQuery(addressMovementsQuery(api, address, view));
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
              <Kind summary={data} />
            </>
          )
        }
        actions={(!error || data) && actions}
        identity={<Hash value={data?.address ?? address} what="address" length="full" />}
      />
      {data && <SanctionNotice address={data.address} />}
      {data && <FreezeNotices facts={data.facts ?? []} />}
      {data ? (
        data.movement_count === 0 ? (
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
          <StatSkeleton dense labels={ethereumAddressStatLabels} />
          <Columns
            railFirst
            main={
              <Card title="Movements">
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
