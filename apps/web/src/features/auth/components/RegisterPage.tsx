import { passwordMaxLength, passwordMinLength, texts } from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { PrimaryButton } from '../../../ui/button/PrimaryButton.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Pair } from '../../../ui/layout/Stack.tsx';
import { signUpSteps } from '../../../lib/text/sign-up-steps.ts';
import { StepLine } from '../../../ui/layout/StepLine.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useSignInProviders, useSignUp } from '../api/calls.ts';
import {
  type Registration,
  closedText,
  passwordHelp,
  readRegistration,
  registrationProblems,
} from '../model/registration.ts';
import { AuthScreen } from './AuthScreen.tsx';
import { FormAlert } from './FormAlert.tsx';
import { SignInOptions } from './SignInOptions.tsx';
import { type PasswordStrength as Strength, strengthOf } from '../model/password-strength.ts';
import css from './PasswordStrength.module.css';

const names: Readonly<Record<Strength, string>> = {
  short: 'Too short',
  weak: 'Weak',
  fair: 'Fair',
  strong: 'Strong',
};

/** Estimated strength of the password being typed; takes its room from the start. */
function PasswordStrength({ password }: { password: string }) {
  const strength = strengthOf(password, passwordMinLength);
  return (
    <div className={css.line} data-strength={strength ?? undefined}>
      <span className={css.track} aria-hidden="true">
        <span />
      </span>
      <span role="status" className={css.name}>
        {strength === null ? '' : `Password strength: ${names[strength].toLowerCase()}`}
      </span>
    </div>
  );
}

const blank: Registration = { name: '', surname: '', email: '', password: '' };

/**
 * Creates an account and signs the person in. `setupToken` of the link printed at start makes the operator; `invitationToken`
 * verifies the invited email address.
 */
export function RegisterPage({
  from,
  setupToken,
  invitationToken,
}: {
  from?: string | undefined;
  setupToken?: string | undefined;
  invitationToken?: string | undefined;
}) {
  const signUp = useSignUp();
  const { data: ways } = useSignInProviders();
  const form = useForm({
    start: blank,
    read: (values) => readRegistration(values, { setupToken, invitationToken }),
    send: (body) => signUp.mutateAsync({ body }),
    sent: () => {},
    failure: texts.registerFailed,
    refused: registrationProblems,
  });
  const busy = form.busy || signUp.isSuccess;

  const closed = closedText(ways?.registration, { setupToken, invitationToken });
  const subtitle =
    setupToken === undefined
      ? 'Create your Hopscope account.'
      : 'Create the account that operates this installation.';
  return (
    <AuthScreen title="Register" subtitle={subtitle}>
      {closed ? (
        <FormAlert title="You need an invitation">{closed}</FormAlert>
      ) : (
        <>
          <StepLine steps={signUpSteps} current="Account" />
          <SignInOptions from={from} />
          <FormStack label="Register" onSubmit={() => (busy ? undefined : form.submit())}>
            <Pair>
              <Field
                label="First Name"
                autoComplete="given-name"
                autoFocus
                maxLength={100}
                {...form.field('name')}
              />
              <Field
                label="Last Name"
                autoComplete="family-name"
                maxLength={100}
                {...form.field('surname')}
              />
            </Pair>
            <Field
              label="Email"
              type="email"
              autoComplete="username"
              maxLength={254}
              {...form.field('email')}
            />
            <Field
              label="Password"
              type="password"
              autoComplete="new-password"
              maxLength={passwordMaxLength}
              help={passwordHelp}
              {...form.field('password')}
            />
            <PasswordStrength password={form.values.password} />
            {form.failure !== undefined && <FormAlert title={form.failure} />}
            <PrimaryButton loading={busy}>Register</PrimaryButton>
            <Text tone={3} size={12}>
              Next: create an organization or join one. You can also skip this.
            </Text>
          </FormStack>
        </>
      )}
      <Text tone={2} size={13}>
        Already registered?{' '}
        <LinkButton to="/login" search={from === undefined ? {} : { from }}>
          Login
        </LinkButton>
      </Text>
    </AuthScreen>
  );
}
