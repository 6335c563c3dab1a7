import { type CaseDetails, caseEndpoints, caseLimits, type CaseStatus } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useDraft } from '../../../../lib/drafts.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { currentCaseOf, useCaseCall, useKeepCase } from '../../api/cases.ts';
import { caseStatusActs, caseStatusNames } from '../../model/case-labels.ts';
import { ChangedNotice } from './ChangedNotice.tsx';

/** Changes the status of a case, with a note if the status requires one. */
export function StatusForm({
  found,
  to,
  needsNote,
  onClose,
}: {
  found: CaseDetails;
  to: CaseStatus;
  needsNote: boolean;
  onClose: () => void;
}) {
  const toast = useToast();
  const { organizationId, _id: id } = found;
  const { form, change, reset } = useDraft(`case-status:${id}:${to}`, { note: '' });
  const [missing, setMissing] = useState(false);
  const [outdated, setOutdated] = useState(false);
  const keep = useKeepCase(organizationId);
  const call = useCaseCall(caseEndpoints.changeCaseStatus, organizationId);

  function submit() {
    const note = form.note.trim();
    setMissing(needsNote && note === '');
    if ((needsNote && note === '') || call.isPending) return;
    call.mutate(
      { params: { id }, body: { status: to, version: found.version, ...(note !== '' && { note }) } },
      {
        onSuccess() {
          reset();
          toast.success(`Case: ${caseStatusNames[to].toLowerCase()}`);
          onClose();
        },
        onError(thrown) {
          const current = currentCaseOf(thrown);
          if (current) keep(current);
          setOutdated(current !== undefined);
        },
      },
    );
  }

  return (
    <FormStack label={caseStatusActs[to]} onSubmit={submit}>
      <p>
        The status changes from “{caseStatusNames[found.status]}” to “{caseStatusNames[to]}”.
      </p>
      <TextArea
        label="Note"
        name="note"
        optional={!needsNote}
        autoFocus
        maxLength={caseLimits.text}
        value={form.note}
        error={missing ? 'Please enter a reason in a note' : undefined}
        help="Shown in the timeline"
        onChange={(value) => change('note', value)}
      />
      <ChangedNotice shown={outdated} />
      <FormFailure
        text={call.error && !outdated ? failureMessage(call.error, 'Failed to change the status') : undefined}
      />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={call.isPending}>
          {caseStatusActs[to]}
        </Button>
      </Actions>
    </FormStack>
  );
}
