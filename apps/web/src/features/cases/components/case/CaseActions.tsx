import type { CaseDetails, CaseStatus } from '@hopscope/contract';
import { ArrowRight, ChevronDown, Gavel, Lock, LockOpen, Pencil, RotateCcw } from 'lucide-react';
import { Button } from '../../../../ui/button/Button.tsx';
import { PopupMenu } from '../../../../ui/overlay/PopupMenu.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import type { CaseRights } from '../../model/case-rights.ts';
import { caseStatusActs } from '../../model/case-labels.ts';
import type { CaseDialog } from '../../model/cases-search.ts';
import { CaseFiles } from './CaseFiles.tsx';

/** Actions on a case that the person may take. */
export function CaseActions({
  found,
  rights,
  onOpen,
}: {
  found: CaseDetails;
  rights: CaseRights;
  onOpen: (dialog: CaseDialog, what?: CaseStatus) => void;
}) {
  const { writes, statuses, decides, reopens, mayHold } = rights;
  const acts = statuses.map(({ to, needsNote }) => ({
    key: to,
    icon: <ArrowRight size={16} strokeWidth={1.6} aria-hidden="true" />,
    label: needsNote ? `${caseStatusActs[to]}…` : caseStatusActs[to],
    onSelect: () => onOpen('status', to),
  }));
  return (
    <Row gap={8} wrap>
      {decides && (
        <Button kind="primary" icon={<Gavel size={14} aria-hidden="true" />} onClick={() => onOpen('decide')}>
          Decide…
        </Button>
      )}
      {reopens && (
        <Button icon={<RotateCcw size={14} aria-hidden="true" />} onClick={() => onOpen('reopen')}>
          Reopen…
        </Button>
      )}
      {acts.length > 0 && (
        <PopupMenu groups={[{ title: 'Change status', items: acts }]}>
          <Button icon={<ChevronDown size={14} aria-hidden="true" />}>Change status</Button>
        </PopupMenu>
      )}
      {writes && (
        <Button icon={<Pencil size={14} aria-hidden="true" />} onClick={() => onOpen('edit')}>
          Edit
        </Button>
      )}
      {mayHold && (
        <Button
          icon={
            found.hold ? <LockOpen size={14} aria-hidden="true" /> : <Lock size={14} aria-hidden="true" />
          }
          onClick={() => onOpen('hold')}
        >
          {found.hold ? 'Release hold…' : 'Legal hold…'}
        </Button>
      )}
      <CaseFiles found={found} />
      {writes && !decides && (
        <Text tone={3} size={12}>
          Only the assignee or a manager can change the status or decide.
        </Text>
      )}
      {!writes && !reopens && (
        <Text tone={3} size={12}>
          This case is closed. A manager can reopen it.
        </Text>
      )}
    </Row>
  );
}
