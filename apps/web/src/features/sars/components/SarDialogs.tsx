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
  'Somebody else has changed this report meanwhile. Close this, look at it as it is now, and decide again.';

/** What to say of a refused step; the report is shown as it is now where it has changed. */
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
  // What stood on the page when the dialog was opened is signed, and nothing that comes meanwhile.
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
      <p>You sign report {found.number} as it is now. Any change afterwards takes your signature away.</p>
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
            help="Or a code of your authenticator app below. Without either, sign in again."
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
  const { refusal, refuse } = useRefusal(found, 'It failed');
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
          toast.success(isReturn ? 'The report is a draft again' : 'The report was given up');
          onClose();
        },
        onError: refuse,
      },
    );
  }
  return (
    <FormStack label={isReturn ? 'Take back' : 'Give up'} onSubmit={submit}>
      <p>
        {isReturn
          ? 'The report becomes a draft that can be changed. Signatures that it has no longer stand; that they were there stays in the history.'
          : 'The report is kept as it is and can never be signed or handed in.'}
      </p>
      <TextArea
        label="Reason"
        name="reason"
        autoFocus
        maxLength={sarLimits.reason}
        value={reason}
        error={missing ? 'Please say why' : undefined}
        help="Stands in the history"
        onChange={setReason}
      />
      <FormFailure text={refusal} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind={isReturn ? 'primary' : 'danger'} loading={call.isPending}>
          {isReturn ? 'Take back' : 'Give up'}
        </Button>
      </Actions>
    </FormStack>
  );
}

function SubmitForm({ found, onClose }: Form) {
  const toast = useToast();
  const submit = useSarCall(sarEndpoints.submitSar, found.organizationId);
  const { refusal, refuse } = useRefusal(found, 'It could not be recorded');
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
    <FormStack label="Record handing in" onSubmit={send}>
      <p>Hopscope sends nothing by itself: say where the report was handed in, and what came back.</p>
      <Field
        label="Where"
        name="authority"
        size="middle"
        maxLength={150}
        value={authority}
        error={missing(authority, 'Please say where it was handed in')}
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
        help="Such as what the acknowledgement says"
        value={note}
        onChange={setNote}
      />
      <FormFailure text={refusal} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={submit.isPending}>
          Record handing in
        </Button>
      </Actions>
    </FormStack>
  );
}

const titles: Readonly<Record<SarDialog, string>> = {
  sign: 'Sign the report',
  return: 'Take the report back',
  submit: 'Record that it was handed in',
  withdraw: 'Give up the report',
};

function Content({ dialog, ...form }: Form & { dialog: SarDialog }) {
  if (dialog === 'sign') return <SignForm {...form} />;
  if (dialog === 'submit') return <SubmitForm {...form} />;
  return <ReasonForm kind={dialog} {...form} />;
}

/** Steps of a report that ask for something. */
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
