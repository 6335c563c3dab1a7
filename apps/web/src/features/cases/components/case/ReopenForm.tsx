import { type CaseDetails, caseEndpoints } from '@hopscope/contract';

import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useCaseCall } from '../../api/cases.ts';
import { ReasonForm } from './ReasonForm.tsx';

/** Reopens a closed case. */
export function ReopenForm({ found, onClose }: { found: CaseDetails; onClose: () => void }) {
  const toast = useToast();
  const { organizationId, _id: id, version } = found;
  const call = useCaseCall(caseEndpoints.reopenCase, organizationId);
  return (
    <ReasonForm
      button="Reopen"
      schema={caseEndpoints.reopenCase.body}
      body={(reason) => ({ reason, version })}
      send={(body) => call.mutateAsync({ params: { id }, body })}
      sent={() => {
        toast.success('Case reopened');
        onClose();
      }}
      failure="The action failed"
      organizationId={organizationId}
      onClose={onClose}
    >
      The decision is removed from the case and stays in the timeline.
    </ReasonForm>
  );
}
