import { type Alert, canAssignAlert, may, type Organization } from '@hopscope/contract';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useUser } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useAssignAlert, useAssignees } from '../api/alerts.ts';

/** Assignee of an alert: managers assign anybody, others assign or unassign themselves. */
export function AssignAlert({ alert, organization }: { alert: Alert; organization: Organization }) {
  const { _id: organizationId, role } = organization;
  const { _id: userId } = useUser();
  const toast = useToast();
  const assign = useAssignAlert(organizationId);
  const { _id: id, version, assignee, message } = alert;
  const give = (assigneeId: string | null): void =>
    assign.mutate(
      { params: { id }, body: { assigneeId, version } },
      { onError: (thrown) => toast.error(toApiError(thrown).message) },
    );
  if (may(role, 'alerts.write')) {
    return <Choice alert={alert} organizationId={organizationId} onGive={give} />;
  }
  const from = assignee?._id ?? null;
  const to = from === userId ? null : userId;
  const word = to === null ? 'Unassign' : 'Take';
  return (
    <>
      {assignee && <span>Assigned to {from === userId ? 'you' : assignee.name}</span>}
      {canAssignAlert({ userId, role }, from, to) && (
        <Button
          size="small"
          label={`${word}: ${message}`}
          loading={assign.isPending}
          onClick={() => give(to)}
        >
          {word}
        </Button>
      )}
    </>
  );
}

const nobody = { value: '', label: 'Unassigned' };

function Choice({
  alert: { assignee, message },
  organizationId,
  onGive,
}: {
  alert: Alert;
  organizationId: string;
  onGive: (assigneeId: string | null) => void;
}) {
  const { data: members = [] } = useAssignees(organizationId);
  const known = assignee === null || members.some(({ value }) => value === assignee._id);
  const own = known || !assignee ? [] : [{ value: assignee._id, label: assignee.name }];
  return (
    <NativeSelect
      label={`Assigned to: ${message}`}
      value={assignee?._id ?? ''}
      options={[nobody, ...own, ...members]}
      onChange={(value) => onGive(value === '' ? null : value)}
    />
  );
}
