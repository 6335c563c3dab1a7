import { type Organization, travelStates, type TravelTransfer } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { Info, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { InOrganization } from '../../../../shared/organization/InOrganization.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { LearnMore } from '../../../../ui/button/LearnMore.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { type RowColumns, RowTable, RowTableSkeleton, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { LoadedCard } from '../../../../ui/layout/LoadedCard.tsx';
import { Page, PageHeader } from '../../../../ui/layout/Page.tsx';
import { TabLinks, tabLinkClass } from '../../../../ui/layout/TabLinks.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { shownRows, useTravelInstitution, useTravelTransfers } from '../../api/travel-rule.ts';
import { type TravelSearch, type TravelTab, travelTabs } from '../../model/travel-search.ts';
import { FilterBar } from '../../../../ui/form/FilterBar.tsx';
import { AddressesCard } from './AddressesCard.tsx';
import { stateNames, TransferState, TransferSum } from './labels.tsx';
import { ProofsCard } from './ProofsCard.tsx';
import { SendInformation } from './SendInformation.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { TransferDetails } from './TransferDetails.tsx';

interface Shown {
  view: TravelSearch;
  /** Changes search parameters; removes undefined ones. */
  onView: (change: TravelSearch) => void;
}

const tabNames: Readonly<Record<TravelTab, string>> = {
  transfers: 'Transfers',
  addresses: 'Travel addresses',
  proofs: 'Wallet proofs',
  settings: 'Settings',
};
const all = 'all';
const directions = [
  { value: all, label: 'Both directions' },
  { value: 'in', label: 'Incoming' },
  { value: 'out', label: 'Outgoing' },
] as const;
const states = [
  { value: all, label: 'All states' },
  ...travelStates.map((value) => ({ value, label: stateNames[value] })),
] as const;

function useColumns({ onView }: Pick<Shown, 'onView'>): RowColumns<TravelTransfer> {
  const { dateTime } = useFormats();
  return [
    {
      title: 'Entered',
      render: (_, { _id: transfer, createdAt }) => (
        <TextButton onClick={() => onView({ transfer })}>{dateTime(createdAt)}</TextButton>
      ),
    },
    {
      title: 'State',
      render: (_, { state, delivery }) => <TransferState state={state} delivery={delivery} />,
    },
    { title: 'Direction', render: (_, { direction }) => (direction === 'in' ? 'Incoming' : 'Outgoing') },
    { title: 'Amount', align: 'right', render: (_, transfer) => <TransferSum transfer={transfer} /> },
    {
      title: 'Institution',
      render: (_, { counterparty, host }) => counterparty ?? host ?? 'Self-hosted wallet',
    },
    { title: 'Client', render: (_, { clientId }) => clientId ?? <Text tone={3}>none</Text> },
  ];
}

function Transfers({ organization, view, onView }: Shown & { organization: Organization }) {
  const { count, counted } = useFormats();
  const query = useTravelTransfers(organization._id, view);
  const columns = useColumns({ onView });
  const [sends, setSends] = useState(false);
  const isFiltered = view.direction !== undefined || view.state !== undefined;
  const reset = () => onView({ direction: undefined, state: undefined });
  const send = (
    <Button
      kind="primary"
      size="small"
      icon={<Plus size={14} aria-hidden="true" />}
      onClick={() => setSends(true)}
    >
      Send information
    </Button>
  );
  return (
    <>
      <FilterBar filtered={isFiltered} onApply={() => undefined} onReset={reset}>
        <SelectField
          label="Direction"
          value={view.direction ?? all}
          options={directions}
          onChange={(value) => onView({ direction: value === all ? undefined : value })}
        />
        <SelectField
          label="State"
          value={view.state ?? all}
          options={states}
          onChange={(value) => onView({ state: value === all ? undefined : value })}
        />
      </FilterBar>
      <LoadedCard
        title="Transfers"
        query={query}
        failure="Failed to load transfers"
        count={query.data && counted(query.data.total, 'transfer')}
        extra={send}
      >
        {({ data, total }) =>
          data.length === 0 ? (
            <EmptyState
              title={isFiltered ? 'No transfers match' : 'No transfers yet'}
              actions={isFiltered ? <Button onClick={reset}>Reset filters</Button> : send}
            >
              {isFiltered
                ? 'Change or reset the filters.'
                : 'Inquiries of other institutions arrive here, and information that you send.'}
            </EmptyState>
          ) : (
            <>
              <RowTable
                label="Transfers"
                columns={columns}
                rows={data}
                rowKey={({ _id }) => _id}
                stale={query.isPlaceholderData}
              />
              {total > data.length && (
                <TableFoot>The newest {count(shownRows)}. The API returns older ones.</TableFoot>
              )}
            </>
          )
        }
      </LoadedCard>
      <Dialog title="Send information" open={sends} width={720} onClose={() => setSends(false)}>
        <SendInformation organizationId={organization._id} onClose={() => setSends(false)} />
      </Dialog>
      <Dialog
        title="Transfer"
        open={view.transfer !== undefined}
        width={760}
        onClose={() => onView({ transfer: undefined })}
      >
        {view.transfer !== undefined && (
          <TransferDetails key={view.transfer} organization={organization} id={view.transfer} />
        )}
      </Dialog>
    </>
  );
}

function TravelRule({ organization, view, onView }: Shown & { organization: Organization }) {
  const institution = useTravelInstitution(organization._id);
  const { data: stored, error, refetch } = institution;
  if (error && stored === undefined)
    return <LoadFailure title="The settings could not be loaded" error={error} onRetry={refetch} />;
  if (stored === undefined) return <RowTableSkeleton rows={6} />;
  const tab = view.tab ?? (stored ? 'transfers' : 'settings');
  return (
    <>
      <TabLinks label="Travel Rule">
        {travelTabs.map((each) => (
          <Link
            key={each}
            to="."
            search={{ tab: each }}
            className={tabLinkClass}
            aria-current={each === tab ? 'page' : undefined}
            resetScroll={false}
          >
            {tabNames[each]}
          </Link>
        ))}
      </TabLinks>
      {!stored && (
        <Notice kind="part" icon={<Info size={16} strokeWidth={1.6} aria-hidden="true" />}>
          Enter your institution first: it is sent with each transfer.
        </Notice>
      )}
      {stored?.problem && tab === 'addresses' && (
        <Notice kind="warning" icon={<TriangleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
          {stored.problem}.
        </Notice>
      )}
      {tab === 'transfers' && <Transfers organization={organization} view={view} onView={onView} />}
      {tab === 'addresses' && (
        <AddressesCard
          organizationId={organization._id}
          problem={stored ? stored.problem : 'Enter your institution under Settings first.'}
        />
      )}
      {tab === 'proofs' && <ProofsCard organizationId={organization._id} />}
      {tab === 'settings' && (
        <SettingsCard
          key={stored?.updatedAt ?? ''}
          organization={organization}
          stored={stored}
          onSaved={() => onView({ tab: 'settings' })}
        />
      )}
    </>
  );
}

/** Information about originators and beneficiaries that institutions exchange (docs/guide/travel-rule.md). */
export function TravelRulePage(shown: Shown) {
  useDocumentTitle('Travel Rule');
  return (
    <Page>
      <PageHeader
        trail={<Link to="/home/compliance-screener">Compliance Screener</Link>}
        title="Travel Rule"
        identity={
          <Text tone={2}>
            Who sends and who receives, exchanged with other institutions before a transfer.{' '}
            <LearnMore about="travelRule" />
          </Text>
        }
      />
      <InOrganization why="You need to be part of an organization to exchange information about transfers.">
        {(organization) => <TravelRule key={organization._id} organization={organization} {...shown} />}
      </InOrganization>
    </Page>
  );
}
