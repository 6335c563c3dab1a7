import { type TravelTransferDetails, travelLimits } from '@hopscope/contract';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { formFailure } from '../../../../lib/api/failure-message.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import {
  useApproveTransfer,
  useCancelTransfer,
  useCompleteTransfer,
  useRejectTransfer,
  useRequestInformation,
  useSendInformation,
} from '../../api/travel-rule.ts';
import { emptyPerson, formOfPerson, personOfForm } from '../../model/travel-person.ts';
import { PersonFields } from './PersonFields.tsx';

export type StepName = 'approve' | 'reject' | 'more' | 'cancel' | 'complete' | 'information';

const texts: Readonly<Record<StepName, { title: string; done: string; failed: string }>> = {
  approve: { title: 'Approve', done: 'Transfer approved', failed: 'Failed to approve the transfer' },
  reject: { title: 'Reject', done: 'Transfer rejected', failed: 'Failed to reject the transfer' },
  more: {
    title: 'Request more',
    done: 'More information requested',
    failed: 'Failed to request more information',
  },
  cancel: { title: 'Cancel transfer', done: 'Transfer canceled', failed: 'Failed to cancel the transfer' },
  complete: {
    title: 'Report transaction',
    done: 'Transaction reported',
    failed: 'Failed to report the transaction',
  },
  information: { title: 'Send again', done: 'Information is sent', failed: 'Failed to send the information' },
};
const reasonHelp: Readonly<Partial<Record<StepName, string>>> = {
  reject: 'The other institution receives it.',
  more: 'Say what is missing. The other institution receives it.',
  cancel: 'The other institution receives it after its approval.',
};

/** Form of one step of a transfer. */
export function TransferStep({
  organizationId,
  transfer,
  step,
  onDone,
}: {
  organizationId: string;
  transfer: TravelTransferDetails;
  step: StepName;
  onDone: () => void;
}) {
  const toast = useToast();
  const calls = {
    approve: useApproveTransfer(organizationId),
    reject: useRejectTransfer(organizationId),
    more: useRequestInformation(organizationId),
    cancel: useCancelTransfer(organizationId),
    complete: useCompleteTransfer(organizationId),
    information: useSendInformation(organizationId),
  };
  const [originator, ...originators] = transfer.payload?.originator.originatorPerson ?? [];
  const [beneficiary, ...beneficiaries] = transfer.payload?.beneficiary.beneficiaryPerson ?? [];
  const { title, done, failed } = texts[step];
  const { _id: id, version } = transfer;
  const params = { id };

  const needsText = step !== 'approve' && step !== 'information';
  const form = useForm({
    start: {
      text: '',
      originator: originator ? formOfPerson(originator) : emptyPerson,
      beneficiary: beneficiary ? formOfPerson(beneficiary) : emptyPerson,
    },
    read: (values) =>
      readForm(
        undefined,
        values,
        blankFields(values, {
          text: needsText && (step === 'complete' ? 'Enter the transaction' : 'Enter a reason'),
        }),
      ),
    // Each step has a call of its own, which validates what it gets.
    send(values) {
      const { text } = values;
      if (step === 'approve') {
        const address = text.trim() === '' ? {} : { address: text };
        return calls.approve.mutateAsync({ params, body: { version, ...address } });
      }
      if (step === 'complete')
        return calls.complete.mutateAsync({ params, body: { version, transaction: text } });
      if (step === 'information') {
        const people = {
          originator: [personOfForm(values.originator, originator), ...originators],
          beneficiary: [personOfForm(values.beneficiary, beneficiary), ...beneficiaries],
        };
        return calls.information.mutateAsync({ params, body: { version, ...people } });
      }
      return calls[step].mutateAsync({ params, body: { version, reason: text } });
    },
    sent() {
      toast.success(done);
      onDone();
    },
    failure: failed,
    refused: (thrown) => formFailure(thrown, failed),
  });

  return (
    <FormStack label={title} onSubmit={form.submit}>
      {step === 'information' && (
        <>
          <PersonFields
            title="Originator"
            prefix="originator"
            full
            form={form.values.originator}
            onChange={(person) => form.change('originator', person)}
          />
          <PersonFields
            title="Beneficiary"
            prefix="beneficiary"
            full={false}
            form={form.values.beneficiary}
            onChange={(person) => form.change('beneficiary', person)}
          />
        </>
      )}
      {(step === 'approve' || step === 'complete') && (
        <Field
          label={step === 'approve' ? 'Wallet that receives' : 'Transaction'}
          size="middle"
          autoFocus
          optional={step === 'approve'}
          maxLength={200}
          {...(step === 'approve' && { help: 'Empty: the wallet of the travel address' })}
          {...form.field('text')}
          name={step === 'approve' ? 'address' : 'transaction'}
        />
      )}
      {reasonHelp[step] !== undefined && (
        <TextArea
          label="Reason"
          autoFocus
          maxLength={travelLimits.reason}
          help={transfer.host === null ? undefined : reasonHelp[step]}
          {...form.field('text')}
          name="reason"
        />
      )}
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onDone}>Back</Button>
        <Button
          submit
          kind={step === 'reject' || step === 'cancel' ? 'danger' : 'primary'}
          loading={form.busy}
        >
          {title}
        </Button>
      </Actions>
    </FormStack>
  );
}
