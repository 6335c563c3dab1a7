import type { SarStatus, SarSummary } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { usePhone } from '../../../lib/browser/use-media.ts';
import { type RowColumns, RowTable } from '../../../ui/display/RowTable.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { sarStatusNames } from '../../../lib/text/sar-status-names.ts';
import { statusTones } from '../model/sar-labels.ts';
import css from './Sars.module.css';

export function SarStatusTag({ status }: { status: SarStatus }) {
  return <Tag tone={statusTones[status]}>{sarStatusNames[status]}</Tag>;
}

function Name({ row }: { row: SarSummary }) {
  return (
    <span className={css.title}>
      <Link to="/home/sars/$id" params={{ id: row._id }} search={{}}>
        #{row.number} {row.title}
      </Link>
      <span className={css.sub}>{row.subjects.join(', ') || 'no subject yet'}</span>
    </span>
  );
}

const name = { title: 'Report', render: (_: undefined, row: SarSummary) => <Name row={row} /> };
const status = {
  title: 'Status',
  render: (_: undefined, row: SarSummary) => <SarStatusTag status={row.status} />,
};
const wide: RowColumns<SarSummary> = [
  name,
  status,
  { title: 'Signatures', align: 'right', render: (_, { signatures }) => `${String(signatures)} of 2` },
  {
    title: 'Case',
    render: (_, { case: found }) =>
      found ? (
        <Link to="/home/cases/$id" params={{ id: found._id }} search={{}}>
          Case {found.number}
        </Link>
      ) : (
        <Text tone={3}>none</Text>
      ),
  },
  {
    title: 'Reference',
    render: (_, { submission }) => submission?.reference ?? <Text tone={3}>not filed</Text>,
  },
  {
    title: 'Changed',
    render: (_, { updatedAt }) => <Time seconds={Date.parse(updatedAt) / 1000} to="minute" />,
  },
];
const narrow: RowColumns<SarSummary> = [name, { ...status, align: 'right' }];

/** Table of reports. */
export function SarTable({ rows, stale }: { rows: readonly SarSummary[]; stale: boolean }) {
  const phone = usePhone();
  return (
    <RowTable
      label="Reports"
      columns={phone ? narrow : wide}
      rows={rows}
      rowKey={({ _id }) => _id}
      stale={stale}
      hideHead={phone}
    />
  );
}
