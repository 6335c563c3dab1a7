import {
  demoJobs,
  type SecondFactorChallenge,
  passwordMaxLength,
  type EffectiveRole,
  effectiveRoles,
  texts,
  forgetPassword,
} from '@hopscope/contract';
import { useState } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../lib/form/read-form.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { PrimaryButton } from '../../../ui/button/PrimaryButton.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';
import { useLogIn, useDemoSignIn, useSignInProviders, useForgetPassword } from '../api/calls.ts';
import { challengeOf, loginFailure } from '../model/login-failure.ts';
import { FormAlert } from './FormAlert.tsx';
import { SignInOptions } from './SignInOptions.tsx';
import { useNavigate } from '@tanstack/react-router';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Pair, Stack } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { Actions, Dialog } from '../../../ui/overlay/Dialog.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';

function ResetRequest({ email: typed, onClose }: { email: string; onClose: () => void }) {
  const toast = useToast();
  const request = useForgetPassword();
  const form = useForm({
    start: { email: typed },
    read: (values) =>
      readForm(
        forgetPassword.body,
        { email: values.email.trim() },
        blankFields(values, { email: texts.resetEmailRequired }),
      ),
    send: (body) => request.mutateAsync({ body }),
    sent() {
      toast.success(texts.resetRequested);
      onClose();
    },
    failure: texts.resetRequestFailed,
  });

  return (
    <FormStack label="Reset Password" onSubmit={form.submit}>
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        autoFocus
        maxLength={254}
        help="You get a link to set a new password. It is valid once, for one hour."
        {...form.field('email')}
      />
      {form.failure !== undefined && <FormAlert title={form.failure} />}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" submit loading={form.busy}>
          Send link
        </Button>
      </Actions>
    </FormStack>
  );
}

/** Asks for the email address that receives the link; starts with the one of the login form. */
function ResetRequestDialog(props: { open: boolean; email: string; onClose: () => void }) {
  return (
    <Dialog title="Reset Password" open={props.open} onClose={props.onClose}>
      <ResetRequest email={props.email} onClose={props.onClose} />
    </Dialog>
  );
}

/** How to get an account: a link to registration, or why there is none. */
function RegisterLink({ from }: { from: string | undefined }) {
  const { data: ways } = useSignInProviders();
  if (ways?.registration === 'off') return null;
  return (
    <Text tone={2} size={13}>
      {ways?.registration === 'invite' ? (
        texts.registrationByInvitation
      ) : (
        <>
          New here?{' '}
          <LinkButton to="/register" search={from === undefined ? {} : { from }}>
            Register
          </LinkButton>
        </>
      )}
    </Text>
  );
}

/** Start page of demo accounts. */
const firstPage = '/home/what-to-try';

/** One account for each role, without a password; only on the demo network. */
function DemoAccounts({ from }: { from: string | undefined }) {
  const navigate = useNavigate();
  const { data: ways } = useSignInProviders();
  const signIn = useDemoSignIn();
  const [chosen, setChosen] = useState<EffectiveRole>();
  if (!ways?.demo) return null;
  if (ways.demo === 'refused') {
    return (
      <Text tone={2} size={13}>
        {texts.demoAccountsRefused}
      </Text>
    );
  }
  const busy = signIn.isPending || signIn.isSuccess;
  return (
    <section aria-label="Demo accounts">
      <Stack gap={8}>
        <Text tone={2} size={13}>
          This is a demo network with fictional data. Sign in as
        </Text>
        <Pair>
          {effectiveRoles.map((role) => (
            <Button
              key={role}
              block
              disabled={busy && chosen !== role}
              loading={busy && chosen === role}
              onClick={() => {
                setChosen(role);
                void navigate({ to: '/login', search: { from: from ?? firstPage }, replace: true });
                signIn.mutate({ body: { role } });
              }}
            >
              {`Demo ${demoJobs[role]}`}
            </Button>
          ))}
        </Pair>
        {signIn.isError && (
          <FormAlert title={texts.loginFailed}>{failureMessage(signIn.error, texts.loginFailed)}</FormAlert>
        )}
      </Stack>
    </section>
  );
}

/** Email address and password, and other ways to sign in. */
export function LoginForm({
  from,
  onChallenge,
}: {
  from: string | undefined;
  onChallenge: (challenge: SecondFactorChallenge) => void;
}) {
  const [resetting, setResetting] = useState(false);
  const logIn = useLogIn();
  const form = useForm({
    start: { email: '', password: '' },
    read: ({ email, password }) => readForm(undefined, { email: email.trim(), password }),
    send: (body) => logIn.mutateAsync({ body }),
    sent: () => {},
    failure: texts.loginFailed,
    // What the server says has a title of its own below.
    refused(thrown) {
      const challenge = challengeOf(thrown);
      if (challenge) onChallenge(challenge);
      return '';
    },
  });
  const busy = form.busy || logIn.isSuccess;
  const failure = logIn.isError && !challengeOf(logIn.error) ? loginFailure(logIn.error) : undefined;

  return (
    <>
      <SignInOptions from={from} passkeys />
      <FormStack label="Log in" onSubmit={() => (busy ? undefined : form.submit())}>
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          maxLength={254}
          {...form.field('email')}
        />
        <Field
          label="Password"
          labelExtra={<TextButton onClick={() => setResetting(true)}>Forgot Password?</TextButton>}
          type="password"
          autoComplete="current-password"
          maxLength={passwordMaxLength}
          {...form.field('password')}
        />
        {failure && <FormAlert title={failure.title}>{failure.text}</FormAlert>}
        <PrimaryButton loading={busy}>Log in</PrimaryButton>
      </FormStack>
      <RegisterLink from={from} />
      <DemoAccounts from={from} />
      <ResetRequestDialog open={resetting} email={form.values.email} onClose={() => setResetting(false)} />
    </>
  );
}
