import {
  allowedTransitions,
  type ComplianceStatus,
  type ComplianceTransaction,
  type StatusActor,
} from '@hopscope/contract';
import {
  AlarmClock,
  ChevronUp,
  CircleX,
  FileText,
  PauseCircle,
  RotateCcw,
  Undo2,
  Waypoints,
} from 'lucide-react';
import { Button } from '../../../../ui/button/Button.tsx';
import { PopupMenu, type PopupMenuItem } from '../../../../ui/overlay/PopupMenu.tsx';
import type { Decision } from '../../model/decisions.ts';
import { isArchived } from '../../model/transaction-labels.ts';
import { NewTab, riskHref, traceHref } from '../links.tsx';
import css from '../transaction/Panel.module.css';

const icon = (Icon: typeof CircleX) => <Icon size={16} strokeWidth={1.6} aria-hidden="true" />;

/** Returns the statuses that the viewer may set. */
export function allowedStatuses(
  actor: StatusActor,
  transaction: ComplianceTransaction,
): Set<ComplianceStatus> {
  const all = allowedTransitions(actor, transaction).map(({ to }) => to);
  // Only one decision at a time may wait for a second person.
  return new Set(transaction.proposal ? all.filter((to) => !isArchived(to)) : all);
}

/** Footer of the details: review, approve, other allowed actions, and links to other pages. */
export function TransactionActions({
  transaction,
  allowed,
  onReview,
  onHold,
  onSnooze,
  onDecide,
}: {
  transaction: ComplianceTransaction;
  allowed: ReadonlySet<ComplianceStatus>;
  onReview: () => void;
  onHold: () => void;
  /** undefined: the viewer can't snooze it. */
  onSnooze: (() => void) | undefined;
  onDecide: (decision: Decision) => void;
}) {
  const { status, address, counterparties } = transaction;
  const archived = isArchived(status);
  const item = (decision: Decision, label: string, Icon: typeof CircleX): PopupMenuItem => ({
    key: decision,
    label,
    icon: icon(Icon),
    onSelect: () => onDecide(decision),
  });
  const more: PopupMenuItem[] = [
    ...(allowed.has('HOLD')
      ? [{ key: 'hold', label: 'Hold (H)', icon: icon(PauseCircle), onSelect: onHold }]
      : []),
    ...(onSnooze
      ? [{ key: 'snooze', label: 'Snooze… (S)', icon: icon(AlarmClock), onSelect: onSnooze }]
      : []),
    ...(allowed.has('CLOSED_WITH_NOTE') ? [item('note', 'Close with note… (C)', CircleX)] : []),
    ...(allowed.has('CLOSED_WITH_SAR') ? [item('sar', 'Close with SAR…', FileText)] : []),
    ...(allowed.has('UNASSIGNED') ? [item('back', 'Unassign…', Undo2)] : []),
    ...(archived && allowed.has('IN_REVIEW') ? [item('reopen', 'Reopen…', RotateCcw)] : []),
  ];
  return (
    <>
      {!archived && (
        <Button kind="primary" onClick={onReview}>
          Review Transaction
          <kbd className={css.key} aria-hidden="true">
            R
          </kbd>
        </Button>
      )}
      {allowed.has('APPROVED') && <Button onClick={() => onDecide('approve')}>Approve…</Button>}
      {more.length > 0 && (
        <PopupMenu groups={[{ title: 'Decide', items: more }]}>
          <Button icon={<ChevronUp size={14} aria-hidden="true" />}>More</Button>
        </PopupMenu>
      )}
      <span className={css.end}>
        <NewTab href={riskHref(address)}>Risk</NewTab>
        <NewTab href={traceHref(counterparties[0]?.address ?? address)}>
          <Waypoints size={14} strokeWidth={1.6} aria-hidden="true" />
          Trace
        </NewTab>
      </span>
    </>
  );
}
