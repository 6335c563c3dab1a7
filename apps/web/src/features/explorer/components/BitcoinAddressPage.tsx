import { type AddressSummary, explorerPageSize } from '@hopscope/contract';
import { usePrefetchQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useServices } from '../../../lib/services.ts';
import { useDocumentTitle } from '../../../lib/use-document-title.ts';
import { Card } from '../../../ui/Card.tsx';
import { CoverageNotice } from '../../../ui/Coverage.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Hash } from '../../../ui/Hash.tsx';
import { Page, PageHeader } from '../../../ui/Page.tsx';
import { shorten } from '../../../ui/shorten.ts';
import { Tag } from '../../../ui/Tag.tsx';
import { RowTableBones } from '../../../ui/RowTable.tsx';
import { useAddressSummary } from '../api/address-summary.ts';
import { addressTransactionsQuery } from '../api/address-transactions.ts';
import { toldNotes } from '../model/told-notes.ts';
import { AddressOwner } from './AddressOwner.tsx';
import { AddressStats, addressStatLabels } from './AddressStats.tsx';
import { AddressTransactions } from './AddressTransactions.tsx';
import { AddressUnconfirmed } from './AddressUnconfirmed.tsx';
import { ClusterButton } from './ClusterButton.tsx';
import { Failure } from './Failure.tsx';
import { ScriptTag } from './ScriptTag.tsx';
import { StatBones } from './StatBones.tsx';

function Unseen({ summary }: { summary: AddressSummary }) {
  const whole = summary.coverage.kind === 'complete';
  const told = summary.coverage.kind === 'address';
  const waits = (summary.unconfirmed?.count ?? 0) > 0;
  return (
    <>
      <CoverageNotice coverage={summary.coverage} />
      <AddressUnconfirmed summary={summary} />
      <Card>
        <EmptyState
          path={whole || told ? 'open' : 'outside'}
          title={
            told
              ? 'Nothing is told of it'
              : whole
                ? waits
                  ? 'Nothing confirmed yet'
                  : 'Never used'
                : 'Not seen in the blocks held'
          }
        >
          {told
            ? 'The address is valid, but the service knows no confirmed transaction of it.'
            : whole
              ? 'The address is valid, but no transaction up to the newest block has it.'
              : 'The address is valid, but it is in none of the blocks that the ledger holds. What it did outside of them is unknown, so there is no balance to show.'}
        </EmptyState>
      </Card>
    </>
  );
}

function Seen({ summary, page }: { summary: AddressSummary; page: number }) {
  return (
    <>
      <AddressStats summary={summary} />
      {summary.coverage.kind !== 'complete' && (
        <CoverageNotice coverage={summary.coverage}>
          {summary.coverage.kind === 'address'
            ? toldNotes(summary.coverage)
            : 'Totals count these blocks only: the whole balance and history of the address are unknown.'}
        </CoverageNotice>
      )}
      <AddressUnconfirmed summary={summary} />
      <AddressTransactions address={summary.address} page={page} />
    </>
  );
}

/** A Bitcoin address by its text in the address bar; `actions` stand beside its title. */
export function BitcoinAddressPage({
  address,
  page,
  actions,
}: {
  address: string;
  page: number;
  actions?: ReactNode;
}) {
  const { api } = useServices();
  const { data, error, refetch } = useAddressSummary('bitcoin', address);
  usePrefetchQuery(addressTransactionsQuery(api, address, page));
  useDocumentTitle(`Address ${shorten(address)}`);
  return (
    <Page>
      <PageHeader
        title="Address"
        tags={
          data && (
            <>
              <ScriptTag type={data.script_type} />
              {data.has_p2pk && (
                <Tag title="Outputs that pay straight to the public key (P2PK) are counted to this address.">
                  incl. P2PK
                </Tag>
              )}
            </>
          )
        }
        actions={actions}
        identity={<Hash value={data?.address ?? address} what="address" length="full" />}
      />
      {data && <AddressOwner address={data.address} cluster={<ClusterButton address={data.address} />} />}
      {data ? (
        data.txCount === 0 ? (
          <Unseen summary={data} />
        ) : (
          <Seen summary={data} page={page} />
        )
      ) : error ? (
        <Card>
          <Failure error={error} subject="address" onRetry={refetch} />
        </Card>
      ) : (
        <>
          <StatBones labels={addressStatLabels} />
          <Card title="Transactions">
            <RowTableBones rows={explorerPageSize} />
          </Card>
        </>
      )}
    </Page>
  );
}
