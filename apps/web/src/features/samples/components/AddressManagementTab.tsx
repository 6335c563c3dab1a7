import { useFormats } from '../../../lib/people/formats-context.tsx';
import { usePhone } from '../../../lib/browser/use-media.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { type RowColumns, RowTable, TableFoot } from '../../../ui/display/RowTable.tsx';
import { Stats } from '../../../ui/display/Stats.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { StackedText } from '../../../ui/text/StackedText.tsx';
import { filterAddresses, sampleAddresses, type SampleAddress } from '../model/addresses.ts';
import { officerName } from '../model/officers.ts';
import { noFilters, type SamplesView } from '../model/samples-view.ts';
import { AddAddressDialog } from './AddAddressDialog.tsx';
import { AddressFilters } from './AddressFilters.tsx';
import { useSearchText } from './Filters.tsx';
import { AddressStatusTag, GravityTag, SampleAddressText } from './marks.tsx';
import { NoneMatch } from './NoneMatch.tsx';
import { OpenLink } from './OpenLink.tsx';

const address = ({ address: text, blockchain }: SampleAddress) => (
  <StackedText first={<SampleAddressText address={text} />} second={blockchain} />
);
const status = (row: SampleAddress) => <AddressStatusTag status={row.status} alerts={row.alertsEnabled} />;

const wide: RowColumns<SampleAddress> = [
  { title: 'Address', render: (_, row) => address(row) },
  {
    title: 'Label',
    render: (_, { label, monitoringReason }) => <StackedText first={label} second={monitoringReason} />,
  },
  { title: 'Category', render: (_, { category }) => <GravityTag gravity={category} /> },
  { title: 'Status', render: (_, row) => status(row) },
  {
    title: 'Alert threshold',
    align: 'right',
    render: (_, { alertThreshold }) => <Dollars amount={alertThreshold} />,
  },
  {
    title: 'Added',
    render: (_, { dateAdded, addedBy }) => (
      <StackedText
        first={<Time seconds={Date.parse(dateAdded) / 1000} to="day" />}
        second={officerName(addedBy)}
      />
    ),
  },
];
const narrow: RowColumns<SampleAddress> = [
  {
    title: 'Address',
    render: (_, row) => (
      <StackedText first={<SampleAddressText address={row.address} />} second={row.label} />
    ),
  },
  { title: 'Status', render: (_, row) => status(row) },
];

function Dollars({ amount }: { amount: number }) {
  return `$${useFormats().count(amount)}`;
}

/** Another sample of monitored addresses: stat cards, filters, and Add Address. */
export function AddressManagementTab({
  view,
  onView,
}: {
  view: SamplesView;
  onView: (change: SamplesView) => void;
}) {
  const { counted, count } = useFormats();
  const phone = usePhone();
  const [text, setText] = useSearchText(view.search, (search) => onView({ search }));
  const reset = () => {
    setText('');
    onView(noFilters);
  };
  const rows = filterAddresses(sampleAddresses, { ...view, search: text });
  const having = (test: (row: SampleAddress) => boolean) => count(sampleAddresses.filter(test).length);
  return (
    <>
      <Stats
        stats={[
          { label: 'Addresses', value: count(sampleAddresses.length) },
          { label: 'Active', value: having((row) => row.status === 'ACTIVE') },
          { label: 'Critical', value: having(({ category }) => category === 'CRITICAL') },
          { label: 'Alerts enabled', value: having(({ alertsEnabled }) => alertsEnabled) },
        ]}
      />
      <Card title="Address Management" extra={<Tag dashed>Sample data</Tag>}>
        <AddressFilters view={view} text={text} onText={setText} onView={onView}>
          <OpenLink change={{ add: true }} about="opens a form; nothing is saved">
            Add Address
          </OpenLink>
        </AddressFilters>
        {rows.length === 0 ? (
          <NoneMatch title="No addresses match" onReset={reset} />
        ) : (
          <RowTable
            label="Address Management"
            columns={phone ? narrow : wide}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
        <TableFoot>
          {count(rows.length)} of {counted(sampleAddresses.length, 'sample address', 'sample addresses')}
        </TableFoot>
      </Card>
      <AddAddressDialog open={view.add === true} onClose={() => onView({ add: undefined })} />
    </>
  );
}
