import { type MonitoredAddressRow, type Organization } from '@hopscope/contract';
import { Plus, Upload } from 'lucide-react';
import { useRef } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { LoadedCard } from '../../../../ui/layout/LoadedCard.tsx';
import { Pagination } from '../../../../ui/display/Pagination.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { TableFoot } from '../../../../ui/display/RowTable.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { useMonitoredAddress, useMonitoredAddresses } from '../../api/monitored-addresses.ts';
import { isFiltered, noFilter, type ScreenerSearch } from '../../model/screener-search.ts';
import { complianceTexts as texts } from '../../model/texts.ts';
import { useRows } from '../../model/use-rows.ts';
import { orUndefined, useFilterDraft } from '../../model/use-filter-draft.ts';
import { AddAddress } from './AddAddress.tsx';
import { chainOptions } from './AddressFields.tsx';
import { AddressTable } from './AddressTable.tsx';
import { DeleteAddress } from './DeleteAddress.tsx';
import { EditAddress } from './EditAddress.tsx';
import { FilterBar } from '../../../../ui/form/FilterBar.tsx';
import { AddressHistory } from './HistoryDialog.tsx';
import { PastForm } from './PastForm.tsx';
import { RowsPerPage } from '../queue/RowsPerPage.tsx';
import { UploadAddresses } from './UploadDialog.tsx';

interface TabProps {
  organization: Organization;
  view: ScreenerSearch;
  onView: (change: ScreenerSearch) => void;
}

const all = 'all';
const blockchains = [{ value: all, label: 'All chains' }, ...chainOptions] as const;
const statuses = [
  { value: all, label: 'All statuses' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const;

function Filters({ view, onView }: Pick<TabProps, 'view' | 'onView'>) {
  const { typed, type } = useFilterDraft({ search: view.search ?? '', client: view.client ?? '' });
  const narrow = (change: ScreenerSearch) => onView({ page: undefined, ...change });
  const status = view.status === 'active' || view.status === 'inactive' ? view.status : all;

  function apply() {
    const [search, client] = [orUndefined(typed.search), orUndefined(typed.client)];
    if (search !== view.search || client !== view.client) narrow({ search, client });
  }

  return (
    <FilterBar filtered={isFiltered(view)} onApply={apply} onReset={() => narrow(noFilter)}>
      <SelectField
        label="Blockchain"
        value={view.blockchain ?? all}
        options={blockchains}
        onChange={(value) => narrow({ blockchain: value === all ? undefined : value })}
      />
      <SelectField
        label="Status"
        value={status}
        options={statuses}
        onChange={(value) => narrow({ status: value === all ? undefined : value })}
      />
      <Field
        label="Client ID"
        name="client"
        placeholder="Client ID"
        size="middle"
        optional
        maxLength={200}
        value={typed.client}
        onChange={(value) => type('client', value)}
      />
      <Field
        label="Search"
        name="search"
        mono
        size="middle"
        optional
        maxLength={200}
        placeholder="Address, client, entity or notes"
        value={typed.search}
        onChange={(value) => type('search', value)}
      />
    </FilterBar>
  );
}

/** Text of a dialog whose address isn't on the shown page. */
function Removed() {
  return <EmptyState title="This address is not monitored">It may have been deleted.</EmptyState>;
}

function Dialogs({
  organization,
  view,
  onView,
  rows,
}: TabProps & { rows: readonly MonitoredAddressRow[] | undefined }) {
  const { dialog, entry: id } = view;
  const organizationId = organization._id;
  const row = rows?.find(({ _id }) => _id === id);
  // Opened by a link, it may be on another page.
  const asked = rows !== undefined && row === undefined && dialog !== 'history' ? id : undefined;
  const single = useMonitoredAddress(organizationId, asked);
  const entry = row ?? single.data;
  const settled = rows !== undefined && (asked === undefined || !single.isPending);
  const close = () => onView({ dialog: undefined, entry: undefined });
  const about = { organizationId, onClose: close };
  /** An upload is in progress: a click outside must not cancel it, only Cancel does. */
  const sending = useRef(false);
  return (
    <>
      <Dialog title="Add Address" open={dialog === 'add'} width={560} onClose={close}>
        <AddAddress {...about} />
      </Dialog>
      <Dialog title="Edit Address" open={dialog === 'edit' && settled} width={560} onClose={close}>
        {entry ? <EditAddress key={entry._id} entry={entry} {...about} /> : <Removed />}
      </Dialog>
      <Dialog
        title="Address Change History"
        open={dialog === 'history' && id !== undefined}
        width={600}
        onClose={close}
      >
        {id !== undefined && <AddressHistory organizationId={organizationId} id={id} />}
      </Dialog>
      <Dialog
        title="Batch Upload Addresses"
        open={dialog === 'upload'}
        width={680}
        onClose={() => sending.current || close()}
      >
        <UploadAddresses {...about} sending={sending} />
      </Dialog>
      <Dialog title="Screen past transactions" open={dialog === 'past' && settled} onClose={close}>
        {entry ? <PastForm key={entry._id} entry={entry} {...about} /> : <Removed />}
      </Dialog>
      <DeleteAddress entry={dialog === 'delete' ? entry : undefined} {...about} />
    </>
  );
}

/** Tab Monitored Addresses. */
export function AddressesTab({ organization, view, onView }: TabProps) {
  const { counted } = useFormats();
  const limit = useRows(view.limit);
  const query = useMonitoredAddresses(organization._id, { ...view, limit });
  const { page = 1 } = view;
  return (
    <>
      <Filters view={view} onView={onView} />
      <LoadedCard
        title={texts.addresses}
        query={query}
        failure={texts.tableFailed}
        fallback={isFiltered(view) ? texts.filteredFailed : texts.addressesFailed}
        skeleton={10}
        count={<span title={texts.addressesText}>{texts.addressesText}</span>}
        extra={
          <Row gap={8}>
            <Button
              size="small"
              icon={<Upload size={14} aria-hidden="true" />}
              onClick={() => onView({ dialog: 'upload' })}
            >
              Bulk Upload
            </Button>
            <Button
              size="small"
              kind="primary"
              icon={<Plus size={14} aria-hidden="true" />}
              onClick={() => onView({ dialog: 'add' })}
            >
              Add Address
            </Button>
          </Row>
        }
      >
        {({ data, total }) => (
          <>
            {data.length > 0 ? (
              <AddressTable
                rows={data}
                stale={query.isPlaceholderData}
                onOpen={(dialog, entry) => onView({ dialog, entry })}
              />
            ) : (
              <NoAddresses view={view} onView={onView} />
            )}
            <TableFoot
              pager={
                <Row gap={12} wrap>
                  <RowsPerPage limit={view.limit} onView={onView} />
                  <Pagination page={page} totalPages={Math.ceil(total / limit)} />
                </Row>
              }
            >
              Total: {counted(total, 'address', 'addresses')}
            </TableFoot>
          </>
        )}
      </LoadedCard>
      <Dialogs organization={organization} view={view} onView={onView} rows={query.data?.data} />
    </>
  );
}

function NoAddresses({ view, onView }: Pick<TabProps, 'view' | 'onView'>) {
  if (isFiltered(view) || view.page !== undefined) {
    return (
      <EmptyState
        title="No addresses match"
        actions={<Button onClick={() => onView({ ...noFilter, page: undefined })}>Reset filters</Button>}
      >
        Change or reset the filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No address is monitored yet"
      actions={
        <Button kind="primary" onClick={() => onView({ dialog: 'add' })}>
          Add the first address
        </Button>
      }
    >
      Add client addresses one by one, or upload a list. Their incoming transactions are screened.
    </EmptyState>
  );
}
