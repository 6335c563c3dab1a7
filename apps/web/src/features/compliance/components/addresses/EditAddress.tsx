import type { MonitoredAddress } from '@hopscope/contract';
import { useState } from 'react';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { currentEntryOf, useChangeAddress } from '../../api/monitored-addresses.ts';
import {
  type AddressForm,
  type AddressProblems,
  changedFields,
  formOfAddress,
  mergeAddress,
  problemsOfForm,
  valuesOfForm,
} from '../../model/address-form.ts';
import { complianceTexts as texts } from '../../model/texts.ts';
import { AddressConflict } from './AddressConflict.tsx';
import { AddressFields } from './AddressFields.tsx';

/** Edits the fields of a monitored address, with a reason; never overwrites concurrent changes unseen. */
export function EditAddress({
  entry,
  organizationId,
  onClose,
}: {
  entry: MonitoredAddress;
  organizationId: string;
  onClose: () => void;
}) {
  const toast = useToast();
  // Values when the form was opened: later answers must not change them while the person edits.
  const [base, setBase] = useState(entry);
  const [form, setForm] = useState<AddressForm>(() => formOfAddress(entry));
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<AddressProblems>({});
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<MonitoredAddress>();
  const save = useChangeAddress(organizationId);
  const fields = changedFields(base, form);

  function fail(thrown: Error) {
    const current = currentEntryOf(thrown);
    if (current) return setConflict(current);
    const named = toApiError(thrown).fields;
    setProblems(named);
    setFailure(failureMessage(thrown, 'Failed to update address'));
  }

  function submit() {
    const found: AddressProblems = {
      ...problemsOfForm(form),
      ...(reason.trim() === '' && { reason: 'Please enter a reason' }),
    };
    setProblems(found);
    setFailure(undefined);
    const [first] = Object.keys(found);
    if (first !== undefined) return document.getElementsByName(first)[0]?.focus();
    if (fields.length === 0) return setFailure('Nothing has been changed.');
    if (save.isPending) return;
    const values = valuesOfForm(form);
    save.mutate(
      {
        params: { id: entry._id },
        body: {
          statusChangeReason: reason.trim(),
          version: base.version,
          updateData: Object.fromEntries(fields.map((field) => [field, values[field]])),
        },
      },
      {
        onSuccess() {
          toast.success(texts.addressUpdated);
          onClose();
        },
        onError: fail,
      },
    );
  }

  if (conflict) {
    return (
      <AddressConflict
        {...mergeAddress(base, form, conflict)}
        current={conflict}
        onBack={() => setConflict(undefined)}
        onResolve={(merged) => {
          setBase(conflict);
          setForm(merged);
          setConflict(undefined);
        }}
      />
    );
  }
  return (
    <FormStack label="Edit Address" onSubmit={submit}>
      <AddressFields
        form={form}
        problems={problems}
        isNew={false}
        onChange={(name, value) => setForm((previous) => ({ ...previous, [name]: value }))}
      />
      <Field
        label="Reason for the change"
        name="reason"
        size="middle"
        maxLength={1000}
        value={reason}
        error={problems.reason}
        help="Kept in the change history"
        onChange={setReason}
      />
      <FormFailure text={failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={save.isPending}>
          Save Changes
        </Button>
      </Actions>
    </FormStack>
  );
}
