import { operatorEndpoints } from '@hopscope/contract';
import { useState } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../lib/form/read-form.ts';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { plural } from '@hopscope/domain';
import { Button } from '../../../ui/button/Button.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Inset } from '../../../ui/layout/Inset.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useEndPersonSessions } from '../api/requests.ts';

/** Ends sessions of one person, or of everyone, such as after a device was lost or a secret leaked. */
export function SessionsSection() {
  const toast = useToast();
  const end = useEndPersonSessions();
  const [asked, setAsked] = useState<{ email: string | null }>();

  const form = useForm({
    start: { email: '' },
    read: (values) =>
      readForm(
        operatorEndpoints.endPersonSessions.body,
        { email: values.email.trim() },
        blankFields(values, { email: 'Please enter the email' }),
      ),
    send: async (body) => body,
    sent: setAsked,
    failure: 'The sessions could not be ended.',
  });

  function confirm() {
    if (!asked) return;
    end.mutate(
      { body: asked },
      {
        onSuccess({ data: { sessions } }) {
          setAsked(undefined);
          form.reset();
          toast.success(`${sessions} ${plural(sessions, 'session')} ended`);
        },
      },
    );
  }

  return (
    <Card title="Sessions">
      <Inset>
        <FormStack label="End the sessions of a person" onSubmit={form.submit}>
          <Text tone={2} size={13}>
            Access tokens stop working at once, and people have to sign in again. API keys keep working.
          </Text>
          <Field label="Email of the account" type="email" size="middle" {...form.field('email')} />
          <div>
            <Button submit>End sessions of this person</Button>
          </div>
          <div>
            <Button kind="danger" onClick={() => setAsked({ email: null })}>
              End all sessions
            </Button>
          </div>
        </FormStack>
      </Inset>
      <ConfirmDialog
        open={asked !== undefined}
        title={asked?.email === null ? 'End all sessions?' : 'End the sessions of this person?'}
        confirmText="End sessions"
        danger
        busy={end.isPending}
        failure={end.error ? formFailure(end.error, 'The sessions could not be ended.') : undefined}
        onConfirm={confirm}
        onClose={() => {
          setAsked(undefined);
          end.reset();
        }}
      >
        {asked?.email === null
          ? 'Everyone except you has to sign in again.'
          : `${asked?.email ?? ''} has to sign in again on every device.`}
      </ConfirmDialog>
    </Card>
  );
}
