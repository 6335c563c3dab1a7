import type { Organization } from '@hopscope/contract';
import { useEffect } from 'react';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useTriageQueue } from '../../api/triage.ts';
import type { ScreenerSearch, TransactionTab } from '../../model/screener-search.ts';
import { transactionQuery } from '../../model/transaction-query.ts';
import { TransactionPanel } from '../transaction/TransactionPanel.tsx';

/** Number of transactions of a review; what comes later is for the next one. */
const most = 100;

/** Full-screen review of the transactions of a tab, one after the other, in the order of the list. */
export function Triage({
  organization,
  tab,
  view,
  onView,
}: {
  organization: Organization;
  tab: TransactionTab;
  view: ScreenerSearch;
  onView: (change: ScreenerSearch) => void;
}) {
  const toast = useToast();
  const query = transactionQuery(tab, { ...view, page: undefined, limit: most });
  const { data: rows, isError } = useTriageQueue(organization._id, query);
  const id = view.transaction ?? rows?.[0]?._id;
  const nothing = isError || (rows !== undefined && id === undefined);
  const end = () => onView({ triage: undefined, transaction: undefined });
  useEffect(() => {
    if (!nothing) return;
    toast.error('There is nothing to review');
    end();
  });
  if (!rows || id === undefined) return null;
  return (
    <TransactionPanel
      id={id}
      organization={organization}
      rows={rows}
      before={0}
      total={rows.length}
      triage
      onOpen={(transaction) => (transaction === undefined ? end() : onView({ transaction }))}
    />
  );
}
