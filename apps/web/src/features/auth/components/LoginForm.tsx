import { type SecondFactorChallenge, passwordMaxLength } from '@hopscope/contract';
import { useState } from 'react';
import { Field } from '../../../ui/form/Field.tsx';
import { PrimaryButton } from '../../../ui/button/PrimaryButton.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';
import { useLogIn } from '../api/calls.ts';
import { challengeOf, loginFailure } from '../model/login-failure.ts';
import { DemoAccounts } from './DemoAccounts.tsx';
import { RegisterLink } from './RegisterLink.tsx';
import { FormAlert } from './FormAlert.tsx';
import { SignInOptions } from './SignInOptions.tsx';
import { ResetRequestDialog } from './ResetRequestDialog.tsx';

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
