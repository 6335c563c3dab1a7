import {
  type ComplianceFinding,
  findingLimits,
  isReviewManager,
  type Organization,
} from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { InOrganization } from '../../../../shared/organization/InOrganization.tsx';
import { LoadedCard } from '../../../../ui/layout/LoadedCard.tsx';
import { Page, PageHeader } from '../../../../ui/layout/Page.tsx';
import { Pagination } from '../../../../ui/display/Pagination.tsx';
import { TableFoot } from '../../../../ui/display/RowTable.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useFindings, useLiveFindings } from '../../api/findings.ts';
import { findingsQuery, type FindingsSearch, type FindingView } from '../../model/findings-search.ts';
import { callOf, isArchived, statusNames, tabOf } from '../../model/transaction-labels.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { DecideDialog } from '../queue/DecideDialog.tsx';
import { FindingChange, FindingSeen } from './FindingChange.tsx';
import css from '../Findings.module.css';
import { MarkSeenDialog } from './MarkSeenDialog.tsx';
import { StatusTag } from '../queue/transaction-columns.tsx';

interface Shown {
  view: FindingsSearch;
  onView: (change: FindingsSearch) => void;
}

const views: readonly { value: FindingView; label: string }[] = [
  { value: 'new', label: 'New' },
  { value: 'seen', label: 'Reviewed' },
  { value: 'all', label: 'All' },
];
const empty: Readonly<Record<FindingView, { title: string; text: string }>> = {
  new: {
    title: 'No new label changes',
    text: 'Past transactions appear here when a new label or list changes their screening result.',
  },
  seen: { title: 'No reviewed changes', text: 'Reviewed label changes appear here.' },
  all: {
    title: 'No label changes yet',
    text: 'Past transactions appear here when a new label or list changes their screening result.',
  },
};

function Finding({
  finding,
  manager,
  onSeen,
  onReopen,
}: {
  finding: ComplianceFinding;
  manager: boolean;
  onSeen: () => void;
  onReopen: () => void;
}) {
  const { transaction, seen, statusThen } = finding;
  const called = callOf(transaction);
  const archived = isArchived(transaction.status);
  return (
    <li>
      <div className={css.main}>
        <div className={css.head}>
          <Link
            to="/home/compliance-screener"
            search={{ ...tabOf(transaction.status), transaction: transaction._id }}
            aria-label={`${called}, details of transaction ${transaction.txId}`}
          >
            {called}
          </Link>
          <CoinAmount coin={transaction.asset} amount={transaction.amount} />
          <StatusTag status={transaction.status} />
          {statusThen !== null && statusThen !== transaction.status && (
            <Text tone={3} size={12}>
              when it was found: {statusNames[statusThen]}
            </Text>
          )}
          <FindingSeen seen={seen} />
        </div>
        <FindingChange finding={finding} />
      </div>
      <div className={css.actions}>
        {seen === null && (
          <Button size="small" onClick={onSeen} label={`Mark the change of ${called} as reviewed`}>
            Mark as reviewed
          </Button>
        )}
        {manager && archived && (
          <Button size="small" onClick={onReopen} label={`Reopen ${called}`}>
            Reopen…
          </Button>
        )}
      </div>
    </li>
  );
}

function Findings({ organization, view, onView }: Shown & { organization: Organization }) {
  const { counted } = useFormats();
  const { show = 'new', page = 1 } = view;
  const query = useFindings(organization._id, findingsQuery(view));
  const [marked, setMarked] = useState<readonly string[]>([]);
  const [reopened, setReopened] = useState<ComplianceFinding>();
  useLiveFindings(organization._id);
  const unseen = (query.data?.findings ?? []).filter(({ seen }) => seen === null).map(({ _id }) => _id);
  return (
    <>
      <LoadedCard
        title="Label changes"
        query={query}
        failure="Failed to load label changes"
        skeleton={6}
        count={query.data && counted(query.data.total, 'change')}
      >
        {({ findings, total }) => (
          <>
            <div className={css.bar}>
              <Segmented
                label="Show"
                value={show}
                options={views}
                onChange={(next) => onView({ show: next === 'new' ? undefined : next, page: undefined })}
              />
              {unseen.length > 0 && (
                <span className={css.end}>
                  <Button size="small" onClick={() => setMarked(unseen)}>
                    Mark all on this page…
                  </Button>
                </span>
              )}
            </div>
            {findings.length === 0 ? (
              <EmptyState title={empty[show].title}>{empty[show].text}</EmptyState>
            ) : (
              <ul className={css.list} aria-label="Label changes" aria-busy={query.isPlaceholderData}>
                {findings.map((finding) => (
                  <Finding
                    key={finding._id}
                    finding={finding}
                    manager={isReviewManager(organization)}
                    onSeen={() => setMarked([finding._id])}
                    onReopen={() => setReopened(finding)}
                  />
                ))}
              </ul>
            )}
            <TableFoot
              pager={<Pagination page={page} totalPages={Math.ceil(total / findingLimits.pageSize)} />}
            >
              Total: {counted(total, 'change')}
            </TableFoot>
          </>
        )}
      </LoadedCard>
      <MarkSeenDialog organizationId={organization._id} findingIds={marked} onClose={() => setMarked([])} />
      {reopened && (
        <DecideDialog
          decision="reopen"
          transaction={reopened.transaction}
          organizationId={organization._id}
          onDecided={() => {
            setReopened(undefined);
            void query.refetch();
          }}
          onOutdated={() => {
            setReopened(undefined);
            void query.refetch();
          }}
          onClose={() => setReopened(undefined)}
        />
      )}
    </>
  );
}

/** Changes of past transactions caused by new labels and lists (docs/concepts/screening.md). */
export function FindingsPage({ view, onView }: Shown) {
  useDocumentTitle('Label changes');
  return (
    <Page>
      <PageHeader
        trail={<Link to="/home/compliance-screener">Compliance Screener</Link>}
        title="Label changes"
        identity={
          <Text tone={2}>
            Changes to past screening results after label and list updates. Decisions stand until a manager
            reopens them.
          </Text>
        }
      />
      <InOrganization why="You need to be part of an organization to monitor addresses and review transactions.">
        {(organization) => (
          <Findings key={organization._id} organization={organization} view={view} onView={onView} />
        )}
      </InOrganization>
    </Page>
  );
}
