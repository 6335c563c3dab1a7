import { useFormats } from '../../../lib/people/formats-context.tsx';
import { usePhone } from '../../../lib/browser/use-media.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { type RowColumns, RowTable, TableFoot } from '../../../ui/display/RowTable.tsx';
import { Stats } from '../../../ui/display/Stats.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { StackedText } from '../../../ui/text/StackedText.tsx';
import {
  addressStats,
  filterAddresses,
  sampleAddresses,
  type SampleAddress,
  shownTags,
} from '../model/addresses.ts';
import { noFilters, type SamplesView } from '../model/samples-view.ts';
import { AddAddressDialog } from './AddAddressDialog.tsx';
import { AddressDialog } from './AddressDialog.tsx';
import { AddressFilters } from './AddressFilters.tsx';
import { useSearchText } from './Filters.tsx';
import { AddressStatusTag, GravityTag, SampleAddressText, SampleRisk } from './marks.tsx';
import { NoneMatch } from './NoneMatch.tsx';
import { OpenLink } from './OpenLink.tsx';

function Labels({ label, tags }: Pick<SampleAddress, 'label' | 'tags'>) {
  const { shown, more } = shownTags(tags);
  return (
    <StackedText
      first={label}
      second={
        <Row gap={4} wrap>
          {shown.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
          {more > 0 && (
            <Text tone={3} size={12} title={tags.slice(2).join(', ')}>
              +{more}
            </Text>
          )}
        </Row>
      }
    />
  );
}

const view = ({ id, label }: SampleAddress) => (
  <OpenLink change={{ entry: id }} about={label}>
    View
  </OpenLink>
);
const address = ({ address: text, blockchain }: SampleAddress) => (
  <StackedText first={<SampleAddressText address={text} />} second={blockchain} />
);

const wide: RowColumns<SampleAddress> = [
  { title: 'Address', render: (_, row) => address(row) },
  { title: 'Label', render: (_, row) => <Labels {...row} /> },
  { title: 'Category', render: (_, { category }) => <GravityTag gravity={category} /> },
  { title: 'Risk Score', render: (_, { riskScore }) => <SampleRisk score={riskScore} plain /> },
  {
    title: 'Status',
    render: (_, { status, alertsEnabled }) => <AddressStatusTag status={status} alerts={alertsEnabled} />,
  },
  {
    title: 'Activity',
    render: (_, { lastActivity }) => <Time seconds={Date.parse(lastActivity) / 1000} to="day" />,
  },
  { title: 'Volume', align: 'right', render: (_, { totalVolume }) => totalVolume },
  { title: 'Actions', render: (_, row) => view(row) },
];
const narrow: RowColumns<SampleAddress> = [
  {
    title: 'Address',
    render: (_, row) => (
      <StackedText
        first={<SampleAddressText address={row.address} />}
        second={`${row.label}, ${row.blockchain}`}
      />
    ),
  },
  { title: 'Risk Score', render: (_, { riskScore }) => <SampleRisk score={riskScore} plain /> },
  { title: 'Actions', render: (_, row) => view(row) },
];

/** Sample of monitored addresses. */
export function AddressesTab({
  view: shown,
  onView,
}: {
  view: SamplesView;
  onView: (change: SamplesView) => void;
}) {
  const { counted, count } = useFormats();
  const phone = usePhone();
  const [text, setText] = useSearchText(shown.search, (search) => onView({ search }));
  const reset = () => {
    setText('');
    onView(noFilters);
  };
  const rows = filterAddresses(sampleAddresses, { ...shown, search: text });
  return (
    <>
      <Stats stats={addressStats} />
      <Card title="Monitored Addresses" extra={<Tag dashed>Sample data</Tag>}>
        <AddressFilters view={shown} text={text} onText={setText} onView={onView}>
          <OpenLink change={{ add: true }} about="opens a form; nothing is saved">
            Add Address
          </OpenLink>
        </AddressFilters>
        {rows.length === 0 ? (
          <NoneMatch title="No addresses match" onReset={reset} />
        ) : (
          <RowTable
            label="Monitored Addresses"
            columns={phone ? narrow : wide}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
        <TableFoot>
          {count(rows.length)} of {counted(sampleAddresses.length, 'sample address', 'sample addresses')}
        </TableFoot>
      </Card>
      <AddressDialog view={shown} onView={onView} />
      <AddAddressDialog open={shown.add === true} onClose={() => onView({ add: undefined })} />
    </>
  );
}
