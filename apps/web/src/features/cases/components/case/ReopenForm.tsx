import { type CaseDetails, caseEndpoints } from '@hopscope/contract';
import { useState } from 'react';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { currentCaseOf, useCaseCall, useKeepCase } from '../../api/cases.ts';
import { ReasonForm } from './ReasonForm.tsx';

/** Reopens a closed case. */
export function ReopenForm({ found, onClose }: { found: CaseDetails; onClose: () => void }) {
  const toast = useToast();
  const { organizationId, _id: id, version } = found;
  const [outdated, setOutdated] = useState(false);
  const keep = useKeepCase(organizationId);
  const call = useCaseCall(caseEndpoints.reopenCase, organizationId);
  return (
    <ReasonForm
      button="Reopen"
      busy={call.isPending}
      error={call.error}
      outdated={outdated}
      onClose={onClose}
      onSubmit={(reason) =>
        call.mutate(
          { params: { id }, body: { reason, version } },
          {
            onSuccess() {
              toast.success('Case reopened');
              onClose();
            },
            onError(thrown) {
              const current = currentCaseOf(thrown);
              if (current) keep(current);
              setOutdated(current !== undefined);
            },
          },
        )
      }
    >
      The decision is removed from the case and stays in the timeline.
    </ReasonForm>
  );
}
