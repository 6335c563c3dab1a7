import { type ApiKey, keyScopes } from '@hopscope/contract';
import { useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
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
import { type KeyFields, keyFields, type KeyProblems, readKey, scopeTexts } from '../model/key-form.ts';

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
  const [fields, setFields] = useState(() => keyFields(apiKey));
  const [problems, setProblems] = useState<KeyProblems>({});
  const failure = create.error ?? change.error;
  const busy = create.isPending || change.isPending;

  function edit(part: Partial<KeyFields>) {
    setFields((before) => ({ ...before, ...part }));
    setProblems({});
  }

  function submit() {
    if (busy) return;
    const read = readKey(fields);
    if ('problems' in read) {
      setProblems(read.problems);
      return;
    }
    const params = { id: organizationId };
    if (!apiKey) {
      create.mutate({ params, body: read.settings }, { onSuccess: ({ secret }) => onSecret(secret) });
      return;
    }
    const { _id: keyId, version } = apiKey;
    change.mutate(
      { params: { ...params, keyId }, body: { ...read.settings, version } },
      {
        onSuccess() {
          toast.success('API key saved');
          onClose();
        },
      },
    );
  }

  return (
    <FormStack label="API key" onSubmit={submit}>
      <Field
        label="Name"
        name="name"
        size="middle"
        autoFocus
        maxLength={100}
        placeholder="Withdrawals"
        value={fields.name}
        error={problems.name}
        onChange={(name) => edit({ name })}
      />
      <Stack gap={8}>
        {keyScopes.map((scope) => (
          <CheckBox
            key={scope}
            label={scopeTexts[scope]}
            checked={fields.scopes.includes(scope)}
            onChange={(on) =>
              edit({
                scopes: on ? [...fields.scopes, scope] : fields.scopes.filter((each) => each !== scope),
              })
            }
          />
        ))}
        <FormFailure text={problems.scopes} />
      </Stack>
      <TextArea
        label="Allowed networks (optional)"
        name="networks"
        optional
        placeholder="203.0.113.0/24"
        value={fields.networks}
        error={problems.networks}
        onChange={(networks) => edit({ networks })}
      />
      <Field
        label="Last day (optional)"
        name="expires"
        size="middle"
        type="date"
        optional
        value={fields.expires}
        error={problems.expires}
        onChange={(expires) => edit({ expires })}
      />
      <FormFailure text={failure ? toApiError(failure).message : undefined} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={busy}>
          {apiKey ? 'Save' : 'Create API key'}
        </Button>
      </Actions>
    </FormStack>
  );
}
