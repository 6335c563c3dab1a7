import { useFormats } from '../../../lib/people/formats-context.tsx';
import { usePhone } from '../../../lib/browser/use-media.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { type RowColumns, RowTable, TableFoot } from '../../../ui/display/RowTable.tsx';
import { Stats } from '../../../ui/display/Stats.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { StackedText } from '../../../ui/text/StackedText.tsx';
import { noFilters, type SamplesView } from '../model/samples-view.ts';
import {
  filterTransactions,
  riskPatterns,
  sampleTransactions,
  type SampleTransaction,
  statusOptions,
  transactionStats,
} from '../model/transactions.ts';
import { Filters, useSearchText } from './Filters.tsx';
import { InvestigationDialog } from './InvestigationDialog.tsx';
import { GravityTag, SampleRisk, SampleStatusTag } from './marks.tsx';
import { NoneMatch } from './NoneMatch.tsx';
import { OpenLink } from './OpenLink.tsx';
import css from './UnassignedTab.module.css';

const secondsOf = (iso: string): number => Date.parse(iso) / 1000;
const details = ({ id, clientId }: SampleTransaction) => (
  <OpenLink change={{ transaction: id }} about={`transaction of ${clientId}, ${id.slice(0, 8)}`}>
    View Details
  </OpenLink>
);
const amounts = ({ amount, convertedAmount }: SampleTransaction) => (
  <StackedText first={amount} second={convertedAmount} />
);

const wide: RowColumns<SampleTransaction> = [
  { title: 'Status', render: (_, { status }) => <SampleStatusTag status={status} /> },
  { title: 'Client ID', render: (_, { clientId }) => clientId },
  {
    title: 'Counterparty Entities',
    render: (_, { counterpartyEntities }) => {
      const [first, ...others] = counterpartyEntities.split(', ');
      return others.length === 0 ? first : <StackedText first={first} second={others.join(', ')} />;
    },
  },
  { title: 'Blockchain', render: (_, { blockchain }) => blockchain },
  { title: 'Amount', align: 'right', render: (_, row) => amounts(row) },
  {
    title: 'Timestamp',
    render: (_, { timestamp }) => <Time seconds={secondsOf(timestamp)} to="minute" />,
  },
  { title: 'Risk Score', render: (_, { riskScore }) => <SampleRisk score={riskScore} plain /> },
  { title: 'Actions', render: (_, row) => details(row) },
];
const narrow: RowColumns<SampleTransaction> = [
  {
    title: 'Client ID',
    render: (_, { clientId, status }) => (
      <StackedText first={clientId} second={<SampleStatusTag status={status} />} />
    ),
  },
  {
    title: 'Risk Score',
    render: (_, row) => (
      <StackedText first={<SampleRisk score={row.riskScore} plain />} second={row.amount} />
    ),
  },
  { title: 'Actions', render: (_, row) => details(row) },
];

function RiskPatterns() {
  const { count } = useFormats();
  return (
    <Card title="Detected Risk Patterns" count="last 24 hours">
      <ul className={css.patterns} aria-label="Detected Risk Patterns">
        {riskPatterns.map(({ name, count: seen, severity }) => (
          <li key={name} className={css.pattern}>
            <span className={css.name}>{name}</span>
            <b>{count(seen)}</b>
            <GravityTag gravity={severity} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Transactions({ view, onView }: { view: SamplesView; onView: (change: SamplesView) => void }) {
  const { counted, count } = useFormats();
  const phone = usePhone();
  const [text, setText] = useSearchText(view.search, (search) => onView({ search }));
  const reset = () => {
    setText('');
    onView(noFilters);
  };
  const rows = filterTransactions(sampleTransactions, { search: text, status: view.status });
  return (
    <Card title="Transactions" extra={<Tag dashed>Sample data</Tag>}>
      <Filters
        placeholder="Search by transaction ID or client ID"
        text={text}
        onText={setText}
        choices={[
          {
            label: 'Status',
            value: view.status,
            all: statusOptions[0].label,
            options: statusOptions.slice(1),
            onChange: (status) => onView({ status }),
          },
        ]}
      />
      {rows.length === 0 ? (
        <NoneMatch title="No transactions match" onReset={reset} />
      ) : (
        <RowTable label="Transactions" columns={phone ? narrow : wide} rows={rows} rowKey={({ id }) => id} />
      )}
      <TableFoot>
        {count(rows.length)} of {counted(sampleTransactions.length, 'sample transaction')}
      </TableFoot>
    </Card>
  );
}

/** Sample of unassigned transactions. */
export function UnassignedTab({
  view,
  onView,
}: {
  view: SamplesView;
  onView: (change: SamplesView) => void;
}) {
  const { count } = useFormats();
  return (
    <>
      <Stats stats={transactionStats.map(({ label, value, sub }) => ({ label, value: count(value), sub }))} />
      <RiskPatterns />
      <Transactions view={view} onView={onView} />
      <InvestigationDialog view={view} onView={onView} />
    </>
  );
}
