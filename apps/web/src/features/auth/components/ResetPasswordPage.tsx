import { passwordMaxLength, texts, resetPassword } from '@hopscope/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm, wholeForm } from '../../../lib/form/read-form.ts';
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
  const reset = useResetPassword();
  const form = useForm({
    start: { password: '', confirm: '' },
    read: (values) =>
      readForm(
        resetPassword.body,
        { id, token, password: values.password, confirmPassword: values.confirm },
        checkNewPassword(values),
        ([name]) => (name === 'confirmPassword' ? 'confirm' : name === 'password' ? 'password' : wholeForm),
      ),
    send: (body) => reset.mutateAsync({ body }),
    sent: () => toast.success(texts.resetDone),
    failure: texts.resetFailed,
  });
  const { isSuccess } = reset;

  useEffect(() => {
    if (!isSuccess) return undefined;
    const timer = setTimeout(() => void navigate({ to: '/login', replace: true }), redirectMs);
    return () => clearTimeout(timer);
  }, [isSuccess, navigate]);

  const shared = { type: 'password', autoComplete: 'new-password', maxLength: passwordMaxLength } as const;
  return (
    <AuthScreen title="Reset Password" subtitle="Choose a new password. This ends all sessions.">
      <FormStack label="Reset Password" onSubmit={() => (isSuccess ? undefined : form.submit())}>
        <Field {...shared} label="New Password" autoFocus {...form.field('password')} />
        <Field {...shared} label="Confirm Password" {...form.field('confirm')} name="confirmPassword" />
        {form.failure !== undefined && <FormAlert title={form.failure} />}
        <PrimaryButton loading={form.busy || isSuccess}>Reset Password</PrimaryButton>
      </FormStack>
      <Text tone={2} size={13}>
        <Link to="/login">Back to login</Link>
      </Text>
    </AuthScreen>
  );
}
