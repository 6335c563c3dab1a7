import type { Organization } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
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
  const [memberId, setMemberId] = useState<string>();
  const proof = useProof();
  const transfer = useTransferOwnership();
  const others = (members.data?.data ?? []).filter(
    ({ status, userId }) => status === 'active' && userId !== user._id,
  );

  function submit() {
    if (memberId === undefined || transfer.isPending) return;
    transfer.mutate(
      { params: { id }, body: { memberId, ...proof.body } },
      {
        onSuccess() {
          onClose();
          toast.success('Ownership transferred');
        },
        onError: proof.onFailure,
      },
    );
  }

  return (
    <FormStack label="Transfer ownership" onSubmit={submit}>
      <Text tone={2} size={13}>
        You become an admin. Only the new owner can transfer ownership back.
      </Text>
      <SelectField
        label="New owner"
        value={memberId}
        placeholder={members.data && others.length === 0 ? 'No other members' : 'Choose a member'}
        disabled={others.length === 0}
        loading={members.isPending}
        searchable
        options={others.map(({ _id, name, surname, email }) => ({
          value: _id,
          label: `${name} ${surname} (${email})`,
        }))}
        onChange={setMemberId}
      />
      <ProofFields proof={proof} />
      <FormFailure
        text={transfer.isError ? failureMessage(transfer.error, 'Failed to transfer ownership.') : undefined}
      />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={transfer.isPending} disabled={memberId === undefined}>
          Transfer
        </Button>
      </Actions>
    </FormStack>
  );
}
