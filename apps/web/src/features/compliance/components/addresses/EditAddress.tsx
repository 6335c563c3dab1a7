import { type MonitoredAddress, monitoringEndpoints } from '@hopscope/contract';
import { useState } from 'react';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields, wholeForm } from '../../../../lib/form/read-form.ts';
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
  const [conflict, setConflict] = useState<MonitoredAddress>();
  const save = useChangeAddress(organizationId);
  const form = useForm({
    start: { ...formOfAddress(entry), reason: '' },
    read(typed) {
      const fields = changedFields(base, typed);
      const values = valuesOfForm(typed);
      const found = { ...problemsOfForm(typed), ...blankFields(typed, { reason: 'Please enter a reason' }) };
      const body = {
        statusChangeReason: typed.reason.trim(),
        version: base.version,
        updateData: Object.fromEntries(fields.map((field) => [field, values[field]])),
      };
      if (Object.keys(found).length === 0 && fields.length === 0)
        return { problems: { [wholeForm]: 'Nothing has been changed.' } };
      return readForm(monitoringEndpoints.changeMonitoredAddress.body, body, found, (path) =>
        String(path.at(-1)),
      );
    },
    send: (body) => save.mutateAsync({ params: { id: entry._id }, body }),
    sent() {
      toast.success(texts.addressUpdated);
      onClose();
    },
    failure: 'Failed to update address',
    refused(thrown) {
      const current = currentEntryOf(thrown);
      if (current) setConflict(current);
      return current
        ? ''
        : { ...toApiError(thrown).fields, [wholeForm]: failureMessage(thrown, 'Failed to update address') };
    },
  });

  if (conflict) {
    return (
      <AddressConflict
        {...mergeAddress(base, form.values, conflict)}
        current={conflict}
        onBack={() => setConflict(undefined)}
        onResolve={(merged) => {
          setBase(conflict);
          form.reset({ ...merged, reason: form.values.reason });
          setConflict(undefined);
        }}
      />
    );
  }
  return (
    <FormStack label="Edit Address" onSubmit={form.submit}>
      <AddressFields form={form.values} problemOf={form.problem} isNew={false} onChange={form.change} />
      <Field
        label="Reason for the change"
        size="middle"
        maxLength={1000}
        help="Kept in the change history"
        {...form.field('reason')}
      />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Save Changes
        </Button>
      </Actions>
    </FormStack>
  );
}
