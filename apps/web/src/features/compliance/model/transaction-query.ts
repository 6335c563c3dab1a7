import { type CallInput, complianceEndpoints, complianceLimits, statusGroups } from '@hopscope/contract';
import { defaultSortOf, type ScreenerSearch, type TransactionTab } from './screener-search.ts';

export type TransactionQuery = NonNullable<
  CallInput<typeof complianceEndpoints.listComplianceTransactions>['query']
>;

/** Returns the start of the first day and the end of the last as ISO times; UTC days. */
export function daysAsTimes(from: string | undefined, to: string | undefined) {
  return {
    ...(from !== undefined && { 'timestamp[from]': `${from}T00:00:00.000Z` }),
    ...(to !== undefined && { 'timestamp[to]': `${to}T23:59:59.999Z` }),
  };
}

/** Returns the part of a tab; a transaction that waits for a second person may have no reviewer. */
function groupOf(
  tab: 'active' | 'archived',
  view: ScreenerSearch,
): Pick<TransactionQuery, 'group' | 'queue'> {
  const queue = view.queue ?? 'open';
  if (tab === 'archived' || queue === 'all') return { group: tab };
  return queue === 'approval' ? { queue } : { group: tab, queue };
}

/** Converts the search parameters to a query of the server. */
export function transactionQuery(tab: TransactionTab, view: ScreenerSearch): TransactionQuery {
  const [sortBy, sortOrder] = (view.sort ?? defaultSortOf(tab)).split('.') as [
    TransactionQuery['sortBy'],
    TransactionQuery['sortOrder'],
  ];
  const status = statusGroups[tab].find((each) => each === view.status);
  return {
    // The first tab is the list of one status.
    ...(tab === 'unassigned'
      ? { status: 'UNASSIGNED' }
      : { ...groupOf(tab, view), ...(status && { status }) }),
    ...(view.blockchain && { blockchain: view.blockchain }),
    ...(view.client !== undefined && { clientId: view.client }),
    ...(view.search !== undefined && { search: view.search }),
    ...(view.risk && { riskLevel: view.risk }),
    ...(view.minAmount !== undefined && { minAmount: view.minAmount }),
    ...(view.maxAmount !== undefined && { maxAmount: view.maxAmount }),
    ...(view.reviewer !== undefined && tab !== 'unassigned' && { reviewerId: view.reviewer }),
    ...daysAsTimes(view.from, view.to),
    page: view.page ?? 1,
    limit: view.limit ?? complianceLimits.pageSize,
    sortBy,
    sortOrder,
  };
}
