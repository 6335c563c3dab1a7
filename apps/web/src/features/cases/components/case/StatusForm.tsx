import { type CaseDetails, caseEndpoints, caseLimits, type CaseStatus } from '@hopscope/contract';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useCaseCall, useOutdated } from '../../api/cases.ts';
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
  const call = useCaseCall(caseEndpoints.changeCaseStatus, organizationId);
  const { outdated, refused } = useOutdated(organizationId);
  const form = useForm({
    start: { note: '' },
    draft: `case-status:${id}:${to}`,
    read(values) {
      const note = values.note.trim();
      return readForm(
        caseEndpoints.changeCaseStatus.body,
        { status: to, version: found.version, ...(note !== '' && { note }) },
        blankFields(values, { note: needsNote && 'Please enter a reason in a note' }),
      );
    },
    send: (body) => call.mutateAsync({ params: { id }, body }),
    sent() {
      toast.success(`Case: ${caseStatusNames[to].toLowerCase()}`);
      onClose();
    },
    failure: 'Failed to change the status',
    refused,
  });

  return (
    <FormStack label={caseStatusActs[to]} onSubmit={form.submit}>
      <p>
        The status changes from “{caseStatusNames[found.status]}” to “{caseStatusNames[to]}”.
      </p>
      <TextArea
        label="Note"
        optional={!needsNote}
        autoFocus
        maxLength={caseLimits.text}
        help="Shown in the timeline"
        {...form.field('note')}
      />
      <ChangedNotice shown={outdated} />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          {caseStatusActs[to]}
        </Button>
      </Actions>
    </FormStack>
  );
}
