import { ArrowDown, ArrowUp } from 'lucide-react';
import { RiskBadge } from '../../../ui/RiskBadge.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { Time } from '../../../ui/Time.tsx';
import { type Alert, alertStatusNames, alertTypeNames, nextSort, readSort } from '../model/alert-list.ts';
import { type AlertColumn, alertColumns, type AlertSort } from '../model/alerts-view.ts';
import css from './AlertTable.module.css';

export const columnNames: Readonly<Record<AlertColumn, string>> = {
  severity: 'Severity',
  type: 'Type',
  message: 'Alert',
  timestamp: 'Time',
  status: 'Status',
};

function ColumnHead({
  column,
  sort,
  onSort,
}: {
  column: AlertColumn;
  sort: AlertSort | undefined;
  onSort: (sort: AlertSort) => void;
}) {
  const sorted = readSort(sort);
  const own = sorted.column === column;
  const direction = sorted.descending ? 'descending' : 'ascending';
  const Arrow = sorted.descending ? ArrowDown : ArrowUp;
  return (
    <th scope="col" className={css[column]} aria-sort={own ? direction : 'none'}>
      <button type="button" className={css.sort} onClick={() => onSort(nextSort(column, sort))}>
        {columnNames[column]}
        {own && <Arrow size={12} strokeWidth={2} aria-hidden="true" />}
      </button>
    </th>
  );
}

function StatusTag({ status }: Pick<Alert, 'status'>) {
  return <Tag tone={status === 'new' ? 'blue' : 'gray'}>{alertStatusNames[status]}</Tag>;
}

function Line({ alert }: { alert: Alert }) {
  const { type, severity, message, timestamp, status } = alert;
  return (
    <tr data-row>
      <td className={css.severity}>
        <RiskBadge level={severity} plain />
      </td>
      <td className={css.type}>{alertTypeNames[type]}</td>
      <td className={css.message}>
        {message}
        <span className={css.narrow}>
          {alertTypeNames[type]} · {alertStatusNames[status]} · <Time seconds={timestamp} to="minute" />
        </span>
      </td>
      <td className={css.timestamp}>
        <Time seconds={timestamp} to="minute" />
      </td>
      <td className={css.status}>
        <StatusTag status={status} />
      </td>
    </tr>
  );
}

/** Alerts in rows; the head of a column sorts by it. On phones the message says what other columns do. */
export function AlertTable({
  label,
  alerts,
  sort,
  onSort,
}: {
  label: string;
  alerts: readonly Alert[];
  sort: AlertSort | undefined;
  onSort: (sort: AlertSort) => void;
}) {
  return (
    <div className={css.scroll}>
      <table className={css.table} aria-label={label}>
        <thead>
          <tr>
            {alertColumns.map((column) => (
              <ColumnHead key={column} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {alerts.map((alert) => (
            <Line key={alert.id} alert={alert} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
