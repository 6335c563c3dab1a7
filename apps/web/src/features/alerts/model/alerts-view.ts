export const alertSeverities = ['high', 'medium', 'low'] as const;
export type AlertSeverity = (typeof alertSeverities)[number];

export const alertColumns = ['severity', 'type', 'message', 'timestamp', 'status'] as const;
export type AlertColumn = (typeof alertColumns)[number];

/** What a list is sorted by, and the way. */
export const alertSorts = alertColumns.flatMap((column) => [`${column}.desc`, `${column}.asc`] as const);
export type AlertSort = (typeof alertSorts)[number];
export const defaultAlertSort: AlertSort = 'timestamp.desc';

/** How one of the lists is shown. */
export interface AlertListView {
  search?: string | undefined;
  severity?: AlertSeverity | undefined;
  sort?: AlertSort | undefined;
  page?: number | undefined;
}

/** What the address bar says of the Alerts page: the panel, and either list, that of triggered ones with names of its own. */
export interface AlertsView extends AlertListView {
  configure?: true | undefined;
  /** The saved configuration that the form holds. */
  edit?: string | undefined;
  delivery?: true | undefined;
  /** All alerts in groups. */
  grouped?: true | undefined;
  triggeredSearch?: string | undefined;
  triggeredSeverity?: AlertSeverity | undefined;
  triggeredSort?: AlertSort | undefined;
  triggeredPage?: number | undefined;
}

/** The list of triggered alerts as any list. */
export function triggeredList(view: AlertsView): AlertListView {
  return {
    search: view.triggeredSearch,
    severity: view.triggeredSeverity,
    sort: view.triggeredSort,
    page: view.triggeredPage,
  };
}

/** A change of that list under its names in the address bar; what is not changed is left out. */
export function triggeredChange(change: AlertListView): AlertsView {
  return {
    ...('search' in change && { triggeredSearch: change.search }),
    ...('severity' in change && { triggeredSeverity: change.severity }),
    ...('sort' in change && { triggeredSort: change.sort }),
    ...('page' in change && { triggeredPage: change.page }),
  };
}
