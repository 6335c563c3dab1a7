import { type CaseDetails, caseEndpoints, caseLimits, caseOutcomes } from '@hopscope/contract';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useCaseCall, useOutdated } from '../../api/cases.ts';
import { outcomeNames } from '../../model/case-labels.ts';
import { ChangedNotice } from './ChangedNotice.tsx';

const outcomes = caseOutcomes.map((value) => ({ value, label: outcomeNames[value] }));

const outcomeOf = (text: string) => caseOutcomes.find((each) => each === text);
const blanks = { outcome: 'Please choose an outcome', reason: 'Please enter a reason' };

/** The decision that closes a case. */
export function DecideForm({ found, onClose }: { found: CaseDetails; onClose: () => void }) {
  const toast = useToast();
  const { counted } = useFormats();
  const { organizationId, _id: id } = found;
  const call = useCaseCall(caseEndpoints.decideCase, organizationId);
  const { outdated, refused } = useOutdated(organizationId);
  const form = useForm({
    start: { outcome: '', reason: '' },
    draft: `case-decision:${id}`,
    read(values) {
      const outcome = outcomeOf(values.outcome);
      const problems = blankFields({ ...values, outcome }, blanks);
      if (!outcome) return { problems: problems };
      const body = { outcome, reason: values.reason.trim(), version: found.version };
      return readForm(caseEndpoints.decideCase.body, body, problems);
    },
    send: (body) => call.mutateAsync({ params: { id }, body }),
    sent() {
      toast.success('Case decided and closed');
      onClose();
    },
    failure: 'Failed to decide',
    refused,
  });

  const open = found.counts.openTasks;
  return (
    <FormStack label="Decide" onSubmit={form.submit}>
      <p>The decision closes the case. A manager can reopen it; the decision stays in the timeline.</p>
      {open > 0 && <p>Open: {counted(open, 'task')}. Finish or delete open tasks before you decide.</p>}
      <SelectField
        label="Outcome"
        placeholder="Choose an outcome"
        options={outcomes}
        {...form.field('outcome')}
        value={outcomeOf(form.values.outcome)}
      />
      <TextArea label="Reason" minRows={4} maxLength={caseLimits.text} {...form.field('reason')} />
      <ChangedNotice shown={outdated} />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Decide and close
        </Button>
      </Actions>
    </FormStack>
  );
}
