import { chainOf } from '@hopscope/domain';
import { useState } from 'react';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useDraft } from '../../../../lib/drafts.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { RestoredNotice } from '../../../../ui/feedback/RestoredNotice.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useAddAddress } from '../../api/monitored-addresses.ts';
import {
  type AddressForm,
  type AddressProblems,
  emptyAddressForm,
  newAddressOf,
  problemsOfForm,
} from '../../model/address-form.ts';
import { complianceTexts as texts } from '../../model/texts.ts';
import { AddressFields } from './AddressFields.tsx';

/** Form of a new monitored address; `address` if it is known already. */
export function AddAddress({
  organizationId,
  address,
  onClose,
}: {
  organizationId: string;
  address?: string;
  onClose: () => void;
}) {
  const toast = useToast();
  const { form, restored, change, reset } = useDraft<AddressForm>(
    address === undefined ? 'monitored-address:new' : `monitored-address:${address}`,
    address === undefined ? emptyAddressForm : { ...emptyAddressForm, address, blockchain: chainOf(address) },
  );
  const [problems, setProblems] = useState<AddressProblems>({});
  const [failure, setFailure] = useState<string>();
  const add = useAddAddress(organizationId);

  function submit() {
    const found = problemsOfForm(form);
    setProblems(found);
    setFailure(undefined);
    const [first] = Object.keys(found);
    if (first !== undefined) return document.getElementsByName(first)[0]?.focus();
    if (add.isPending) return;
    add.mutate(
      { body: newAddressOf(form) },
      {
        onSuccess() {
          toast.success(texts.addressAdded);
          reset();
          onClose();
        },
        onError(thrown) {
          const { code, fields } = toApiError(thrown);
          if (code === 'invalid_address') setProblems({ address: failureMessage(thrown, '') });
          else if (Object.keys(fields).length > 0) setProblems(fields);
          else setFailure(failureMessage(thrown, 'Failed to add address'));
        },
      },
    );
  }

  return (
    <FormStack label="Add Address" onSubmit={submit}>
      <RestoredNotice shown={restored} onDiscard={() => reset()} />
      <AddressFields form={form} problems={problems} isNew onChange={change} />
      <FormFailure text={failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={add.isPending}>
          Add Address
        </Button>
      </Actions>
    </FormStack>
  );
}
