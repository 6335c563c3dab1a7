import { type ComplianceTransaction, isReviewManager, type Organization } from '@hopscope/contract';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useUser } from '../../../../lib/services.ts';
import { preloadDialogs } from '../../../../ui/overlay/Dialog.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useUndo } from '../../api/triage.ts';
import { useDecide, useTransaction } from '../../api/transactions.ts';
import type { Decision } from '../../model/decisions.ts';
import { maySnooze } from '../../model/snooze.ts';
import { complianceTexts as texts, highlightMs } from '../../model/texts.ts';
import { averageScore, callOf, statusNames } from '../../model/transaction-labels.ts';
import { CasesOf } from '../queue/AddToCase.tsx';
import { AssignSelect } from '../queue/AssignSelect.tsx';
import { DecideDialog } from '../queue/DecideDialog.tsx';
import { FindingsOf } from '../findings/FindingsOf.tsx';
import { riskHref } from '../links.tsx';
import { ClientPatternCard } from './ClientPatternCard.tsx';
import { Panel } from './Panel.tsx';
import css from './Panel.module.css';
import { TriageProgress } from './TriageProgress.tsx';
import { QueueNotices } from '../queue/QueueNotices.tsx';
import { SnoozeDialog } from '../queue/SnoozeDialog.tsx';
import { allowedStatuses, TransactionActions } from '../queue/TransactionActions.tsx';
import {
  CounterpartyList,
  DetailFacts,
  Events,
  Reasons,
  Summary,
  type TransactionDetail,
} from './TransactionDetails.tsx';
import { useReviewKeys } from '../queue/use-review-keys.ts';

interface PanelProps {
  id: string;
  organization: Organization;
  /** The page of the list from which it was opened. */
  rows: readonly ComplianceTransaction[];
  /** Number of transactions before that page, and in total. */
  before: number;
  total: number;
  /** Fills the window, with the progress and what the client usually does; closes after the last one. */
  triage?: boolean;
  /** undefined closes it. */
  onOpen: (id: string | undefined) => void;
}

/** Returns the announcement for screen readers when another transaction is shown. */
function spokenOf(transaction: TransactionDetail): string {
  const score = averageScore(transaction.riskScores);
  const risk = score === null ? 'risk unknown' : `risk ${score} of 100`;
  return `${callOf(transaction)}, ${risk}, ${statusNames[transaction.status]}`;
}

/** Returns a flag that is true for a short time after it was turned on. */
function useLit(): readonly [boolean, () => void] {
  const [lit, setLit] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  function light() {
    clearTimeout(timer.current);
    setLit(true);
    timer.current = setTimeout(() => setLit(false), highlightMs);
  }
  return [lit, light];
}

function Body({
  transaction,
  organization,
  lit,
  unassigned,
  triage,
}: {
  transaction: TransactionDetail;
  organization: Organization;
  lit: boolean;
  /** A review was requested, but nobody is assigned. */
  unassigned: boolean;
  triage: boolean;
}) {
  const organizationId = organization._id;
  const about = (
    <>
      <Summary transaction={transaction} />
      <QueueNotices transaction={transaction} organization={organization} />
      <DetailFacts transaction={transaction} />
    </>
  );
  const assignee = (
    <>
      {unassigned && (
        <div role="alert">
          <Notice kind="warning" icon={<TriangleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
            Please assign a reviewer before reviewing this transaction.
          </Notice>
        </div>
      )}
      <AssignSelect transaction={transaction} organization={organization} lit={lit} />
    </>
  );
  const reasons = <Reasons transaction={transaction} organizationId={organizationId} />;
  const around = (
    <>
      <FindingsOf transactionId={transaction._id} organizationId={organizationId} />
      <CasesOf transaction={transaction} organizationId={organizationId} />
    </>
  );
  const parties = <CounterpartyList transaction={transaction} />;
  const events = <Events transaction={transaction} />;
  if (!triage) {
    return (
      <>
        {about}
        {assignee}
        {reasons}
        {around}
        {parties}
        {events}
      </>
    );
  }
  return (
    <>
      <div className={css.half}>
        {about}
        {reasons}
        {parties}
      </div>
      <div className={css.half}>
        <ClientPatternCard transaction={transaction} organizationId={organizationId} />
        {assignee}
        {around}
        {events}
      </div>
    </>
  );
}

/** Moves the focus back to the row of the details when they are closed. */
function focusRow(id: string): void {
  document.querySelector<HTMLElement>(`[data-transaction="${CSS.escape(id)}"] a`)?.focus();
}

/** Actions on the open transaction, by button and by key. */
function useReview(
  { id, organization, rows, triage, onOpen }: PanelProps,
  transaction: TransactionDetail | undefined,
) {
  const toast = useToast();
  const { _id: userId } = useUser();
  const decide = useDecide(organization._id);
  const [lit, light] = useLit();
  const [warned, setWarned] = useState<string>();
  const [decision, setDecision] = useState<Decision>();
  const [snoozing, setSnoozing] = useState(false);
  const [decided, setDecided] = useState<Pick<ComplianceTransaction, '_id' | 'status'>>();
  const undoing = useUndo(organization._id);
  const actor = { userId, role: organization.role };
  const allowed = transaction
    ? allowedStatuses(actor, transaction)
    : new Set<ComplianceTransaction['status']>();
  const at = rows.findIndex(({ _id }) => _id === id);
  const [previous, next] = [at > 0 ? rows[at - 1] : undefined, at >= 0 ? rows[at + 1] : undefined];

  function become(status: 'HOLD' | 'IN_REVIEW', message: string) {
    if (!transaction || decide.isPending) return;
    decide.mutate(
      { params: { id }, body: { status, version: transaction.version } },
      {
        onSuccess: () => toast.success(message),
        onError: (thrown) => toast.error(failureMessage(thrown, texts.statusFailed)),
      },
    );
  }

  function review() {
    if (!transaction) return;
    if (transaction.reviewerId === null) {
      setWarned(id);
      light();
      return;
    }
    window.open(
      riskHref(transaction.counterparties[0]?.address ?? transaction.address),
      '_blank',
      'noopener',
    );
    const waits = transaction.status === 'UNREVIEWED' || transaction.status === 'HOLD';
    if (waits && allowed.has('IN_REVIEW')) become('IN_REVIEW', 'Transaction in review');
  }

  /** Undoes the last decision and shows its transaction again. */
  async function undo() {
    if (!decided || undoing.isPending) return;
    try {
      await undoing.undo(decided);
      setDecided(undefined);
      toast.success('Decision undone');
      onOpen(decided._id);
    } catch (thrown) {
      toast.error(failureMessage(toApiError(thrown), texts.statusFailed));
    }
  }

  /** Shows the next one after a decision; a proposal waits for another person and can't be undone here. */
  function leave({ proposal }: ComplianceTransaction) {
    setDecision(undefined);
    setDecided(
      triage && transaction && proposal === null && isReviewManager(organization)
        ? { _id: id, status: transaction.status }
        : undefined,
    );
    onOpen((triage ? next : (next ?? previous))?._id);
  }

  const step = (row: ComplianceTransaction | undefined) => row && (() => onOpen(row._id));
  const when = (may: boolean, act: () => void) => (may ? act : undefined);
  const snoozable = transaction !== undefined && maySnooze(actor, transaction);
  const hold = () => become('HOLD', 'Transaction on hold');
  useReviewKeys({
    j: step(next) ?? (() => undefined),
    k: step(previous) ?? (() => undefined),
    r: review,
    a: when(allowed.has('APPROVED'), () => setDecision('approve')),
    h: when(allowed.has('HOLD'), hold),
    s: when(snoozable, () => setSnoozing(true)),
    c: when(allowed.has('CLOSED_WITH_NOTE'), () => setDecision('note')),
    u: when(decided !== undefined, () => void undo()),
  });
  return {
    allowed,
    decision,
    setDecision,
    snoozing,
    setSnoozing,
    snoozable,
    undo: decided && (() => void undo()),
    leave,
    lit,
    unassigned: warned === id && transaction?.reviewerId === null,
    review,
    hold,
    previous,
    next,
    step,
    at,
  };
}

/** Details of a transaction, with all allowed actions. */
export function TransactionPanel(props: PanelProps) {
  const { id, organization, before, total, triage = false, onOpen } = props;
  const query = useTransaction(organization._id, id);
  // While another transaction loads, the previous one must not be decided on by mistake.
  const transaction = query.isPlaceholderData ? undefined : query.data;
  const review = useReview(props, transaction);
  const { previous, next, step, at, setDecision } = review;
  useEffect(preloadDialogs, []);
  const txId = transaction?.txId ?? props.rows[at]?.txId;

  function close() {
    onOpen(undefined);
    focusRow(id);
  }

  return (
    <Panel
      about={id}
      announcement={transaction && spokenOf(transaction)}
      title={
        <Row gap={8}>
          Transaction
          {txId !== undefined && <Hash value={txId} what="transaction hash" length="medium" plain />}
        </Row>
      }
      place={at < 0 ? undefined : `${before + at + 1} of ${total}`}
      onPrevious={step(previous)}
      onNext={step(next)}
      onClose={close}
      full={triage}
      extra={triage && <TriageProgress at={at + 1} of={total} onUndo={review.undo} />}
      foot={
        transaction && (
          <TransactionActions
            transaction={transaction}
            allowed={review.allowed}
            onReview={review.review}
            onHold={review.hold}
            onSnooze={review.snoozable ? () => review.setSnoozing(true) : undefined}
            onDecide={setDecision}
          />
        )
      }
    >
      {transaction ? (
        <Body
          key={id}
          transaction={transaction}
          organization={organization}
          lit={review.lit}
          unassigned={review.unassigned}
          triage={triage}
        />
      ) : query.error ? (
        <LoadFailure title="Failed to load the transaction" error={query.error} onRetry={query.refetch} />
      ) : (
        <RowTableSkeleton rows={12} kind="facts" />
      )}
      {transaction && (
        <SnoozeDialog
          open={review.snoozing}
          transaction={transaction}
          organizationId={organization._id}
          onSnoozed={() => {
            review.setSnoozing(false);
            onOpen((next ?? previous)?._id);
          }}
          onOutdated={() => {
            review.setSnoozing(false);
            void query.refetch();
          }}
          onClose={() => review.setSnoozing(false)}
        />
      )}
      {transaction && (
        <DecideDialog
          decision={review.decision}
          transaction={transaction}
          organizationId={organization._id}
          onDecided={review.leave}
          onOutdated={() => {
            setDecision(undefined);
            void query.refetch();
          }}
          onClose={() => setDecision(undefined)}
        />
      )}
    </Panel>
  );
}
