import { type TravelCounterparty, type WalletProof, travelRuleEndpoints } from '@hopscope/contract';
import { blockchains, type Blockchain, chains } from '@hopscope/domain';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields, wholeForm, type FormProblems } from '../../../../lib/form/read-form.ts';
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
import { emptyPerson, type PersonForm, personOfForm } from '../../model/travel-person.ts';
import { PersonFields } from './PersonFields.tsx';

const receivers = [
  { value: 'vasp', label: 'Another institution' },
  { value: 'self_hosted', label: 'Self-hosted wallet' },
] as const;
const networks = blockchains.map((value) => ({ value, label: chains[value].coin.symbol }));
const noProof = 'none';

type TextName = 'address' | 'amount' | 'clientId' | 'originatorAccount' | 'beneficiaryAccount';

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

const texts = {
  travelAddress: '',
  address: '',
  amount: '',
  clientId: '',
  originatorAccount: '',
  beneficiaryAccount: '',
  proofId: noProof,
};
type Values = typeof texts & {
  to: (typeof receivers)[number]['value'];
  blockchain: Blockchain;
  originator: PersonForm;
  beneficiary: PersonForm;
};
const empty: Values = {
  ...texts,
  to: 'vasp',
  blockchain: 'bitcoin',
  originator: emptyPerson,
  beneficiary: emptyPerson,
};

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
  const proofOf = ({ blockchain: chain, proofId }: { blockchain: Blockchain; proofId: string }) =>
    provenOf(proofs.data?.data ?? [], chain).find(({ _id }) => _id === proofId);

  const form = useForm({
    start: empty,
    read(values) {
      const units = unitsOfTyped(values.amount, chains[values.blockchain].coin.decimals);
      const chosen = proofOf(values);
      const isVasp = values.to === 'vasp';
      const { originator, beneficiary } = values;
      const optional = (name: 'clientId' | 'originatorAccount' | 'beneficiaryAccount') =>
        values[name].trim() === '' ? {} : { [name]: values[name] };
      return readForm(
        travelRuleEndpoints.sendTravelTransfer.body,
        {
          blockchain: values.blockchain,
          amount: units ?? '',
          originator: [personOfForm(originator)],
          beneficiary: [personOfForm(beneficiary)],
          ...optional('clientId'),
          ...optional('originatorAccount'),
          ...optional('beneficiaryAccount'),
          ...(isVasp
            ? { travelAddress: values.travelAddress }
            : { address: chosen?.address ?? values.address, ...(chosen && { proofId: chosen._id }) }),
        },
        {
          ...((!units || units === '0') && { amount: 'Enter an amount above 0' }),
          ...(isVasp && blankFields(values, { travelAddress: 'Enter a travel address' })),
          ...(!isVasp && !chosen && blankFields(values, { address: 'Enter the wallet, or choose a proof' })),
          ...(originator.name.trim() === '' && { originator: 'Enter the name' }),
          ...(beneficiary.name.trim() === '' && { beneficiary: 'Enter the name' }),
        },
      );
    },
    send: (body) => send.mutateAsync({ body }),
    sent() {
      toast.success(form.current().to === 'vasp' ? 'Information is sent' : 'Transfer recorded');
      onClose();
    },
    failure: 'Failed to send the information',
    refused(thrown): FormProblems {
      const shown = Object.fromEntries(
        Object.entries(toApiError(thrown).fields).map(([name, text]) => [name.split('.')[0] ?? name, text]),
      );
      const atReceiver = shown[form.current().to === 'vasp' ? 'travelAddress' : 'address'] !== undefined;
      return {
        ...shown,
        ...(!atReceiver && { [wholeForm]: failureMessage(thrown, 'Failed to send the information') }),
      };
    },
  });
  const { to, blockchain } = form.values;
  const proven = provenOf(proofs.data?.data ?? [], blockchain);
  const proof = proofOf(form.values);

  const field = (name: TextName, label: string, maxLength: number) => ({
    ...form.field(name),
    label,
    size: 'middle' as const,
    maxLength,
  });
  return (
    <FormStack label="Send information" onSubmit={form.submit}>
      <Segmented
        label="Receiver"
        value={to}
        options={receivers}
        onChange={(next) => form.change('to', next)}
      />
      {to === 'vasp' ? (
        <>
          <TextArea
            label="Travel address"
            autoFocus
            {...form.field('travelAddress')}
            onChange={(value) => {
              form.change('travelAddress', value);
              lookUp.reset();
            }}
            help="The beneficiary has it from their institution. It starts with “ta”."
          />
          {lookUp.data && <Counterparty found={lookUp.data.data} />}
          <FormFailure
            text={
              lookUp.error ? failureMessage(lookUp.error, 'The travel address was not looked up') : undefined
            }
          />
          <Button
            loading={lookUp.isPending}
            disabled={form.values.travelAddress.trim() === ''}
            onClick={() => lookUp.mutate({ body: { travelAddress: form.values.travelAddress } })}
          >
            Look up
          </Button>
        </>
      ) : (
        <>
          <SelectField
            label="Proof of the wallet"
            {...form.field('proofId')}
            options={[
              { value: noProof, label: 'No proof' },
              ...proven.map(({ _id, address }) => ({ value: _id, label: address })),
            ]}
          />
          {!proof && <Field {...field('address', 'Wallet', 200)} />}
        </>
      )}
      <Pair>
        <SelectField label="Asset" options={networks} {...form.field('blockchain')} />
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
        form={form.values.originator}
        error={form.problem('originator')}
        onChange={(person) => form.change('originator', person)}
      />
      <PersonFields
        title="Beneficiary"
        prefix="beneficiary"
        full={false}
        form={form.values.beneficiary}
        error={form.problem('beneficiary')}
        onChange={(person) => form.change('beneficiary', person)}
      />
      <Field {...field('beneficiaryAccount', 'Account of the beneficiary', 100)} optional />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          {to === 'vasp' ? 'Send' : 'Record'}
        </Button>
      </Actions>
    </FormStack>
  );
}
