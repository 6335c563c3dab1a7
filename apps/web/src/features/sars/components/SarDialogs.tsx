import { type SarDetails, sarEndpoints, sarLimits } from '@hopscope/contract';
import { utcDay } from '@hopscope/domain';
import { useState } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../lib/form/read-form.ts';
import { toApiError } from '../../../lib/api/api-error.ts';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { currentSarOf, useKeepSar, useSarCall } from '../api/sars.ts';
import type { SarDialog, SarSearch } from '../model/sars-search.ts';
import css from './Sars.module.css';

interface Form {
  found: SarDetails;
  onClose: () => void;
}

const changed =
  'Someone else changed this report. Close this dialog, review the current version, and decide again.';

/** Handles refused steps; if the report has changed, the current one is shown. */
function useRefusal(found: SarDetails) {
  const keep = useKeepSar(found.organizationId);
  return (thrown: Error) => {
    const current = currentSarOf(thrown);
    if (current) keep(current);
    return current ? changed : undefined;
  };
}

function SignForm({ found, onClose }: Form) {
  const toast = useToast();
  const sign = useSarCall(sarEndpoints.signSar, found.organizationId);
  // Signs the content shown when the dialog was opened, without later changes.
  const [hash] = useState(found.hash);
  const [asked, setAsked] = useState(false);
  const refused = useRefusal(found);
  const form = useForm({
    start: { password: '', code: '' },
    read: ({ password, code }) =>
      readForm(sarEndpoints.signSar.body, {
        hash,
        ...(password !== '' && { password }),
        ...(code.trim() !== '' && { code: code.trim() }),
      }),
    send: (body) => sign.mutateAsync({ params: { id: found._id }, body }),
    sent({ data }) {
      toast.success(data.status === 'SIGNED' ? 'Signed by two people' : 'Signed');
      onClose();
    },
    failure: 'The report could not be signed',
    refused(thrown) {
      if (toApiError(thrown).code === 'proof_required') setAsked(true);
      return refused(thrown) ?? formFailure(thrown, 'The report could not be signed');
    },
  });
  return (
    <FormStack label="Sign" onSubmit={form.submit}>
      <p>You sign report {found.number} in its current state. Any later change voids your signature.</p>
      <div className={css.hash}>{hash}</div>
      {asked && (
        <>
          <Field
            label="Your password"
            type="password"
            autoComplete="current-password"
            size="middle"
            optional
            help="Or enter a code of your authenticator app below. Without either, sign in again."
            {...form.field('password')}
            name="current-password"
          />
          <Field
            label="Code"
            autoComplete="one-time-code"
            inputMode="numeric"
            size="middle"
            optional
            {...form.field('code')}
          />
        </>
      )}
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Sign
        </Button>
      </Actions>
    </FormStack>
  );
}

function ReasonForm({ found, onClose, kind }: Form & { kind: 'return' | 'withdraw' }) {
  const toast = useToast();
  const isReturn = kind === 'return';
  const giveBack = useSarCall(sarEndpoints.returnSar, found.organizationId);
  const giveUp = useSarCall(sarEndpoints.withdrawSar, found.organizationId);
  const refused = useRefusal(found);
  const call = isReturn ? giveBack : giveUp;
  const form = useForm({
    start: { reason: '' },
    read: (values) =>
      readForm(
        sarEndpoints.returnSar.body,
        { reason: values.reason.trim(), version: found.version },
        blankFields(values, { reason: 'Please enter a reason' }),
      ),
    send: (body) => call.mutateAsync({ params: { id: found._id }, body }),
    sent() {
      toast.success(isReturn ? 'The report is a draft again' : 'Report withdrawn');
      onClose();
    },
    failure: 'The action failed',
    refused,
  });
  return (
    <FormStack label={isReturn ? 'Return to draft' : 'Withdraw'} onSubmit={form.submit}>
      <p>
        {isReturn
          ? 'The report becomes a draft again. Its signatures become void; the history keeps them.'
          : 'The report is kept, but can never be signed or filed.'}
      </p>
      <TextArea
        label="Reason"
        autoFocus
        maxLength={sarLimits.reason}
        help="Shown in the history"
        {...form.field('reason')}
      />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind={isReturn ? 'primary' : 'danger'} loading={form.busy}>
          {isReturn ? 'Return to draft' : 'Withdraw'}
        </Button>
      </Actions>
    </FormStack>
  );
}

function SubmitForm({ found, onClose }: Form) {
  const toast = useToast();
  const submit = useSarCall(sarEndpoints.submitSar, found.organizationId);
  const refused = useRefusal(found);
  const today = utcDay(Date.now());
  const form = useForm({
    start: {
      authority: found.content.forms[0] === 'goaml' ? '' : 'FinCEN',
      reference: '',
      on: today,
      note: '',
    },
    read(values) {
      const { note, ...rest } = values;
      return readForm(
        sarEndpoints.submitSar.body,
        { ...rest, version: found.version, ...(note.trim() !== '' && { note }) },
        blankFields(values, {
          authority: 'Please enter where it was filed',
          reference: 'Please enter the reference',
          on: 'Please enter the day',
        }),
      );
    },
    send: (body) => submit.mutateAsync({ params: { id: found._id }, body }),
    sent() {
      toast.success('Recorded');
      onClose();
    },
    failure: 'Failed to record the filing',
    refused,
  });
  return (
    <FormStack label="Record filing" onSubmit={form.submit}>
      <p>Hopscope does not send reports. Enter where you filed it, and the reference that you received.</p>
      <Field label="Where" size="middle" maxLength={150} {...form.field('authority')} />
      <Field
        label="Reference"
        size="middle"
        maxLength={100}
        help="The BSA identifier, or the FIU’s reference"
        {...form.field('reference')}
      />
      <Field label="Day" type="date" size="middle" max={today} {...form.field('on')} />
      <TextArea
        label="Note"
        optional
        maxLength={sarLimits.reason}
        help="For example, the text of the acknowledgment"
        {...form.field('note')}
      />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Record filing
        </Button>
      </Actions>
    </FormStack>
  );
}

const titles: Readonly<Record<SarDialog, string>> = {
  sign: 'Sign the report',
  return: 'Return the report to draft',
  submit: 'Record the filing',
  withdraw: 'Withdraw the report',
};

function Content({ dialog, ...form }: Form & { dialog: SarDialog }) {
  if (dialog === 'sign') return <SignForm {...form} />;
  if (dialog === 'submit') return <SubmitForm {...form} />;
  return <ReasonForm kind={dialog} {...form} />;
}

/** Dialogs of the steps of a report that need input. */
export function SarDialogs({
  found,
  view,
  onClose,
}: {
  found: SarDetails;
  view: SarSearch;
  onClose: () => void;
}) {
  const { dialog } = view;
  return (
    <Dialog title={dialog === undefined ? '' : titles[dialog]} open={dialog !== undefined} onClose={onClose}>
      {dialog !== undefined && <Content key={dialog} dialog={dialog} found={found} onClose={onClose} />}
    </Dialog>
  );
}
