import { type SarDetails, sarEndpoints, sarLimits } from '@hopscope/contract';
import { utcDay } from '@hopscope/domain';
import { useState } from 'react';
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

/** Returns a handler of refused steps; if the report has changed, the current one is shown. */
function useRefusal(found: SarDetails, fallback: string) {
  const keep = useKeepSar(found.organizationId);
  const [refusal, setRefusal] = useState<string>();
  return {
    refusal,
    refuse(thrown: Error) {
      const current = currentSarOf(thrown);
      if (current) keep(current);
      setRefusal(current ? changed : formFailure(thrown, fallback));
    },
  };
}

function SignForm({ found, onClose }: Form) {
  const toast = useToast();
  const sign = useSarCall(sarEndpoints.signSar, found.organizationId);
  // Signs the content shown when the dialog was opened, without later changes.
  const [hash] = useState(found.hash);
  const [asked, setAsked] = useState(false);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { refusal, refuse } = useRefusal(found, 'The report could not be signed');
  function submit() {
    if (sign.isPending) return;
    const proof = { ...(password !== '' && { password }), ...(code.trim() !== '' && { code: code.trim() }) };
    sign.mutate(
      { params: { id: found._id }, body: { hash, ...proof } },
      {
        onSuccess({ data }) {
          toast.success(data.status === 'SIGNED' ? 'Signed by two people' : 'Signed');
          onClose();
        },
        onError(thrown) {
          if (toApiError(thrown).code === 'proof_required') setAsked(true);
          refuse(thrown);
        },
      },
    );
  }
  return (
    <FormStack label="Sign" onSubmit={submit}>
      <p>You sign report {found.number} in its current state. Any later change voids your signature.</p>
      <div className={css.hash}>{hash}</div>
      {asked && (
        <>
          <Field
            label="Your password"
            name="current-password"
            type="password"
            autoComplete="current-password"
            size="middle"
            optional
            help="Or enter a code of your authenticator app below. Without either, sign in again."
            value={password}
            onChange={setPassword}
          />
          <Field
            label="Code"
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            size="middle"
            optional
            value={code}
            onChange={setCode}
          />
        </>
      )}
      <FormFailure text={refusal} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={sign.isPending}>
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
  const { refusal, refuse } = useRefusal(found, 'The action failed');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const call = isReturn ? giveBack : giveUp;
  function submit() {
    setMissing(reason.trim() === '');
    if (reason.trim() === '' || call.isPending) return;
    call.mutate(
      { params: { id: found._id }, body: { reason: reason.trim(), version: found.version } },
      {
        onSuccess() {
          toast.success(isReturn ? 'The report is a draft again' : 'Report withdrawn');
          onClose();
        },
        onError: refuse,
      },
    );
  }
  return (
    <FormStack label={isReturn ? 'Return to draft' : 'Withdraw'} onSubmit={submit}>
      <p>
        {isReturn
          ? 'The report becomes a draft again. Its signatures become void; the history keeps them.'
          : 'The report is kept, but can never be signed or filed.'}
      </p>
      <TextArea
        label="Reason"
        name="reason"
        autoFocus
        maxLength={sarLimits.reason}
        value={reason}
        error={missing ? 'Please enter a reason' : undefined}
        help="Shown in the history"
        onChange={setReason}
      />
      <FormFailure text={refusal} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind={isReturn ? 'primary' : 'danger'} loading={call.isPending}>
          {isReturn ? 'Return to draft' : 'Withdraw'}
        </Button>
      </Actions>
    </FormStack>
  );
}

function SubmitForm({ found, onClose }: Form) {
  const toast = useToast();
  const submit = useSarCall(sarEndpoints.submitSar, found.organizationId);
  const { refusal, refuse } = useRefusal(found, 'Failed to record the filing');
  const today = utcDay(Date.now());
  const [authority, setAuthority] = useState(found.content.forms[0] === 'goaml' ? '' : 'FinCEN');
  const [reference, setReference] = useState('');
  const [on, setOn] = useState(today);
  const [note, setNote] = useState('');
  const [checked, setChecked] = useState(false);
  const missing = (text: string, message: string) => (checked && text.trim() === '' ? message : undefined);
  function send() {
    setChecked(true);
    if ([authority, reference, on].some((each) => each.trim() === '') || submit.isPending) return;
    const body = { authority, reference, on, version: found.version, ...(note.trim() !== '' && { note }) };
    submit.mutate(
      { params: { id: found._id }, body },
      {
        onSuccess() {
          toast.success('Recorded');
          onClose();
        },
        onError: refuse,
      },
    );
  }
  return (
    <FormStack label="Record filing" onSubmit={send}>
      <p>Hopscope does not send reports. Enter where you filed it, and the reference that you received.</p>
      <Field
        label="Where"
        name="authority"
        size="middle"
        maxLength={150}
        value={authority}
        error={missing(authority, 'Please enter where it was filed')}
        onChange={setAuthority}
      />
      <Field
        label="Reference"
        name="reference"
        size="middle"
        maxLength={100}
        help="The BSA identifier, or the FIU’s reference"
        value={reference}
        error={missing(reference, 'Please enter the reference')}
        onChange={setReference}
      />
      <Field
        label="Day"
        name="on"
        type="date"
        size="middle"
        max={today}
        value={on}
        error={missing(on, 'Please enter the day')}
        onChange={setOn}
      />
      <TextArea
        label="Note"
        name="note"
        optional
        maxLength={sarLimits.reason}
        help="For example, the text of the acknowledgment"
        value={note}
        onChange={setNote}
      />
      <FormFailure text={refusal} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={submit.isPending}>
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
