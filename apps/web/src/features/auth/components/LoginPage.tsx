import { passwordMaxLength } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Field } from '../../../ui/Field.tsx';
import { PrimaryButton } from '../../../ui/PrimaryButton.tsx';
import { FormStack } from '../../../ui/SplitScreen.tsx';
import { Text } from '../../../ui/Text.tsx';
import { useLogIn } from '../api/log-in.ts';
import { loginFailure } from '../model/login-failure.ts';
import { AuthScreen } from './AuthScreen.tsx';
import { FormAlert } from './FormAlert.tsx';

/** Email and password; where to go afterwards is the router's business (`from` in the address bar). */
export function LoginPage({ from }: { from?: string | undefined }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const logIn = useLogIn();
  const busy = logIn.isPending || logIn.isSuccess;
  const failure = logIn.isError ? loginFailure(logIn.error) : undefined;

  function submit() {
    if (!busy) logIn.mutate({ email: email.trim(), password });
  }

  return (
    <AuthScreen
      title="Log in"
      subtitle={
        <>
          to Hopscope at <Text mono>{window.location.host}</Text>
        </>
      }
    >
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
      <Text tone={2} size={13}>
        New here?{' '}
        <Link to="/register" search={from === undefined ? {} : { from }}>
          Register
        </Link>
      </Text>
    </AuthScreen>
  );
}
