import { canAcknowledgeAlert, type Organization } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useUser } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { RiskBadge } from '../../../shared/risk/RiskBadge.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { type Alert, alertStatusNames, alertTypeNames, nextSort, readSort } from '../model/alert-list.ts';
import { type AlertColumn, alertColumns, type AlertSort } from '../model/alerts-view.ts';
import css from './AlertTable.module.css';
import { AssignAlert } from './AssignAlert.tsx';

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

type Own = NonNullable<Alert['own']>;
type Acting = { organization: Organization; onAcknowledge: (alert: Own) => void };

/** Links to the compliance transaction; for what the issuer of a token did, to the transaction with its event. */
function OpenTransaction({ message, transactionId, txId }: Pick<Own, 'message' | 'transactionId' | 'txId'>) {
  const shown = { className: css.open, 'aria-label': `Open transaction: ${message}` };
  return transactionId === null ? (
    <Link to="/home/block-explorer/transaction/$txid" params={{ txid: txId }} {...shown}>
      Open transaction
    </Link>
  ) : (
    <Link to="/home/compliance-screener" search={{ transaction: transactionId }} {...shown}>
      Open transaction
    </Link>
  );
}

/** Details of an alert: the rule's summary, the transaction, and actions. */
export function More({ own, organization, onAcknowledge }: Acting & { own: Own }) {
  const { _id: userId } = useUser();
  const { summary, message, happenedAt, status, withdrawn, acknowledgedBy, assignee } = own;
  const people = [acknowledgedBy && `Acknowledged by ${acknowledgedBy.name}`].filter(
    (text) => typeof text === 'string',
  );
  return (
    <span className={css.more}>
      {summary !== '' && <span className={css.summary}>{summary}</span>}
      <span className={css.actions}>
        <span>
          Occurred <Time seconds={Date.parse(happenedAt) / 1000} to="minute" />
        </span>
        <OpenTransaction {...own} />
        {withdrawn && <Tag dashed>Withdrawn</Tag>}
        {people.map((text) => (
          <span key={text}>{text}</span>
        ))}
        {status === 'new' && <AssignAlert alert={own} organization={organization} />}
        {status === 'new' &&
          canAcknowledgeAlert({ userId, role: organization.role }, assignee?._id ?? null) && (
            <Button size="small" label={`Acknowledge: ${message}`} onClick={() => onAcknowledge(own)}>
              Acknowledge
            </Button>
          )}
      </span>
    </span>
  );
}

function Line({ alert, ...acting }: Acting & { alert: Alert }) {
  const { type, severity, message, timestamp, status, own } = alert;
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
        {own && <More own={own} {...acting} />}
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

/** Table of alerts, sortable by column. On phones, the message includes the other columns. */
export function AlertTable({
  label,
  alerts,
  sort,
  onSort,
  ...acting
}: Acting & {
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
            <Line key={alert.id} alert={alert} {...acting} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
