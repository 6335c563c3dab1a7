import { type Organization, organizationEndpoints } from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm } from '../../../lib/form/read-form.ts';
import { useUser } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useMembers } from '../api/members.ts';
import { useTransferOwnership } from '../api/organization.ts';
import { ProofFields, useProof } from './ProofFields.tsx';

/** Selects the new owner of the organization. */
export function TransferForm({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const { _id: id } = organization;
  const user = useUser();
  const toast = useToast();
  const members = useMembers(id, 1, '');
  const proof = useProof();
  const transfer = useTransferOwnership();
  const others = (members.data?.data ?? []).filter(
    ({ status, userId }) => status === 'active' && userId !== user._id,
  );

  const form = useForm({
    start: { memberId: '' },
    read: ({ memberId }) =>
      readForm(organizationEndpoints.transferOwnership.body, { memberId, ...proof.body }),
    send: (body) => transfer.mutateAsync({ params: { id }, body }),
    sent() {
      onClose();
      toast.success('Ownership transferred');
    },
    failure: 'Failed to transfer ownership.',
    refused(thrown) {
      proof.onFailure(thrown);
      return undefined;
    },
  });

  return (
    <FormStack label="Transfer ownership" onSubmit={form.submit}>
      <Text tone={2} size={13}>
        You become an admin. Only the new owner can transfer ownership back.
      </Text>
      <SelectField
        label="New owner"
        placeholder={members.data && others.length === 0 ? 'No other members' : 'Choose a member'}
        disabled={others.length === 0}
        loading={members.isPending}
        searchable
        options={others.map(({ _id, name, surname, email }) => ({
          value: _id,
          label: `${name} ${surname} (${email})`,
        }))}
        {...form.field('memberId')}
        value={form.values.memberId === '' ? undefined : form.values.memberId}
      />
      <ProofFields proof={proof} />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy} disabled={form.values.memberId === ''}>
          Transfer
        </Button>
      </Actions>
    </FormStack>
  );
}
