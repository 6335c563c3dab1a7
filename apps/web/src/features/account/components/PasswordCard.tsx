import { passwordMaxLength, texts, changePassword } from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm } from '../../../lib/form/read-form.ts';
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

const blank: PasswordChange = { currentPassword: '', newPassword: '', confirm: '' };

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
  const change = useChangePassword();
  const form = useForm({
    start: blank,
    read: (values) =>
      readForm(
        changePassword.body,
        { ...(hasPassword && { currentPassword: values.currentPassword }), newPassword: values.newPassword },
        checkPasswordChange(values, hasPassword),
      ),
    send: (body) => change.mutateAsync({ body }),
    sent(_, { reset }) {
      reset();
      toast.success(texts.passwordUpdated);
    },
    failure: texts.passwordUpdateFailed,
  });

  const bind = (name: keyof PasswordChange) => ({
    ...form.field(name),
    type: 'password' as const,
    size: 'middle' as const,
    maxLength: passwordMaxLength,
  });
  const title = hasPassword ? 'Change Password' : 'Set a Password';
  return (
    <Card title={title} padded>
      <FormStack label={title} onSubmit={form.submit}>
        {identities.length > 0 && (
          <Text tone={2} size={13}>
            You can also sign in with {identities.map(({ name }) => name).join(' and ')}.
          </Text>
        )}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {hasPassword && (
          <Field
            {...bind('currentPassword')}
            label="Current Password"
            name="current-password"
            autoComplete="current-password"
          />
        )}
        <Pair>
          <Field
            {...bind('newPassword')}
            label="New Password"
            name="new-password"
            autoComplete="new-password"
          />
          <Field
            {...bind('confirm')}
            label="Confirm Password"
            name="confirm-password"
            autoComplete="new-password"
          />
        </Pair>
        <FormFailure text={form.failure} />
        <Actions>
          <Text tone={3} size={12}>
            This ends all other sessions.
          </Text>
          <Button submit loading={form.busy}>
            {hasPassword ? 'Update Password' : 'Set Password'}
          </Button>
        </Actions>
      </FormStack>
    </Card>
  );
}
