import { type CaseDetails, caseEndpoints } from '@hopscope/contract';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useCaseCall } from '../../api/cases.ts';
import { ReasonForm } from './ReasonForm.tsx';

/** Places a case on legal hold, or releases it. */
export function HoldForm({ found, onClose }: { found: CaseDetails; onClose: () => void }) {
  const toast = useToast();
  const { organizationId, _id: id, version } = found;
  const call = useCaseCall(caseEndpoints.changeCaseHold, organizationId);
  const hold = found.hold === null;
  return (
    <ReasonForm
      button={hold ? 'Place on hold' : 'Release hold'}
      schema={caseEndpoints.changeCaseHold.body}
      body={(reason) => ({ hold, reason, version })}
      send={(body) => call.mutateAsync({ params: { id }, body })}
      sent={() => {
        toast.success(hold ? 'Case is on legal hold' : 'Legal hold released');
        onClose();
      }}
      failure="Failed to change the legal hold"
      organizationId={organizationId}
      onClose={onClose}
    >
      {hold
        ? 'Nothing can be removed from the case until the hold is released, and it is kept beyond its retention time.'
        : 'Contents can be removed again, and the retention time of the case applies.'}
    </ReasonForm>
  );
}
