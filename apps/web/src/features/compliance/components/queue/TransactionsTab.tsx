import { type ComplianceTransaction, type Organization } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useLiveState } from '../../../../lib/stream/use-live.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { LiveDot } from '../../../../ui/feedback/LiveDot.tsx';
import { LoadedCard } from '../../../../ui/layout/LoadedCard.tsx';
import { Pagination } from '../../../../ui/display/Pagination.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { TableFoot } from '../../../../ui/display/RowTable.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useNewTransactions } from '../../api/new-transactions.ts';
import { useTakeNext, useTransactions } from '../../api/transactions.ts';
import {
  defaultSortOf,
  type ScreenerSearch,
  sortInAddressBar,
  type TransactionTab,
} from '../../model/screener-search.ts';
import { complianceTexts as texts } from '../../model/texts.ts';
import { useRows } from '../../model/use-rows.ts';
import { transactionQuery } from '../../model/transaction-query.ts';
import { BulkBar } from '../bulk/BulkBar.tsx';
import { NewRows } from '../../../../ui/display/NewRows.tsx';
import { NoTransactions } from './NoTransactions.tsx';
import { QueueChoice } from './QueueChoice.tsx';
import { RowsPerPage } from './RowsPerPage.tsx';
import { SavedFilters } from './SavedFilters.tsx';
import { Triage } from './Triage.tsx';
import { TransactionFilters } from './TransactionFilters.tsx';
import { TransactionPanel } from '../transaction/TransactionPanel.tsx';
import { TransactionTable } from './TransactionTable.tsx';
import { useReviewKeys } from './use-review-keys.ts';

interface TabProps {
  organization: Organization;
  tab: TransactionTab;
  view: ScreenerSearch;
  onView: (change: ScreenerSearch) => void;
}

const words = {
  unassigned: { title: texts.monitoring, about: texts.monitoringText, noun: 'unassigned' },
  active: { title: texts.active, about: texts.activeText, noun: 'active' },
  archived: { title: texts.archived, about: texts.archivedText, noun: 'archived' },
} as const;

function Live() {
  const live = useLiveState() === 'live';
  return (
    <Text tone={2} size={12}>
      <Row gap={6}>
        <LiveDot on={live} />
        {live ? 'Live' : 'Not live'}
      </Row>
    </Text>
  );
}

/** Assigns the most urgent unassigned transaction to the person and opens it. */
function useTakeAndOpen({ organization, onView }: Pick<TabProps, 'organization' | 'onView'>) {
  const toast = useToast();
  const take = useTakeNext(organization._id);
  return {
    isPending: take.isPending,
    take() {
      if (take.isPending) return;
      take.mutate(
        {},
        {
          onSuccess: ({ data }) =>
            data
              ? onView({ tab: 'active', transaction: data._id, page: undefined, queue: undefined })
              : toast.success('No unassigned transactions'),
          onError: (thrown) => toast.error(failureMessage(thrown, texts.assignFailed)),
        },
      );
    },
  };
}

/** Returns the selected transactions by ID, also of other pages. */
function useTicks() {
  const [ticked, setTicked] = useState<ReadonlyMap<string, ComplianceTransaction>>(new Map());
  return {
    ticked,
    onTick(rows: readonly ComplianceTransaction[], on: boolean) {
      setTicked((previous) => {
        const next = new Map(previous);
        for (const row of rows) {
          if (on) next.set(row._id, row);
          else next.delete(row._id);
        }
        return next;
      });
    },
    clear: (ids?: readonly string[]) =>
      setTicked((previous) => new Map(ids ? [...previous].filter(([id]) => !ids.includes(id)) : [])),
  };
}

/** The tabs Unassigned Transactions, Active Cases and Archived Cases. */
export function TransactionsTab({ organization, tab, view, onView }: TabProps) {
  const { count, counted } = useFormats();
  const limit = useRows(view.limit);
  const request = transactionQuery(tab, { ...view, limit });
  const query = useTransactions(organization._id, request);
  const fresh = useNewTransactions(organization._id, request);
  const { ticked, onTick, clear } = useTicks();
  const { title, about, noun } = words[tab];
  const { page = 1, sort = defaultSortOf(tab) } = view;
  const unassigned = tab === 'unassigned';
  const next = useTakeAndOpen({ organization, onView });
  const toast = useToast();
  useReviewKeys({ n: tab === 'archived' ? undefined : next.take });
  return (
    <>
      <TransactionFilters organization={organization} tab={tab} view={view} onView={onView} />
      <LoadedCard
        title={title}
        query={query}
        failure={texts.tableFailed}
        fallback={texts.transactionsFailed}
        skeleton={10}
        count={query.data && <span title={about}>{`${count(query.data.total)} ${noun} · ${about}`}</span>}
        extra={
          <Row gap={8} wrap>
            <Live />
            <SavedFilters organization={organization} view={view} onView={onView} />
            {unassigned && ticked.size === 0 && (
              <Button size="small" onClick={() => toast.error(texts.noneSelected)}>
                Assign
              </Button>
            )}
            {tab !== 'archived' && (
              <Button size="small" kind="primary" onClick={() => onView({ triage: true })}>
                Triage
              </Button>
            )}
            {unassigned && (
              <Button size="small" loading={next.isPending} onClick={next.take}>
                Take next
              </Button>
            )}
          </Row>
        }
      >
        {({ transactions, total, belowThreshold }) => (
          <>
            <NewRows count={fresh.added} noun="transaction" onShow={fresh.show} />
            {ticked.size > 0 && <BulkBar organization={organization} ticked={ticked} onClear={clear} />}
            {tab === 'active' && (
              <QueueChoice organizationId={organization._id} view={view} onView={onView} />
            )}
            {transactions.length === 0 ? (
              <NoTransactions tab={tab} view={view} onView={onView} />
            ) : (
              <TransactionTable
                label={title}
                rows={transactions}
                stale={query.isPlaceholderData}
                open={view.transaction}
                sort={sort}
                cases={!unassigned}
                grouped={sort === 'riskScores.desc' && view.group !== 'none'}
                onSort={(by) => onView({ sort: sortInAddressBar(tab, by), page: undefined })}
                onOpen={(transaction) => onView({ transaction })}
                {...(tab !== 'archived' && { ticks: { ticked: new Set(ticked.keys()), onTick } })}
              />
            )}
            <TableFoot
              pager={
                <Row gap={12} wrap>
                  <RowsPerPage limit={view.limit} onView={onView} />
                  <Pagination page={page} totalPages={Math.ceil(total / limit)} />
                </Row>
              }
            >
              Total: {counted(total, 'transaction')}
              {belowThreshold > 0 && (
                <Text tone={3} size={12}>
                  {count(belowThreshold)} more below the transaction threshold are not listed
                </Text>
              )}
            </TableFoot>
          </>
        )}
      </LoadedCard>
      {view.triage && <Triage organization={organization} tab={tab} view={view} onView={onView} />}
      {!view.triage && view.transaction !== undefined && (
        <TransactionPanel
          id={view.transaction}
          organization={organization}
          rows={query.data?.transactions ?? []}
          before={(page - 1) * limit}
          total={query.data?.total ?? 0}
          onOpen={(transaction) => onView({ transaction })}
        />
      )}
    </>
  );
}
