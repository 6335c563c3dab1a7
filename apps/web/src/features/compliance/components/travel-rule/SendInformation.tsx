import type { TravelCounterparty, WalletProof } from '@hopscope/contract';
import { blockchains, type Blockchain, chains } from '@hopscope/domain';
import { useState } from 'react';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { DescriptionList } from '../../../../ui/display/DescriptionList.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { Pair } from '../../../../ui/layout/Stack.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { useLookUpTravelAddress, useSendTravelTransfer, useWalletProofs } from '../../api/travel-rule.ts';
import { unitsOfTyped } from '../../model/amount-field.ts';
import { emptyPerson, personOfForm } from '../../model/travel-person.ts';
import { PersonFields } from './PersonFields.tsx';

const receivers = [
  { value: 'vasp', label: 'Another institution' },
  { value: 'self_hosted', label: 'Self-hosted wallet' },
] as const;
const networks = blockchains.map((value) => ({ value, label: chains[value].coin.symbol }));
const noProof = 'none';

/** Who answers at a travel address, before personal data is sent. */
function Counterparty({ found }: { found: TravelCounterparty }) {
  return (
    <DescriptionList
      facts={[
        ['Server', found.host],
        ['Says it is', found.name ?? found.problem ?? 'It does not say'],
        ['LEI', found.lei ?? 'none'],
        ['In the directory', found.entity?.name ?? 'No entity has a website on this domain'],
      ]}
    />
  );
}

const provenOf = (proofs: readonly WalletProof[], blockchain: Blockchain): WalletProof[] =>
  proofs.filter((proof) => proof.state === 'proven' && proof.blockchain === blockchain);

/** Form of a transfer to another institution or to a self-hosted wallet. */
export function SendInformation({
  organizationId,
  onClose,
}: {
  organizationId: string;
  onClose: () => void;
}) {
  const toast = useToast();
  const send = useSendTravelTransfer(organizationId);
  const lookUp = useLookUpTravelAddress(organizationId);
  const proofs = useWalletProofs(organizationId);
  const [to, setTo] = useState<'vasp' | 'self_hosted'>('vasp');
  const [blockchain, setBlockchain] = useState<Blockchain>('bitcoin');
  const [form, setForm] = useState({
    travelAddress: '',
    address: '',
    amount: '',
    clientId: '',
    originatorAccount: '',
    beneficiaryAccount: '',
  });
  const [proofId, setProofId] = useState<string>(noProof);
  const [originator, setOriginator] = useState(emptyPerson);
  const [beneficiary, setBeneficiary] = useState(emptyPerson);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const change = (name: keyof typeof form) => (value: string) => {
    setForm((before) => ({ ...before, [name]: value }));
    setProblems({});
    if (name === 'travelAddress') lookUp.reset();
  };
  const proven = provenOf(proofs.data?.data ?? [], blockchain);
  const proof = proven.find(({ _id }) => _id === proofId);
  const receiver = to === 'vasp' ? 'travelAddress' : 'address';

  function submit() {
    const units = unitsOfTyped(form.amount, chains[blockchain].coin.decimals);
    const found = {
      ...((!units || units === '0') && { amount: 'Enter an amount above 0' }),
      ...(to === 'vasp' && form.travelAddress.trim() === '' && { travelAddress: 'Enter a travel address' }),
      ...(to === 'self_hosted' &&
        !proof &&
        form.address.trim() === '' && { address: 'Enter the wallet, or choose a proof' }),
      ...(originator.name.trim() === '' && { originator: 'Enter the name' }),
      ...(beneficiary.name.trim() === '' && { beneficiary: 'Enter the name' }),
    };
    setProblems(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0 || !units || send.isPending) return;
    const optional = (name: 'clientId' | 'originatorAccount' | 'beneficiaryAccount') =>
      form[name].trim() === '' ? {} : { [name]: form[name] };
    send.mutate(
      {
        body: {
          blockchain,
          amount: units,
          originator: [personOfForm(originator)],
          beneficiary: [personOfForm(beneficiary)],
          ...optional('clientId'),
          ...optional('originatorAccount'),
          ...optional('beneficiaryAccount'),
          ...(to === 'vasp'
            ? { travelAddress: form.travelAddress }
            : { address: proof?.address ?? form.address, ...(proof && { proofId: proof._id }) }),
        },
      },
      {
        onSuccess() {
          toast.success(to === 'vasp' ? 'Information is sent' : 'Transfer recorded');
          onClose();
        },
        onError(thrown) {
          const { fields } = toApiError(thrown);
          const shown = Object.fromEntries(
            Object.entries(fields).map(([name, text]) => [name.split('.')[0] ?? name, text]),
          );
          setProblems(shown);
          setFailure(failureMessage(thrown, 'Failed to send the information'));
        },
      },
    );
  }

  const field = (name: keyof typeof form, label: string, maxLength: number) => ({
    label,
    name,
    size: 'middle' as const,
    maxLength,
    value: form[name],
    error: problems[name],
    onChange: change(name),
  });
  return (
    <FormStack label="Send information" onSubmit={submit}>
      <Segmented label="Receiver" value={to} options={receivers} onChange={setTo} />
      {to === 'vasp' ? (
        <>
          <TextArea
            label="Travel address"
            name="travelAddress"
            autoFocus
            value={form.travelAddress}
            error={problems['travelAddress']}
            help="The beneficiary has it from their institution. It starts with “ta”."
            onChange={change('travelAddress')}
          />
          {lookUp.data && <Counterparty found={lookUp.data.data} />}
          <FormFailure
            text={
              lookUp.error ? failureMessage(lookUp.error, 'The travel address was not looked up') : undefined
            }
          />
          <Button
            loading={lookUp.isPending}
            disabled={form.travelAddress.trim() === ''}
            onClick={() => lookUp.mutate({ body: { travelAddress: form.travelAddress } })}
          >
            Look up
          </Button>
        </>
      ) : (
        <>
          <SelectField
            label="Proof of the wallet"
            value={proofId}
            options={[
              { value: noProof, label: 'No proof' },
              ...proven.map(({ _id, address }) => ({ value: _id, label: address })),
            ]}
            onChange={setProofId}
          />
          {!proof && <Field {...field('address', 'Wallet', 200)} />}
        </>
      )}
      <Pair>
        <SelectField label="Asset" value={blockchain} options={networks} onChange={setBlockchain} />
        <Field {...field('amount', 'Amount', 60)} inputMode="decimal" unit={chains[blockchain].coin.symbol} />
      </Pair>
      <Pair>
        <Field {...field('clientId', 'Client ID', 200)} optional />
        <Field {...field('originatorAccount', 'Account of the originator', 100)} optional />
      </Pair>
      <PersonFields
        title="Originator"
        prefix="originator"
        full
        form={originator}
        error={problems['originator']}
        onChange={setOriginator}
      />
      <PersonFields
        title="Beneficiary"
        prefix="beneficiary"
        full={false}
        form={beneficiary}
        error={problems['beneficiary']}
        onChange={setBeneficiary}
      />
      <Field {...field('beneficiaryAccount', 'Account of the beneficiary', 100)} optional />
      {problems[receiver] === undefined && <FormFailure text={failure} />}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={send.isPending}>
          {to === 'vasp' ? 'Send' : 'Record'}
        </Button>
      </Actions>
    </FormStack>
  );
}
