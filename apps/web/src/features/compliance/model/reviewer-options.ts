import {
  type ComplianceTransaction,
  mayAssign,
  type OrganizationMember,
  type StatusActor,
} from '@hopscope/contract';

/** An option of the reviewer select; one that can't be selected is disabled with a reason. */
export interface ReviewerOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

type Assigned = Pick<ComplianceTransaction, 'status' | 'reviewerId'>;

/** Returns members to whom `actor` may assign the transactions, the actor first; pending members can't be selected. */
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
