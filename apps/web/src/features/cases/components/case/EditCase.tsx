import { type CaseDetails, caseEndpoints } from '@hopscope/contract';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm } from '../../../../lib/form/read-form.ts';
import { useState } from 'react';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { currentCaseOf, useCaseCall, useKeepCase } from '../../api/cases.ts';
import {
  changedByOthers,
  changedNames,
  type CaseForm,
  caseFormOf,
  caseProblems,
  caseValues,
  mergeCaseForm,
} from '../../model/case-form.ts';
import { fieldName } from '../../model/case-labels.ts';
import { CaseFields } from '../CaseFields.tsx';
import { ChangedNotice } from './ChangedNotice.tsx';

/** Describes what others changed meanwhile, and which of it this form would revert. */
function othersText(base: CaseForm, mine: CaseForm, theirs: CaseForm): string {
  const own = new Set(changedNames(base, mine));
  const both = changedByOthers(base, theirs).filter((name) => own.has(name) && mine[name] !== theirs[name]);
  if (both.length === 0) return 'The form now has their changes. Save again to keep both.';
  const changes = both.map(
    (name) => `${fieldName(name)} is now “${theirs[name] === '' ? 'empty' : theirs[name]}”`,
  );
  return `${changes.join(', ')}. Save again to replace it with yours.`;
}

/** Edits the fields of a case; never overwrites concurrent changes unseen. */
export function EditCase({ found, onClose }: { found: CaseDetails; onClose: () => void }) {
  const toast = useToast();
  const { organizationId, _id: id } = found;
  // Values when the form was opened: later answers must not change them while the person edits.
  const [base, setBase] = useState(found);
  const [others, setOthers] = useState<string>();
  const keep = useKeepCase(organizationId);
  const save = useCaseCall(caseEndpoints.updateCase, organizationId);
  const form = useForm({
    start: caseFormOf(found),
    read(typed) {
      const values = caseValues(typed);
      const names = changedNames(caseFormOf(base), typed);
      const body = Object.fromEntries(names.map((name) => [name, values[name]]));
      return readForm(caseEndpoints.updateCase.body, { ...body, version: base.version }, caseProblems(typed));
    },
    // Without changes, there is only the version.
    send: async (body) =>
      Object.keys(body).length > 1 ? save.mutateAsync({ params: { id }, body }) : undefined,
    sent(answer) {
      if (answer) toast.success('Case saved');
      onClose();
    },
    failure: 'Failed to save the case',
    refused(thrown) {
      const current = currentCaseOf(thrown);
      if (!current) return undefined;
      const [before, mine, theirs] = [caseFormOf(base), form.values, caseFormOf(current)];
      setOthers(othersText(before, mine, theirs));
      form.reset(mergeCaseForm(before, mine, theirs));
      setBase(current);
      keep(current);
      return '';
    },
  });

  return (
    <FormStack label="Edit case" onSubmit={form.submit}>
      <CaseFields form={form.values} problemOf={form.problem} onChange={form.change} />
      <ChangedNotice shown={others !== undefined} {...(others !== undefined && { what: others })} />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Save changes
        </Button>
      </Actions>
    </FormStack>
  );
}
