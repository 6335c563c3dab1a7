import { monitoringEndpoints } from '@hopscope/contract';
import { chainOf } from '@hopscope/domain';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm } from '../../../../lib/form/read-form.ts';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { RestoredNotice } from '../../../../ui/feedback/RestoredNotice.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useAddAddress } from '../../api/monitored-addresses.ts';
import { emptyAddressForm, newAddressOf, problemsOfForm } from '../../model/address-form.ts';
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
  const add = useAddAddress(organizationId);
  const form = useForm({
    start:
      address === undefined
        ? emptyAddressForm
        : { ...emptyAddressForm, address, blockchain: chainOf(address) },
    draft: address === undefined ? 'monitored-address:new' : `monitored-address:${address}`,
    read: (values) =>
      readForm(monitoringEndpoints.addMonitoredAddress.body, newAddressOf(values), problemsOfForm(values)),
    send: (body) => add.mutateAsync({ body }),
    sent() {
      toast.success(texts.addressAdded);
      onClose();
    },
    failure: 'Failed to add address',
    refused: (thrown) =>
      toApiError(thrown).code === 'invalid_address' ? { address: failureMessage(thrown, '') } : undefined,
  });

  return (
    <FormStack label="Add Address" onSubmit={form.submit}>
      <RestoredNotice shown={form.restored} onDiscard={() => form.reset()} />
      <AddressFields form={form.values} problemOf={form.problem} isNew onChange={form.change} />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Add Address
        </Button>
      </Actions>
    </FormStack>
  );
}
