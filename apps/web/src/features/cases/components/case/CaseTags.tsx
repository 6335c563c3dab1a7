import type { CasePriority, CaseStatus } from '@hopscope/contract';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { caseStatusNames, caseStatusTone, priorityNames, priorityTones } from '../../model/case-labels.ts';

export function CaseStatusTag({ status }: { status: CaseStatus }) {
  return <Tag tone={caseStatusTone(status)}>{caseStatusNames[status]}</Tag>;
}

export function PriorityTag({ priority }: { priority: CasePriority }) {
  return <Tag tone={priorityTones[priority]}>{priorityNames[priority]}</Tag>;
}
