import {
  type ComplianceTransaction,
  mayAssign,
  type OrganizationMember,
  type StatusActor,
} from '@hopscope/contract';

/** Somebody in the list of reviewers; who cannot be picked is shown and says why. */
export interface ReviewerOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

type Assigned = Pick<ComplianceTransaction, 'status' | 'reviewerId'>;

/** Members to whom `actor` may give the transactions, oneself first; pending members cannot be picked. */
export function reviewerOptions(
  members: readonly OrganizationMember[],
  actor: StatusActor,
  transactions: readonly Assigned[],
): ReviewerOption[] {
  const may = (id: string): boolean => transactions.every((each) => mayAssign(actor, each, id));
  const active = members.flatMap(({ userId, name, surname, status }) =>
    userId !== null && status === 'active' && may(userId) ? [{ id: userId, name: `${name} ${surname}` }] : [],
  );
  const pending = members.filter(({ status }) => status === 'pending');
  return [
    ...active
      .filter(({ id }) => id === actor.userId)
      .map(({ id, name }) => ({ value: id, label: `${name} (me)` })),
    ...active.filter(({ id }) => id !== actor.userId).map(({ id, name }) => ({ value: id, label: name })),
    ...pending.map(({ _id, email }) => ({
      value: `pending ${_id}`,
      label: `${email} (pending)`,
      disabled: true,
    })),
  ];
}
