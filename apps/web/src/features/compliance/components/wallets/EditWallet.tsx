import { type MonitoredWallet, walletLimits, monitoredWalletEndpoints } from '@hopscope/contract';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
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
  const hasGap = wallet.gapLimit !== null;
  const form = useForm({
    start: { name: wallet.name, gapLimit: String(wallet.gapLimit ?? '') },
    read(values) {
      const { name, gapLimit } = values;
      const gap = hasGap ? gapProblem(gapLimit) : undefined;
      return readForm(
        monitoredWalletEndpoints.changeMonitoredWallet.body,
        { name, ...(hasGap && { gapLimit: Number(gapLimit) }) },
        {
          ...blankFields(values, { name: 'Please enter a name' }),
          ...(gap !== undefined && { gapLimit: gap }),
        },
      );
    },
    send: (body) => change.mutateAsync({ params: { id: wallet._id }, body }),
    sent() {
      toast.success('Wallet changed');
      onClose();
    },
    failure: 'Failed to change the wallet',
  });

  return (
    <FormStack label="Edit wallet" onSubmit={form.submit}>
      <CopyField value={wallet.descriptor} what={hasGap ? 'descriptor' : 'account'} />
      <Field label="Name" size="middle" maxLength={walletLimits.name} {...form.field('name')} />
      {hasGap && <GapField {...form.field('gapLimit')} />}
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Save
        </Button>
      </Actions>
    </FormStack>
  );
}
