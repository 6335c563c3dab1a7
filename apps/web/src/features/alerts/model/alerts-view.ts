export const alertSeverities = ['high', 'medium', 'low'] as const;
export type AlertSeverity = (typeof alertSeverities)[number];

export const alertColumns = ['severity', 'type', 'message', 'timestamp', 'status'] as const;
export type AlertColumn = (typeof alertColumns)[number];

/** Sort columns with direction. */
export const alertSorts = alertColumns.flatMap((column) => [`${column}.desc`, `${column}.asc`] as const);
export type AlertSort = (typeof alertSorts)[number];
export const defaultAlertSort: AlertSort = 'timestamp.desc';

/** View of one of the lists. */
export interface AlertListView {
  search?: string | undefined;
  severity?: AlertSeverity | undefined;
  sort?: AlertSort | undefined;
  page?: number | undefined;
}

/** Search parameters of the Alerts page: the panel, and both lists; those of triggered alerts have separate names. */
export interface AlertsView extends AlertListView {
  configure?: true | undefined;
  /** ID of the saved configuration being edited. */
  edit?: string | undefined;
  delivery?: true | undefined;
  /** All alerts in groups. */
  grouped?: true | undefined;
  triggeredSearch?: string | undefined;
  triggeredSeverity?: AlertSeverity | undefined;
  triggeredSort?: AlertSort | undefined;
  triggeredPage?: number | undefined;
}

/** Returns the view of the list of triggered alerts under the general names. */
export function triggeredList(view: AlertsView): AlertListView {
  return {
    search: view.triggeredSearch,
    severity: view.triggeredSeverity,
    sort: view.triggeredSort,
    page: view.triggeredPage,
  };
}

/** Converts a change of that list to its parameter names; omits what isn't changed. */
export function triggeredChange(change: AlertListView): AlertsView {
  return {
    ...('search' in change && { triggeredSearch: change.search }),
    ...('severity' in change && { triggeredSeverity: change.severity }),
    ...('sort' in change && { triggeredSort: change.sort }),
    ...('page' in change && { triggeredPage: change.page }),
  };
}
