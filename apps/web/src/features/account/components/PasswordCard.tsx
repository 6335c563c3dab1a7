import { passwordMaxLength, texts } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useUser } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Pair } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useChangePassword } from '../api/security.ts';
import { type PasswordChange, checkPasswordChange } from '../model/password-change.ts';
import type { SecurityView } from '../model/security-view.ts';

const blank: PasswordChange = { current: '', next: '', confirm: '' };

/** Changes the password, or sets the first one of a person who signs in at a provider. */
export function PasswordCard({
  hasPassword,
  identities,
}: {
  hasPassword: boolean;
  identities: SecurityView['identities'];
}) {
  const toast = useToast();
  const { email } = useUser();
  const [form, setForm] = useState(blank);
  const [problems, setProblems] = useState<Partial<PasswordChange>>();
  const change = useChangePassword();

  function submit() {
    const found = checkPasswordChange(form, hasPassword);
    setProblems(found);
    if (found || change.isPending) return;
    const current = hasPassword ? { currentPassword: form.current } : {};
    change.mutate(
      { body: { ...current, newPassword: form.next } },
      {
        onSuccess() {
          setForm(blank);
          toast.success(texts.passwordUpdated);
        },
      },
    );
  }

  const bind = (name: keyof PasswordChange) => ({
    type: 'password' as const,
    size: 'middle' as const,
    maxLength: passwordMaxLength,
    error: problems?.[name],
    value: form[name],
    onChange: (value: string) => setForm((now) => ({ ...now, [name]: value })),
  });
  const title = hasPassword ? 'Change Password' : 'Set a Password';
  return (
    <Card title={title} padded>
      <FormStack label={title} onSubmit={submit}>
        {identities.length > 0 && (
          <Text tone={2} size={13}>
            You can also sign in with {identities.map(({ name }) => name).join(' and ')}.
          </Text>
        )}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {hasPassword && (
          <Field
            {...bind('current')}
            label="Current Password"
            name="current-password"
            autoComplete="current-password"
          />
        )}
        <Pair>
          <Field {...bind('next')} label="New Password" name="new-password" autoComplete="new-password" />
          <Field
            {...bind('confirm')}
            label="Confirm Password"
            name="confirm-password"
            autoComplete="new-password"
          />
        </Pair>
        <FormFailure
          text={change.isError ? failureMessage(change.error, texts.passwordUpdateFailed) : undefined}
        />
        <Actions>
          <Text tone={3} size={12}>
            This ends all other sessions.
          </Text>
          <Button submit loading={change.isPending}>
            {hasPassword ? 'Update Password' : 'Set Password'}
          </Button>
        </Actions>
      </FormStack>
    </Card>
  );
}
