import { type CaseDetails, caseEndpoints } from '@hopscope/contract';
import { useState } from 'react';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
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
  type CaseProblems,
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
  const [form, setForm] = useState<CaseForm>(() => caseFormOf(found));
  const [problems, setProblems] = useState<CaseProblems>({});
  const [failure, setFailure] = useState<string>();
  const [others, setOthers] = useState<string>();
  const keep = useKeepCase(organizationId);
  const save = useCaseCall(caseEndpoints.updateCase, organizationId);

  function fail(thrown: Error) {
    const current = currentCaseOf(thrown);
    if (current) {
      const [before, theirs] = [caseFormOf(base), caseFormOf(current)];
      setOthers(othersText(before, form, theirs));
      setForm(mergeCaseForm(before, form, theirs));
      setBase(current);
      return keep(current);
    }
    const { fields } = toApiError(thrown);
    if (Object.keys(fields).length > 0) setProblems(fields);
    else setFailure(failureMessage(thrown, 'Failed to save the case'));
  }

  function submit() {
    const wrong = caseProblems(form);
    setProblems(wrong);
    setFailure(undefined);
    const [first] = Object.keys(wrong);
    if (first !== undefined) return document.getElementsByName(first)[0]?.focus();
    if (save.isPending) return;
    const names = changedNames(caseFormOf(base), form);
    if (names.length === 0) return onClose();
    const values = caseValues(form);
    const body = Object.fromEntries(names.map((name) => [name, values[name]]));
    save.mutate(
      { params: { id }, body: { ...body, version: base.version } },
      {
        onSuccess() {
          toast.success('Case saved');
          onClose();
        },
        onError: fail,
      },
    );
  }

  return (
    <FormStack label="Edit case" onSubmit={submit}>
      <CaseFields
        form={form}
        problems={problems}
        onChange={(name, value) => setForm((previous) => ({ ...previous, [name]: value }))}
      />
      <ChangedNotice shown={others !== undefined} {...(others !== undefined && { what: others })} />
      <FormFailure text={failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={save.isPending}>
          Save changes
        </Button>
      </Actions>
    </FormStack>
  );
}
