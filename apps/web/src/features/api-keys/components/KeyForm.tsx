import { type ApiKey, keyScopes } from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CheckBox } from '../../../ui/form/CheckBox.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { useChangeApiKey, useCreateApiKey } from '../api/api-keys.ts';
import { keyFields, readKey, scopeTexts } from '../model/key-form.ts';

/** Name, scopes, networks and expiry of a new or existing key. */
export function KeyForm({
  organizationId,
  apiKey,
  onSecret,
  onClose,
}: {
  organizationId: string;
  apiKey: ApiKey | undefined;
  onSecret: (secret: string) => void;
  onClose: () => void;
}) {
  const toast = useToast();
  const create = useCreateApiKey();
  const change = useChangeApiKey();
  const params = { id: organizationId };
  const form = useForm({
    start: keyFields(apiKey),
    read: readKey,
    // A new key has a secret, which is shown once.
    async send(body) {
      if (!apiKey) return (await create.mutateAsync({ params, body })).secret;
      const { _id: keyId, version } = apiKey;
      await change.mutateAsync({ params: { ...params, keyId }, body: { ...body, version } });
      return undefined;
    },
    sent(secret) {
      if (secret !== undefined) return onSecret(secret);
      toast.success('API key saved');
      onClose();
    },
    failure: 'The API key could not be saved',
  });
  const { scopes } = form.values;

  return (
    <FormStack label="API key" onSubmit={form.submit}>
      <Field
        label="Name"
        size="middle"
        autoFocus
        maxLength={100}
        placeholder="Withdrawals"
        {...form.field('name')}
      />
      <Stack gap={8}>
        {keyScopes.map((scope) => (
          <CheckBox
            key={scope}
            label={scopeTexts[scope]}
            checked={scopes.includes(scope)}
            onChange={(on) =>
              form.change('scopes', on ? [...scopes, scope] : scopes.filter((each) => each !== scope))
            }
          />
        ))}
        <FormFailure text={form.problem('scopes')} />
      </Stack>
      <TextArea
        label="Allowed networks (optional)"
        optional
        placeholder="203.0.113.0/24"
        {...form.field('networks')}
      />
      <Field label="Last day (optional)" size="middle" type="date" optional {...form.field('expires')} />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          {apiKey ? 'Save' : 'Create API key'}
        </Button>
      </Actions>
    </FormStack>
  );
}
