import { walletLimits, type WalletPreview } from '@hopscope/contract';
import { useState } from 'react';
import { toApiError } from '../../../../lib/api/api-error.ts';
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
};
type Form = typeof empty;
type Problems = Partial<Record<keyof Form, string>>;
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
  const [form, setForm] = useState(empty);
  const [outgoing, setOutgoing] = useState(true);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string>();
  const preview = useWalletPreview(organizationId, form.source);
  const change = (name: keyof Form) => (value: string) => {
    setForm((before) => ({ ...before, [name]: value }));
    setProblems((before) => ({ ...before, [name]: undefined }));
  };
  const wrong =
    preview.error && form.source.trim() !== ''
      ? failureMessage(preview.error, 'The addresses were not loaded')
      : undefined;

  // Deposit accounts of an Ethereum account join once they have forwarded to it.
  const hasGap = form.source.trim() === '' || preview.data?.branches.length !== 0;

  function submit() {
    const gap = hasGap ? gapProblem(form.gapLimit) : undefined;
    const found: Problems = {
      ...(form.source.trim() === '' && { source: 'Please enter a descriptor, key, or account' }),
      ...(form.name.trim() === '' && { name: 'Please enter a name' }),
      ...(gap !== undefined && { gapLimit: gap }),
    };
    setProblems(found);
    setFailure(undefined);
    const [first] = Object.keys(found);
    if (first !== undefined) return document.getElementsByName(first)[0]?.focus();
    if (add.isPending) return;
    add.mutate(
      {
        body: {
          source: form.source,
          name: form.name,
          ...(hasGap && { gapLimit: Number(form.gapLimit) }),
          tags: tagsOf(form.tags),
          outgoing,
          ...(form.clientId.trim() !== '' && { clientId: form.clientId }),
          ...(form.pastFrom !== '' && { pastFrom: startOfDay(form.pastFrom) }),
        },
      },
      {
        onSuccess({ data }) {
          toast.success(`${data.name} is monitored`);
          onClose();
        },
        onError(thrown) {
          const { fields } = toApiError(thrown);
          if (Object.keys(fields).length > 0) setProblems(fields);
          else setFailure(failureMessage(thrown, 'Failed to add the wallet'));
        },
      },
    );
  }

  const field = (name: 'name' | 'clientId' | 'tags', label: string, maxLength: number) => ({
    label,
    name,
    size: 'middle' as const,
    maxLength,
    value: form[name],
    error: problems[name],
    onChange: change(name),
  });
  return (
    <FormStack label="Monitor wallet" onSubmit={submit}>
      <TextArea
        label="Descriptor, extended public key, or Ethereum account"
        name="source"
        autoFocus
        minRows={3}
        maxLength={walletLimits.source}
        value={form.source}
        error={problems.source ?? wrong}
        help="For example wpkh(xpub…/<0;1>/*), xpub…, ypub…, zpub…, or 0x…. Never enter a private key or recovery words."
        onChange={change('source')}
      />
      {preview.data && form.source.trim() !== '' && <Preview {...preview.data} />}
      <Pair>
        <Field {...field('name', 'Name', walletLimits.name)} />
        <Field {...field('clientId', 'Client ID', 200)} optional />
      </Pair>
      <Pair>
        <Field {...field('tags', 'Tags', 1300)} optional help="Separated by semicolons" />
        {hasGap && <GapField value={form.gapLimit} error={problems.gapLimit} onChange={change('gapLimit')} />}
      </Pair>
      <PastField value={form.pastFrom} onChange={change('pastFrom')} />
      <CheckBox label="Outgoing transactions too" checked={outgoing} onChange={setOutgoing} />
      <FormFailure text={failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={add.isPending}>
          Monitor wallet
        </Button>
      </Actions>
    </FormStack>
  );
}
