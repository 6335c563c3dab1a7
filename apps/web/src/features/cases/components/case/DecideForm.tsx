import { type CaseDetails, caseEndpoints, caseLimits, caseOutcomes } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useDraft } from '../../../../lib/drafts.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { currentCaseOf, useCaseCall, useKeepCase } from '../../api/cases.ts';
import { outcomeNames } from '../../model/case-labels.ts';
import { ChangedNotice } from './ChangedNotice.tsx';

const outcomes = caseOutcomes.map((value) => ({ value, label: outcomeNames[value] }));

/** The decision that closes a case. */
export function DecideForm({ found, onClose }: { found: CaseDetails; onClose: () => void }) {
  const toast = useToast();
  const { counted } = useFormats();
  const { organizationId, _id: id } = found;
  const { form, change, reset } = useDraft(`case-decision:${id}`, { outcome: '', reason: '' });
  const [asked, setAsked] = useState(false);
  const [outdated, setOutdated] = useState(false);
  const keep = useKeepCase(organizationId);
  const call = useCaseCall(caseEndpoints.decideCase, organizationId);
  const outcome = caseOutcomes.find((each) => each === form.outcome);
  const reason = form.reason.trim();

  function submit() {
    setAsked(true);
    if (!outcome || reason === '' || call.isPending) return;
    call.mutate(
      { params: { id }, body: { outcome, reason, version: found.version } },
      {
        onSuccess() {
          reset();
          toast.success('Case decided and closed');
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

  const open = found.counts.openTasks;
  return (
    <FormStack label="Decide" onSubmit={submit}>
      <p>The decision closes the case. A manager can reopen it; the decision stays in the timeline.</p>
      {open > 0 && <p>Open: {counted(open, 'task')}. Finish or delete open tasks before you decide.</p>}
      <SelectField
        label="Outcome"
        value={outcome}
        placeholder="Choose an outcome"
        options={outcomes}
        error={asked && !outcome ? 'Please choose an outcome' : undefined}
        onChange={(value) => change('outcome', value)}
      />
      <TextArea
        label="Reason"
        name="reason"
        minRows={4}
        maxLength={caseLimits.text}
        value={form.reason}
        error={asked && reason === '' ? 'Please enter a reason' : undefined}
        onChange={(value) => change('reason', value)}
      />
      <ChangedNotice shown={outdated} />
      <FormFailure
        text={call.error && !outdated ? failureMessage(call.error, 'Failed to decide') : undefined}
      />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={call.isPending}>
          Decide and close
        </Button>
      </Actions>
    </FormStack>
  );
}
