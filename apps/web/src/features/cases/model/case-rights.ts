import {
  allowedCaseTransitions,
  type CaseDetails,
  type CaseStatus,
  may,
  mayAssignCase,
  type Organization,
  type OrganizationMember,
} from '@hopscope/contract';

/** Rights of a person on a case; the same rules as on the server. */
export interface CaseRights {
  /** A closed case can only be reopened. */
  readonly writes: boolean;
  readonly statuses: readonly { to: CaseStatus; needsNote: boolean }[];
  readonly decides: boolean;
  readonly reopens: boolean;
  /** May place and release a legal hold. */
  readonly mayHold: boolean;
  /** May remove evidence added by others. */
  readonly manages: boolean;
  readonly mayAssign: (to: string | null) => boolean;
}

type Of = Pick<CaseDetails, 'status' | 'statusBy' | 'assignedTo'>;

export function caseRights(userId: string, role: Organization['role'], found: Of): CaseRights {
  const actor = { userId, role };
  const place = {
    status: found.status,
    assigneeId: found.assignedTo?._id ?? null,
    statusBy: found.statusBy,
  };
  const allowed = allowedCaseTransitions(actor, place);
  const open = found.status !== 'CLOSED';
  return {
    writes: open && may(role, 'cases.write'),
    statuses: allowed
      .filter(({ to }) => open && to !== 'CLOSED')
      .map(({ to, needs }) => ({ to, needsNote: needs === 'note' })),
    decides: allowed.some(({ to }) => to === 'CLOSED'),
    reopens: !open && allowed.some(({ to }) => to === 'UNDER_REVIEW'),
    mayHold: may(role, 'cases.decide'),
    manages: may(role, 'cases.decide'),
    mayAssign: (to) => mayAssignCase(actor, place, to),
  };
}

const nobody = 'nobody';
export const toNobody = nobody;

/**
 * Returns people to whom a case may be assigned, the person first; includes the current assignee, so that the select can show it.
 */
export function assigneeOptions(
  members: readonly OrganizationMember[],
  userId: string,
  found: Of,
  rights: CaseRights,
): { value: string; label: string; disabled?: boolean }[] {
  const own = found.assignedTo;
  const active = members.flatMap(({ userId: id, name, surname, status }) =>
    id !== null && status === 'active' && rights.mayAssign(id)
      ? [{ value: id, label: id === userId ? `${name} ${surname} (me)` : `${name} ${surname}` }]
      : [],
  );
  const sorted = [
    ...active.filter(({ value }) => value === userId),
    ...active.filter(({ value }) => value !== userId),
  ];
  const isMissing = own && !sorted.some(({ value }) => value === own._id);
  return [
    ...(isMissing ? [{ value: own._id, label: own.name, disabled: true }] : []),
    ...sorted,
    ...(own === null || rights.mayAssign(null) ? [{ value: nobody, label: 'Unassigned' }] : []),
  ];
}
