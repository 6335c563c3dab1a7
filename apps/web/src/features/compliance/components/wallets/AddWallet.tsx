import { walletLimits, type WalletPreview, monitoredWalletEndpoints } from '@hopscope/contract';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { DescriptionList } from '../../../../ui/display/DescriptionList.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { CheckBox } from '../../../../ui/form/CheckBox.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { Pair } from '../../../../ui/layout/Stack.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useAddWallet, useWalletPreview } from '../../api/monitored-wallets.ts';
import { startOfDay, tagsOf } from '../../model/address-form.ts';
import { PastField } from '../addresses/PastField.tsx';
import { gapProblem, GapField } from './GapField.tsx';

const empty = {
  source: '',
  name: '',
  clientId: '',
  tags: '',
  gapLimit: String(walletLimits.gap.usual),
  pastFrom: '',
  outgoing: true,
};
const branchNames = ['First receiving addresses', 'First change addresses'];

/** The first addresses of what is typed, to compare with the wallet; or what joins to an account. */
function Preview({ descriptor, branches }: WalletPreview) {
  if (branches.length === 0) {
    return (
      <Text tone={2}>
        <Hash value={descriptor} what="account" length="short" plain /> is monitored. Accounts that received
        something at least twice, forwarded everything to it at least twice, and never paid another account
        join by themselves.
      </Text>
    );
  }
  return (
    <DescriptionList
      facts={branches.map((addresses, i) => [
        (branches.length === 1 ? 'First addresses' : branchNames[i]) ?? '',
        addresses.map((address) => (
          <div key={address}>
            <Hash plain value={address} what="address" length="full" />
          </div>
        )),
      ])}
    />
  );
}

/** Form of a wallet to monitor. */
export function AddWallet({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const toast = useToast();
  const add = useAddWallet(organizationId);
  const form = useForm({
    start: empty,
    read(values) {
      const gap = hasGap ? gapProblem(values.gapLimit) : undefined;
      return readForm(
        monitoredWalletEndpoints.addMonitoredWallet.body,
        {
          source: values.source,
          name: values.name,
          ...(hasGap && { gapLimit: Number(values.gapLimit) }),
          tags: tagsOf(values.tags),
          outgoing: values.outgoing,
          ...(values.clientId.trim() !== '' && { clientId: values.clientId }),
          ...(values.pastFrom !== '' && { pastFrom: startOfDay(values.pastFrom) }),
        },
        {
          ...blankFields(values, {
            source: 'Please enter a descriptor, key, or account',
            name: 'Please enter a name',
          }),
          ...(gap !== undefined && { gapLimit: gap }),
        },
      );
    },
    send: (body) => add.mutateAsync({ body }),
    sent({ data }) {
      toast.success(`${data.name} is monitored`);
      onClose();
    },
    failure: 'Failed to add the wallet',
  });
  const { source } = form.values;
  const preview = useWalletPreview(organizationId, source);
  const wrong =
    preview.error && source.trim() !== ''
      ? failureMessage(preview.error, 'The addresses were not loaded')
      : undefined;

  // Deposit accounts of an Ethereum account join once they have forwarded to it.
  const hasGap: boolean = source.trim() === '' || preview.data?.branches.length !== 0;

  const field = (name: 'name' | 'clientId' | 'tags', label: string, maxLength: number) => ({
    ...form.field(name),
    label,
    size: 'middle' as const,
    maxLength,
  });
  return (
    <FormStack label="Monitor wallet" onSubmit={form.submit}>
      <TextArea
        label="Descriptor, extended public key, or Ethereum account"
        autoFocus
        minRows={3}
        maxLength={walletLimits.source}
        {...form.field('source')}
        error={form.problem('source') ?? wrong}
        help="For example wpkh(xpub…/<0;1>/*), xpub…, ypub…, zpub…, or 0x…. Never enter a private key or recovery words."
      />
      {preview.data && source.trim() !== '' && <Preview {...preview.data} />}
      <Pair>
        <Field {...field('name', 'Name', walletLimits.name)} />
        <Field {...field('clientId', 'Client ID', 200)} optional />
      </Pair>
      <Pair>
        <Field {...field('tags', 'Tags', 1300)} optional help="Separated by semicolons" />
        {hasGap && <GapField {...form.field('gapLimit')} />}
      </Pair>
      <PastField value={form.values.pastFrom} onChange={(day) => form.change('pastFrom', day)} />
      <CheckBox
        label="Outgoing transactions too"
        checked={form.values.outgoing}
        onChange={(on) => form.change('outgoing', on)}
      />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Monitor wallet
        </Button>
      </Actions>
    </FormStack>
  );
}
