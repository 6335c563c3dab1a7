import { type TravelTransferDetails, travelLimits } from '@hopscope/contract';
import { useState } from 'react';
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
  const [text, setText] = useState('');
  const [sender, setSender] = useState(originator ? formOfPerson(originator) : emptyPerson);
  const [receiver, setReceiver] = useState(beneficiary ? formOfPerson(beneficiary) : emptyPerson);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const { title, done, failed } = texts[step];
  const { _id: id, version } = transfer;
  const params = { id };

  function submit() {
    if (step !== 'approve' && step !== 'information' && text.trim() === '') {
      setProblem(step === 'complete' ? 'Enter the transaction' : 'Enter a reason');
      return;
    }
    setProblem(undefined);
    setFailure(undefined);
    if (calls[step].isPending) return;
    const callbacks = {
      onSuccess() {
        toast.success(done);
        onDone();
      },
      onError: (thrown: Error) => setFailure(formFailure(thrown, failed)),
    };
    if (step === 'approve') {
      const address = text.trim() === '' ? {} : { address: text };
      calls.approve.mutate({ params, body: { version, ...address } }, callbacks);
    } else if (step === 'complete') {
      calls.complete.mutate({ params, body: { version, transaction: text } }, callbacks);
    } else if (step === 'information') {
      const people = {
        originator: [personOfForm(sender, originator), ...originators],
        beneficiary: [personOfForm(receiver, beneficiary), ...beneficiaries],
      };
      calls.information.mutate({ params, body: { version, ...people } }, callbacks);
    } else calls[step].mutate({ params, body: { version, reason: text } }, callbacks);
  }

  return (
    <FormStack label={title} onSubmit={submit}>
      {step === 'information' && (
        <>
          <PersonFields title="Originator" prefix="originator" full form={sender} onChange={setSender} />
          <PersonFields
            title="Beneficiary"
            prefix="beneficiary"
            full={false}
            form={receiver}
            onChange={setReceiver}
          />
        </>
      )}
      {(step === 'approve' || step === 'complete') && (
        <Field
          label={step === 'approve' ? 'Wallet that receives' : 'Transaction'}
          name={step === 'approve' ? 'address' : 'transaction'}
          size="middle"
          autoFocus
          optional={step === 'approve'}
          maxLength={200}
          value={text}
          error={problem}
          {...(step === 'approve' && { help: 'Empty: the wallet of the travel address' })}
          onChange={setText}
        />
      )}
      {reasonHelp[step] !== undefined && (
        <TextArea
          label="Reason"
          name="reason"
          autoFocus
          maxLength={travelLimits.reason}
          value={text}
          error={problem}
          help={transfer.host === null ? undefined : reasonHelp[step]}
          onChange={setText}
        />
      )}
      <FormFailure text={failure} />
      <Actions>
        <Button onClick={onDone}>Back</Button>
        <Button
          submit
          kind={step === 'reject' || step === 'cancel' ? 'danger' : 'primary'}
          loading={calls[step].isPending}
        >
          {title}
        </Button>
      </Actions>
    </FormStack>
  );
}
