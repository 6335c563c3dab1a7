import { type MonitoredWallet, walletLimits } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { CopyField } from '../../../../ui/form/CopyField.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { useChangeWallet } from '../../api/monitored-wallets.ts';
import { gapProblem, GapField } from './GapField.tsx';

/** Form of the name and the gap limit of a wallet. */
export function EditWallet({
  organizationId,
  wallet,
  onClose,
}: {
  organizationId: string;
  wallet: MonitoredWallet;
  onClose: () => void;
}) {
  const toast = useToast();
  const change = useChangeWallet(organizationId);
  const [name, setName] = useState(wallet.name);
  const [gapLimit, setGapLimit] = useState(String(wallet.gapLimit ?? ''));
  const hasGap = wallet.gapLimit !== null;
  const [checked, setChecked] = useState(false);
  const wrongName = checked && name.trim() === '' ? 'Please enter a name' : undefined;

  function submit() {
    setChecked(true);
    const isWrong = name.trim() === '' || (hasGap && gapProblem(gapLimit) !== undefined);
    if (isWrong || change.isPending) return;
    change.mutate(
      { params: { id: wallet._id }, body: { name, ...(hasGap && { gapLimit: Number(gapLimit) }) } },
      {
        onSuccess() {
          toast.success('Wallet changed');
          onClose();
        },
      },
    );
  }

  return (
    <FormStack label="Edit wallet" onSubmit={submit}>
      <CopyField value={wallet.descriptor} what={hasGap ? 'descriptor' : 'account'} />
      <Field
        label="Name"
        name="name"
        size="middle"
        maxLength={walletLimits.name}
        value={name}
        error={wrongName}
        onChange={setName}
      />
      {hasGap && (
        <GapField
          value={gapLimit}
          error={checked ? gapProblem(gapLimit) : undefined}
          onChange={setGapLimit}
        />
      )}
      <FormFailure
        text={change.error ? failureMessage(change.error, 'Failed to change the wallet') : undefined}
      />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={change.isPending}>
          Save
        </Button>
      </Actions>
    </FormStack>
  );
}
