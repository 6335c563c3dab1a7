import {
  type SecondFactorChallenge,
  passwordMaxLength,
  type EffectiveRole,
  effectiveRoles,
  texts,
  forgetPassword,
} from '@hopscope/contract';
import { useState } from 'react';
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
import { roleName } from '../../../shared/organization/RoleTag.tsx';
import { Pair, Stack } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { checkForm } from '../../../lib/form-problems.ts';
import { Actions, Dialog } from '../../../ui/overlay/Dialog.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';

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
              {`Demo ${roleName(role)}`}
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
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [resetting, setResetting] = useState(false);
  const logIn = useLogIn();
  const busy = logIn.isPending || logIn.isSuccess;
  const failure = logIn.isError && !challengeOf(logIn.error) ? loginFailure(logIn.error) : undefined;

  function submit() {
    if (busy) return;
    logIn.mutate(
      { body: { email: email.trim(), password } },
      {
        onError(thrown) {
          const challenge = challengeOf(thrown);
          if (challenge) onChallenge(challenge);
        },
      },
    );
  }

  return (
    <>
      <SignInOptions from={from} passkeys />
      <FormStack label="Log in" onSubmit={submit}>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoFocus
          maxLength={254}
          value={email}
          onChange={setEmail}
        />
        <Field
          label="Password"
          labelExtra={<TextButton onClick={() => setResetting(true)}>Forgot Password?</TextButton>}
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={passwordMaxLength}
          value={password}
          onChange={setPassword}
        />
        {failure && <FormAlert title={failure.title}>{failure.text}</FormAlert>}
        <PrimaryButton loading={busy}>Log in</PrimaryButton>
      </FormStack>
      <RegisterLink from={from} />
      <DemoAccounts from={from} />
      <ResetRequestDialog open={resetting} email={email} onClose={() => setResetting(false)} />
    </>
  );
}
