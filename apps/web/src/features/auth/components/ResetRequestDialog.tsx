import { forgetPassword, texts } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { checkForm } from '../../../lib/form-problems.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useForgetPassword } from '../api/calls.ts';
import { FormAlert } from './FormAlert.tsx';

function checkEmail(email: string): string | undefined {
  if (email === '') return texts.resetEmailRequired;
  return forgetPassword.body && checkForm(forgetPassword.body, { email })?.email;
}

function ResetRequest({ email: typed, onClose }: { email: string; onClose: () => void }) {
  const toast = useToast();
  const [email, setEmail] = useState(typed);
  const [problem, setProblem] = useState<string>();
  const request = useForgetPassword();

  function submit() {
    const trimmed = email.trim();
    const found = checkEmail(trimmed);
    setProblem(found);
    if (found !== undefined || request.isPending) return;
    request.mutate(
      { body: { email: trimmed } },
      {
        onSuccess() {
          toast.success(texts.resetRequested);
          onClose();
        },
      },
    );
  }

  return (
    <FormStack label="Reset Password" onSubmit={submit}>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        maxLength={254}
        help="You get a link to set a new password. It is valid once, for one hour."
        error={problem}
        value={email}
        onChange={setEmail}
      />
      {request.isError && <FormAlert title={failureMessage(request.error, texts.resetRequestFailed)} />}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" submit loading={request.isPending}>
          Send link
        </Button>
      </Actions>
    </FormStack>
  );
}

/** Asks for the email address that receives the link; starts with the one of the login form. */
export function ResetRequestDialog(props: { open: boolean; email: string; onClose: () => void }) {
  return (
    <Dialog title="Reset Password" open={props.open} onClose={props.onClose}>
      <ResetRequest email={props.email} onClose={props.onClose} />
    </Dialog>
  );
}
