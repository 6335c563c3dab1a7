import type { CaseSummary } from '@hopscope/contract';
import { ageText } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { usePhone } from '../../../lib/browser/use-media.ts';
import { useNow } from '../../../lib/use-now.ts';
import { type RowColumns, RowTable } from '../../../ui/display/RowTable.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { StackedText } from '../../../ui/text/StackedText.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import css from './Cases.module.css';
import { CaseStatusTag, PriorityTag } from './case/CaseTags.tsx';

function Name({ row, phone }: { row: CaseSummary; phone: boolean }) {
  const client = row.clientId === null ? 'no client' : row.clientId;
  const whose = row.assignedTo?.name ?? 'nobody';
  return (
    <span className={css.title}>
      <Link to="/home/cases/$id" params={{ id: row._id }} search={{}}>
        #{row.number} {row.title}
      </Link>
      <span className={css.sub}>{phone ? `${client}, ${whose}` : client}</span>
    </span>
  );
}

/** Due date; marked if overdue. */
function Due({ row }: { row: CaseSummary }) {
  const now = useNow();
  if (row.dueAt === null) return <Text tone={3}>none</Text>;
  const seconds = Date.parse(row.dueAt) / 1000;
  if (row.status === 'CLOSED') return <Time seconds={seconds} to="minute" />;
  return (
    <StackedText
      first={
        seconds > now ? (
          `in ${ageText(now, seconds)}`
        ) : (
          <Tag tone="red">Overdue by {ageText(seconds, now)}</Tag>
        )
      }
      second={<Time seconds={seconds} to="day" />}
    />
  );
}

const wide: RowColumns<CaseSummary> = [
  { title: 'Case', render: (_, row) => <Name row={row} phone={false} /> },
  { title: 'Status', render: (_, { status }) => <CaseStatusTag status={status} /> },
  { title: 'Priority', render: (_, { priority }) => <PriorityTag priority={priority} /> },
  {
    title: 'Assigned to',
    render: (_, { assignedTo }) => assignedTo?.name ?? <Text tone={3}>Unassigned</Text>,
  },
  { title: 'Due', render: (_, row) => <Due row={row} /> },
  { title: 'Transactions', align: 'right', render: (_, { counts }) => counts.transactions },
  { title: 'Open tasks', align: 'right', render: (_, { counts }) => counts.openTasks },
  {
    title: 'Changed',
    align: 'right',
    render: (_, { updatedAt }) => <Time seconds={Date.parse(updatedAt) / 1000} to="day" />,
  },
];
const narrow: RowColumns<CaseSummary> = [
  { title: 'Case', render: (_, row) => <Name row={row} phone /> },
  {
    title: 'Status',
    align: 'right',
    render: (_, row) => (
      <Stack gap={4}>
        <CaseStatusTag status={row.status} />
        <PriorityTag priority={row.priority} />
      </Stack>
    ),
  },
];

/** Table of cases. */
export function CaseTable({ rows, stale }: { rows: readonly CaseSummary[]; stale: boolean }) {
  const phone = usePhone();
  return (
    <RowTable
      label="Cases"
      columns={phone ? narrow : wide}
      rows={rows}
      rowKey={({ _id }) => _id}
      stale={stale}
      hideHead={phone}
    />
  );
}
