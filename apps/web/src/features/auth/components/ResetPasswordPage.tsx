import { passwordMaxLength, texts } from '@hopscope/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { PrimaryButton } from '../../../ui/button/PrimaryButton.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useResetPassword } from '../api/calls.ts';
import { checkNewPassword } from '../model/new-password.ts';
import { AuthScreen } from './AuthScreen.tsx';
import { FormAlert } from './FormAlert.tsx';

/** the login page opens 2 seconds after success. */
const redirectMs = 2000;

/** Sets a new password with the link from a mail. */
export function ResetPasswordPage({ id, token }: { id: string; token: string }) {
  const toast = useToast();
  const navigate = useNavigate();
  const [form, setForm] = useState({ password: '', confirm: '' });
  const [problems, setProblems] = useState<Partial<typeof form>>();
  const reset = useResetPassword();
  const { isSuccess } = reset;

  useEffect(() => {
    if (!isSuccess) return undefined;
    const timer = setTimeout(() => void navigate({ to: '/login', replace: true }), redirectMs);
    return () => clearTimeout(timer);
  }, [isSuccess, navigate]);

  function submit() {
    const found = checkNewPassword(form);
    setProblems(found);
    if (found || reset.isPending || isSuccess) return;
    reset.mutate(
      { body: { id, token, password: form.password, confirmPassword: form.confirm } },
      { onSuccess: () => toast.success(texts.resetDone) },
    );
  }

  const shared = { type: 'password', autoComplete: 'new-password', maxLength: passwordMaxLength } as const;
  return (
    <AuthScreen title="Reset Password" subtitle="Choose a new password. This ends all sessions.">
      <FormStack label="Reset Password" onSubmit={submit}>
        <Field
          {...shared}
          label="New Password"
          name="password"
          autoFocus
          error={problems?.password}
          value={form.password}
          onChange={(password) => setForm({ ...form, password })}
        />
        <Field
          {...shared}
          label="Confirm Password"
          name="confirmPassword"
          error={problems?.confirm}
          value={form.confirm}
          onChange={(confirm) => setForm({ ...form, confirm })}
        />
        {reset.isError && <FormAlert title={formFailure(reset.error, texts.resetFailed)} />}
        <PrimaryButton loading={reset.isPending || isSuccess}>Reset Password</PrimaryButton>
      </FormStack>
      <Text tone={2} size={13}>
        <Link to="/login">Back to login</Link>
      </Text>
    </AuthScreen>
  );
}
