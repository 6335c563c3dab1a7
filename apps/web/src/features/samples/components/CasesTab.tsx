import { plural } from '@hopscope/domain';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { usePhone } from '../../../lib/browser/use-media.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { type RowColumns, RowTable, TableFoot } from '../../../ui/display/RowTable.tsx';
import { Stats } from '../../../ui/display/Stats.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { StackedText } from '../../../ui/text/StackedText.tsx';
import { caseStatuses, filterCases, sampleCases, type SampleCase } from '../model/cases.ts';
import { priorities, titled } from '../model/levels.ts';
import { officerName, officers } from '../model/officers.ts';
import { noFilters, type SamplesView } from '../model/samples-view.ts';
import { CaseDialog } from './CaseDialog.tsx';
import { Filters, useSearchText } from './Filters.tsx';
import { GravityTag, SampleRisk, SampleStatusTag } from './marks.tsx';
import { NoneMatch } from './NoneMatch.tsx';
import { OpenLink } from './OpenLink.tsx';

const name = ({ title, id, clientId }: SampleCase) => (
  <StackedText first={title} second={`${id}, ${clientId}`} />
);
const open = ({ id }: SampleCase) => (
  <OpenLink change={{ case: id }} about={id}>
    View
  </OpenLink>
);

const wide: RowColumns<SampleCase> = [
  { title: 'Case', render: (_, row) => name(row) },
  { title: 'Assigned to', render: (_, { assignedTo }) => officerName(assignedTo) },
  { title: 'Priority', render: (_, { priority }) => <GravityTag gravity={priority} /> },
  { title: 'Status', render: (_, { status }) => <SampleStatusTag status={status} /> },
  { title: 'Risk Score', render: (_, { riskScore }) => <SampleRisk score={riskScore} plain /> },
  {
    title: 'Amount',
    align: 'right',
    render: (_, { totalAmount, transactionCount }) => (
      <StackedText
        first={totalAmount}
        second={`${transactionCount} ${plural(transactionCount, 'transaction')}`}
      />
    ),
  },
  { title: 'Due', render: (_, { dueDate }) => <Time seconds={Date.parse(dueDate) / 1000} to="day" /> },
  { title: 'Actions', render: (_, row) => open(row) },
];
const narrow: RowColumns<SampleCase> = [
  { title: 'Case', render: (_, row) => name(row) },
  {
    title: 'Priority',
    render: (_, { priority, riskScore }) => (
      <StackedText
        first={<GravityTag gravity={priority} />}
        second={<SampleRisk score={riskScore} plain />}
      />
    ),
  },
  { title: 'Actions', render: (_, row) => open(row) },
];

/** Sample of case management. */
export function CasesTab({ view, onView }: { view: SamplesView; onView: (change: SamplesView) => void }) {
  const { counted, count } = useFormats();
  const phone = usePhone();
  const [text, setText] = useSearchText(view.search, (search) => onView({ search }));
  const reset = () => {
    setText('');
    onView(noFilters);
  };
  const rows = filterCases(sampleCases, { ...view, search: text });
  const having = (test: (row: SampleCase) => boolean) => count(sampleCases.filter(test).length);
  return (
    <>
      <Stats
        stats={[
          { label: 'Active Cases', value: count(sampleCases.length) },
          { label: 'Critical', value: having(({ priority }) => priority === 'CRITICAL') },
          { label: 'Escalated', value: having(({ status }) => status === 'ESCALATED') },
          { label: 'Awaiting Response', value: having(({ status }) => status === 'AWAITING_RESPONSE') },
        ]}
      />
      <Card title="Active Cases" extra={<Tag dashed>Sample data</Tag>}>
        <Filters
          placeholder="Search by case, client or tag"
          text={text}
          onText={setText}
          choices={[
            {
              label: 'Status',
              value: view.status,
              all: 'All Statuses',
              options: caseStatuses.map((value) => ({ value, label: titled(value) })),
              onChange: (status) => onView({ status }),
            },
            {
              label: 'Priority',
              value: view.priority,
              all: 'All priorities',
              options: priorities.map((value) => ({ value, label: value })),
              onChange: (priority) => onView({ priority }),
            },
            {
              label: 'Assigned to',
              value: view.officer,
              all: 'Anyone',
              options: officers.map(({ id, name: label }) => ({ value: id, label })),
              onChange: (officer) => onView({ officer }),
            },
          ]}
        />
        {rows.length === 0 ? (
          <NoneMatch title="No cases match" onReset={reset} />
        ) : (
          <RowTable
            label="Active Cases"
            columns={phone ? narrow : wide}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
        <TableFoot>
          {count(rows.length)} of {counted(sampleCases.length, 'sample case')}
        </TableFoot>
      </Card>
      <CaseDialog view={view} onView={onView} />
    </>
  );
}
