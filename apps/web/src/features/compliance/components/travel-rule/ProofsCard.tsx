import { type WalletProof, travelLimits, travelRuleEndpoints } from '@hopscope/contract';
import { type Blockchain, blockchains, chains } from '@hopscope/domain';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { formFailure } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { type RowColumns, RowTable, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { CopyField } from '../../../../ui/form/CopyField.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { LoadedCard } from '../../../../ui/layout/LoadedCard.tsx';
import { Actions, Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { shownRows, useCreateWalletProof, useProveWallet, useWalletProofs } from '../../api/travel-rule.ts';

const networks = blockchains.map((value) => ({ value, label: chains[value].name }));

function State({ state }: Pick<WalletProof, 'state'>) {
  if (state === 'proven') return <Tag tone="green">Proven</Tag>;
  return state === 'expired' ? <Tag>Expired</Tag> : <Tag dashed>Waiting for the signature</Tag>;
}

/** The message of a proof, and the signature that its owner sends. */
function Prove({
  organizationId,
  proof,
  onClose,
}: {
  organizationId: string;
  proof: WalletProof;
  onClose: () => void;
}) {
  const toast = useToast();
  const prove = useProveWallet(organizationId);
  const form = useForm({
    start: { signature: '' },
    read: (values) =>
      readForm(
        travelRuleEndpoints.proveWallet.body,
        values,
        blankFields(values, { signature: 'Enter the signature' }),
      ),
    send: (body) => prove.mutateAsync({ params: { id: proof._id }, body }),
    sent({ data }) {
      toast.success(`Proven by ${data.method ?? 'signature'}`);
      onClose();
    },
    failure: 'Failed to verify the signature',
    refused: (thrown) => ({ signature: formFailure(thrown, 'Failed to verify the signature') }),
  });

  return (
    <FormStack label="Wallet proof" onSubmit={form.submit}>
      <Text>The owner of the wallet signs this message, exactly as it is:</Text>
      <CopyField value={proof.message} what="message" />
      {proof.state === 'waiting' ? (
        <>
          <TextArea
            label="Signature"
            minRows={3}
            maxLength={travelLimits.signature}
            {...form.field('signature')}
            help={
              chains[proof.blockchain].hasTokens
                ? '0x and hexadecimal digits: EIP-191, or EIP-1271 of a contract wallet'
                : 'Base64: BIP-322, or BIP-137 of older wallets'
            }
          />
          <Actions>
            <Button onClick={onClose}>Close</Button>
            <Button submit kind="primary" loading={form.busy}>
              Verify
            </Button>
          </Actions>
        </>
      ) : (
        <Text tone={2}>
          {proof.state === 'proven'
            ? `Proven by ${proof.method ?? ''}.`
            : 'The message is too old. Create a new one.'}
        </Text>
      )}
    </FormStack>
  );
}

const noWallet: { blockchain: Blockchain; address: string; clientId: string } = {
  blockchain: blockchains[0],
  address: '',
  clientId: '',
};

function NewProof({
  organizationId,
  onMade,
  onClose,
}: {
  organizationId: string;
  onMade: (proof: WalletProof) => void;
  onClose: () => void;
}) {
  const create = useCreateWalletProof(organizationId);
  const form = useForm({
    start: noWallet,
    read(values) {
      const { clientId, ...rest } = values;
      return readForm(
        travelRuleEndpoints.createWalletProof.body,
        { ...rest, ...(clientId.trim() !== '' && { clientId }) },
        blankFields(values, { address: 'Enter the wallet' }),
      );
    },
    send: (body) => create.mutateAsync({ body }),
    sent: ({ data }) => onMade(data),
    failure: 'Failed to create the message',
    refused: (thrown) => ({ address: formFailure(thrown, 'Failed to create the message') }),
  });

  return (
    <FormStack label="New wallet proof" onSubmit={form.submit}>
      <SelectField label="Blockchain" options={networks} {...form.field('blockchain')} />
      <Field label="Wallet" size="middle" autoFocus maxLength={200} {...form.field('address')} />
      <Field label="Client ID" size="middle" optional maxLength={200} {...form.field('clientId')} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Create message
        </Button>
      </Actions>
    </FormStack>
  );
}

/** Proofs of self-hosted wallets by a signed message. */
export function ProofsCard({ organizationId }: { organizationId: string }) {
  const { count, counted, dateTime } = useFormats();
  const query = useWalletProofs(organizationId);
  const [open, setOpen] = useState<'new' | WalletProof>();
  const close = () => setOpen(undefined);
  const columns: RowColumns<WalletProof> = [
    {
      title: 'Created',
      render: (_, proof) => (
        <TextButton onClick={() => setOpen(proof)}>{dateTime(proof.createdAt)}</TextButton>
      ),
    },
    { title: 'Wallet', render: (_, { address }) => <Hash plain value={address} what="address" /> },
    { title: 'State', render: (_, { state }) => <State state={state} /> },
    { title: 'Signature', render: (_, { method }) => method ?? <Text tone={3}>none</Text> },
    { title: 'Client', render: (_, { clientId }) => clientId ?? <Text tone={3}>none</Text> },
  ];
  const create = (
    <Button
      kind="primary"
      size="small"
      icon={<Plus size={14} aria-hidden="true" />}
      onClick={() => setOpen('new')}
    >
      New wallet proof
    </Button>
  );
  return (
    <>
      <LoadedCard
        title="Wallet proofs"
        query={query}
        failure="Failed to load wallet proofs"
        count={query.data && counted(query.data.total, 'proof')}
        extra={create}
      >
        {({ data, total }) =>
          data.length === 0 ? (
            <EmptyState title="No wallet proof yet" actions={create}>
              The owner of a self-hosted wallet signs a message. The signature shows who controls the wallet.
            </EmptyState>
          ) : (
            <>
              <RowTable label="Wallet proofs" columns={columns} rows={data} rowKey={({ _id }) => _id} />
              {total > data.length && (
                <TableFoot>The newest {count(shownRows)}. The API returns older ones.</TableFoot>
              )}
            </>
          )
        }
      </LoadedCard>
      <Dialog title="New wallet proof" open={open === 'new'} width={560} onClose={close}>
        <NewProof organizationId={organizationId} onMade={setOpen} onClose={close} />
      </Dialog>
      <Dialog title="Wallet proof" open={typeof open === 'object'} width={640} onClose={close}>
        {typeof open === 'object' && <Prove organizationId={organizationId} proof={open} onClose={close} />}
      </Dialog>
    </>
  );
}
