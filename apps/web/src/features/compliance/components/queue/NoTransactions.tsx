import { Button } from '../../../../ui/button/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { LinkButton } from '../../../../ui/button/LinkButton.tsx';
import {
  isFiltered,
  noFilter,
  type ScreenerSearch,
  type TransactionTab,
} from '../../model/screener-search.ts';

const empty = {
  unassigned: {
    title: 'No unassigned transactions',
    text: 'Transactions of monitored addresses appear here as soon as they are detected.',
  },
  active: {
    title: 'No active cases',
    text: 'Assigned transactions appear here until they are decided.',
  },
  archived: { title: 'No archived cases', text: 'Approved and closed transactions appear here.' },
} as const;

/** Explains why a list is empty, with possible actions. */
export function NoTransactions({
  tab,
  view,
  onView,
}: {
  tab: TransactionTab;
  view: ScreenerSearch;
  onView: (change: ScreenerSearch) => void;
}) {
  if (tab === 'active' && view.queue === 'approval') {
    return (
      <EmptyState title="No decisions awaiting approval">
        Decisions that need a second person appear here until they are confirmed.
      </EmptyState>
    );
  }
  if (tab === 'active' && view.queue === 'snoozed') {
    return (
      <EmptyState title="No snoozed transactions">
        Snoozed transactions appear here until they are due.
      </EmptyState>
    );
  }
  if (isFiltered(view) || view.page !== undefined) {
    return (
      <EmptyState
        title="No transactions match"
        actions={<Button onClick={() => onView({ ...noFilter, page: undefined })}>Reset filters</Button>}
      >
        Change or reset the filters.
      </EmptyState>
    );
  }
  const { title, text } = empty[tab];
  return (
    <EmptyState
      title={title}
      actions={
        tab === 'unassigned' && (
          <LinkButton to="/home/compliance-screener" search={{ tab: 'addresses' }}>
            Monitored addresses
          </LinkButton>
        )
      }
    >
      {text}
    </EmptyState>
  );
}
