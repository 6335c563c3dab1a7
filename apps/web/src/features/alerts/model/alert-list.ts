import type { Alert as ServerAlert } from '@hopscope/contract';
import { foldText } from '../../../lib/text/fold-text.ts';
import {
  alertSeverities,
  type AlertColumn,
  type AlertListView,
  type AlertSeverity,
  type AlertSort,
  defaultAlertSort,
} from './alerts-view.ts';

export type AlertType = 'address' | 'transaction' | 'entity';
export type AlertStatus = 'new' | 'acknowledged';

/** An alert. */
export interface Alert {
  id: string;
  type: AlertType;
  severity: AlertSeverity;
  message: string;
  /** Seconds since 1970. */
  timestamp: number;
  status: AlertStatus;
  /** The alert of the server; samples have none. */
  own?: ServerAlert;
}

/** Page size. */
export const alertsPageSize = 10;

export const alertTypeNames: Readonly<Record<AlertType, string>> = {
  address: 'Address',
  transaction: 'Transaction',
  entity: 'Entity',
};
export const alertStatusNames: Readonly<Record<AlertStatus, string>> = {
  new: 'New',
  acknowledged: 'Acknowledged',
};

/** Returns alerts of the severity that contain the text in any column. */
export function filterAlerts(alerts: readonly Alert[], { search = '', severity }: AlertListView): Alert[] {
  const part = foldText(search.trim());
  return alerts.filter(
    ({ id, type, status, message, severity: own }) =>
      (severity === undefined || own === severity) &&
      foldText(`${id} ${alertTypeNames[type]} ${message} ${alertStatusNames[status]}`).includes(part),
  );
}

const order: Readonly<Record<AlertColumn, (a: Alert, b: Alert) => number>> = {
  severity: (a, b) => alertSeverities.indexOf(b.severity) - alertSeverities.indexOf(a.severity),
  type: (a, b) => a.type.localeCompare(b.type),
  message: (a, b) => a.message.localeCompare(b.message),
  timestamp: (a, b) => a.timestamp - b.timestamp,
  status: (a, b) => a.status.localeCompare(b.status),
};

/** Parses a sort order. */
export function readSort(sort: AlertSort = defaultAlertSort): { column: AlertColumn; descending: boolean } {
  const [column, way] = sort.split('.') as [AlertColumn, 'asc' | 'desc'];
  return { column, descending: way === 'desc' };
}

/** Sorts alerts. Severity ascends from low to high; ties are ordered newest first. */
export function sortAlerts(alerts: readonly Alert[], sort?: AlertSort): Alert[] {
  const { column, descending } = readSort(sort);
  const compare = order[column];
  return alerts.toSorted((a, b) => (descending ? compare(b, a) : compare(a, b)) || b.timestamp - a.timestamp);
}

/** Returns the next order of a column: descending at first, otherwise reversed. */
export function nextSort(column: AlertColumn, sorted?: AlertSort): AlertSort {
  const now = readSort(sorted);
  if (now.column === column) return `${column}.${now.descending ? 'asc' : 'desc'}`;
  return `${column}.${column === 'timestamp' || column === 'severity' ? 'desc' : 'asc'}`;
}

/** Returns a page of rows; a page beyond the end is the last one. */
export function pageOf<Row>(
  rows: readonly Row[],
  asked: number,
): { page: number; pages: number; rows: readonly Row[] } {
  const pages = Math.max(1, Math.ceil(rows.length / alertsPageSize));
  const page = Math.min(Math.max(1, asked), pages);
  return { page, pages, rows: rows.slice((page - 1) * alertsPageSize, page * alertsPageSize) };
}
