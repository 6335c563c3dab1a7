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
    title: 'Nothing waits for a reviewer',
    text: 'Transactions of monitored addresses appear here as soon as they are seen.',
  },
  active: {
    title: 'No active cases',
    text: 'What is assigned to a reviewer stands here until it is decided.',
  },
  archived: { title: 'No archived cases', text: 'What was approved or closed is kept here.' },
} as const;

/** Why a list is empty, and what can be done about it. */
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
      <EmptyState title="No decision waits for approval">
        Where your organization asks for a second person, decisions stand here until they are confirmed.
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
        title="No transaction matches"
        actions={<Button onClick={() => onView({ ...noFilter, page: undefined })}>Reset filters</Button>}
      >
        No transaction is what the filters ask for.
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
